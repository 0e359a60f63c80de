import { escapeMarkup } from '@palisade/basics';
import type { Email } from 'postal-mime';
import type { MailSummary } from './mail-store.ts';

const STYLE = `:root{color-scheme:light dark}*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.5rem;margin:0 0 .25rem}a{color:inherit}
form.search{display:flex;gap:.5rem;margin:1rem 0}input,button{font:inherit;padding:.4rem .7rem;border:1px solid #8888;border-radius:.4rem;background:Canvas;color:CanvasText}
input{flex:1;min-width:0}ul{list-style:none;padding:0;margin:0}
li a{display:block;padding:.7rem .25rem;border-bottom:1px solid #8884;text-decoration:none;overflow-wrap:anywhere}
li a:hover,li a:focus-visible{background:#8882}.subject{font-weight:600}.small{font-size:.875rem;opacity:.8}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:36rem;border:1px solid #8888;border-radius:.4rem;background:#fff}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #8888;border-radius:.4rem;padding:1rem}
details{margin:1rem 0}summary{cursor:pointer}`;

const shell = (
  title: string,
  body: string,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>${escapeMarkup(title)}</title><meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body>${body}</body></html>`;

export function listPage(mails: readonly MailSummary[], search: string): string {
  const items = mails.slice(0, 200).map(
    (
      mail,
    ) => `<li><a href="/mails/${mail.id}"><span class="subject">${escapeMarkup(mail.subject || '(no subject)')}</span>
<div class="small">To ${escapeMarkup(mail.to)} · <time datetime="${mail.receivedAt}">${mail.receivedAt.slice(0, 19).replace('T', ' ')} UTC</time></div></a></li>`,
  );
  const none = search ? 'No mail matches.' : 'No mail yet.';
  return shell(
    'Local inbox',
    `<main><h1>Local inbox</h1><p class="small">Every mail that this installation sends ends here instead of in the world.</p>
<form class="search" method="get" action="/" role="search"><input type="search" name="search" value="${escapeMarkup(search)}" aria-label="Search mails" placeholder="Address, subject or text">
<button>Search</button></form>
${items.length > 0 ? `<ul>${items.join('')}</ul>` : `<p>${none}</p>`}
${mails.length > 200 ? `<p class="small">200 of ${mails.length}; search to see others.</p>` : ''}
<form method="post" action="/clear"><p><button>Delete all mails</button></p></form></main>`,
  );
}

/** The mail's own HTML stands in a frame of another origin without scripts, see `frameHeaders`. */
export function mailPage(id: string, mail: Email): string {
  const headers = mail.headers.map(
    ({ key, value }) => `<dt>${escapeMarkup(key)}</dt><dd>${escapeMarkup(value)}</dd>`,
  );
  return shell(
    mail.subject ?? 'Mail',
    `<main><p><a href="/">All mails</a></p><h1>${escapeMarkup(mail.subject ?? '(no subject)')}</h1>
<dl><dt>From</dt><dd>${escapeMarkup(addresses(mail.from ? [mail.from] : []))}</dd><dt>To</dt><dd>${escapeMarkup(addresses(mail.to ?? []))}</dd></dl>
${mail.html ? `<h2>HTML</h2><iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail as HTML" src="/mails/${id}/html"></iframe>` : ''}
<h2>Text</h2><pre>${escapeMarkup(mail.text ?? '(no text part)')}</pre>
<details><summary>Headers</summary><dl>${headers.join('')}</dl></details>
<p><a href="/mails/${id}/raw">As it came (.eml)</a></p></main>`,
  );
}

const addresses = (list: readonly { name: string; address?: string | undefined }[]): string =>
  list.map(({ name, address }) => (name ? `${name} <${address ?? ''}>` : (address ?? ''))).join(', ');
