import type { OwnPageKind } from '@palisade/site-policy';
import { OWN_PAGE_CSP, OWN_PAGE_WITH_FORM_CSP } from './own-pages.ts';
import { pageValues } from './page-values.ts';
import type { RequestContext } from './request-context.ts';
import type { Verdict } from './verdict.ts';

interface PageText {
  title: string;
  text: string;
}

const DEFAULT_PAGE: PageText = {
  title: 'The request could not be served',
  text: 'Something went wrong between this site and its visitors.',
};

const PAGES: Readonly<Record<number, PageText>> = {
  200: { title: 'A message of this site', text: 'Its owner answers this request with a page.' },
  400: {
    title: 'The request was not understood',
    text: 'It does not follow the rules of HTTP and was not passed on.',
  },
  403: {
    title: 'This request was blocked',
    text: 'The protection of this site has refused it. If you believe that this is a mistake, tell the owner of the site the request ID below.',
  },
  404: { title: 'There is nothing here', text: 'The site has no such page.' },
  405: { title: 'This method is not served', text: 'The site does not take requests of this kind.' },
  408: { title: 'The request took too long', text: 'It did not arrive completely in time.' },
  410: { title: 'This is gone', text: 'The site has taken this page away.' },
  413: { title: 'The request is too large', text: 'The site does not take a request of this size.' },
  414: { title: 'The address is too long', text: 'The site does not take an address of this length.' },
  417: {
    title: 'The expectation cannot be met',
    text: 'The request asks for something that is not offered here.',
  },
  421: { title: 'There is no such site here', text: 'No site of this name is served at this address.' },
  429: {
    title: 'Too many requests',
    text: 'Your address has sent more requests than this site allows. Please come back later.',
  },
  451: { title: 'Not available for legal reasons', text: 'The site does not show this page to you.' },
  431: { title: 'The request headers are too large', text: 'The site does not take headers of this size.' },
  502: {
    title: 'The site did not answer properly',
    text: 'Its server could not be reached, or its answer made no sense.',
  },
  503: { title: 'The site is not available', text: 'It is paused or overloaded. Please try again later.' },
  504: {
    title: 'The site did not answer in time',
    text: 'Its server took too long. Please try again later.',
  },
  508: { title: 'The request runs in a circle', text: 'It has passed here before and would do so for ever.' },
};

const HTML = 'text/html; charset=utf-8';

export interface RenderedPage {
  contentType: string;
  body: Buffer;
  /** [name, value, …] */
  headers: readonly string[];
}

const MAINTENANCE_PAGE: PageText = {
  title: 'The site is being worked on',
  text: 'It will be back soon. Please try again later.',
};

const CERTIFICATE_PAGE: PageText = {
  title: 'A certificate is needed here',
  text: 'This site lets in whoever shows a certificate that it knows. Yours is missing, or is not one of those. Choose another one in your browser or program, or ask the owner of the site.',
};
const CERTIFICATE = 'client_certificate:';

const LEAKED_PASSWORD_PAGE: PageText = {
  title: 'This password is known from a data breach',
  text: 'Others know it, so it protects your account no longer, here or anywhere else. Reset it with the site’s “forgotten password”, and use a new one that you have nowhere else.',
};
const LEAKED_PASSWORD = 'leaked_password:found';

function textOf({ status, reason }: Verdict): PageText {
  if (reason === 'maintenance') return MAINTENANCE_PAGE;
  if (status === 403 && reason.startsWith(CERTIFICATE)) return CERTIFICATE_PAGE;
  if (status === 403 && reason === LEAKED_PASSWORD) return LEAKED_PASSWORD_PAGE;
  return PAGES[status] ?? (status === 406 ? PAGES[403]! : DEFAULT_PAGE);
}

/** The error code, for programs that can act on it. */
const codeOf = ({ reason }: Verdict) =>
  reason.startsWith(CERTIFICATE) || reason === LEAKED_PASSWORD ? { code: reason.replace(':', '_') } : {};

/** Which of the owner's pages is used. */
function kindOf({ status, reason }: Verdict): OwnPageKind {
  if (reason === 'maintenance') return 'maintenance';
  return status >= 500 ? 'error' : 'block';
}

/** A page for people, or `application/problem+json` for programs. Both carry the request id, nothing of the request. */
export function renderPage(context: RequestContext, verdict: Verdict): RenderedPage {
  const page = textOf(verdict);
  // An answer that is no error has no problem document.
  if (verdict.status >= 400 && (verdict.forPrograms === true || !wantsHtml(context.rawHeaders))) {
    const problem = {
      type: 'about:blank',
      title: page.title,
      status: verdict.status,
      detail: page.text,
      ...codeOf(verdict),
      request_id: context.requestId,
    };
    return {
      contentType: 'application/problem+json',
      body: Buffer.from(JSON.stringify(problem)),
      headers: [],
    };
  }
  const own = verdict.ownPage ?? context.site?.ownPages?.find(kindOf(verdict), context.rawHeaders) ?? null;
  if (own !== null) {
    const head = `<title>${verdict.status} · ${page.title}</title>`;
    const { form } = verdict;
    const values = { ...pageValues(context, verdict.status), ...(form && { report_form: form.html }) };
    const csp = form ? OWN_PAGE_WITH_FORM_CSP : OWN_PAGE_CSP;
    return {
      contentType: HTML,
      body: Buffer.from(own.render(values, head)),
      headers: ['Content-Security-Policy', csp, 'Referrer-Policy', 'same-origin'],
    };
  }
  return {
    contentType: HTML,
    body: html({ ...page, status: verdict.status, requestId: context.requestId, form: verdict.form?.html }),
    headers: verdict.form?.headers ?? [],
  };
}

function wantsHtml(rawHeaders: readonly string[]): boolean {
  let accept = '';
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (name === 'accept') accept = rawHeaders[index + 1]!.toLowerCase();
    else if (name === 'x-requested-with') return false;
  }
  return (
    accept === '' || accept.includes('text/html') || (accept.includes('*/*') && !accept.includes('json'))
  );
}

export interface Message extends PageText {
  status: number;
  requestId: string;
}

/** A page with a single message. */
export const messagePage = (message: Message): RenderedPage => ({
  contentType: HTML,
  body: html(message),
  headers: [],
});

function html({
  status,
  title,
  text,
  requestId,
  form = '',
}: Message & { form?: string | undefined }): Buffer {
  return Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${status} · ${title}</title>
<style>
:root { color-scheme: light dark; --ink: #172033; --soft: #5a6478; --ground: #f5f7fa; --card: #fff; --line: #dfe4ec; --mark: #2f5bd8 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf4; --soft: #9aa5b8; --ground: #0f141d; --card: #171e2a; --line: #2a3444; --mark: #8fb0ff } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, sans-serif }
main { max-width: 34rem; margin: 1.5rem; padding: 2.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px }
p.status { margin: 0; color: var(--mark); font-weight: 600; letter-spacing: .04em }
h1 { margin: .25rem 0 .75rem; font-size: 1.6rem; line-height: 1.25 }
p { margin: 0 0 1.25rem; color: var(--soft) }
dl { margin: 0; padding-top: 1.25rem; border-top: 1px solid var(--line); font-size: .875rem; color: var(--soft) }
dd { margin: 0; color: var(--ink); font-family: ui-monospace, monospace; overflow-wrap: anywhere }
summary { display: list-item; margin-bottom: 1.25rem; padding: .25rem 0; color: var(--mark); font-weight: 600; cursor: pointer }
form { display: grid; gap: .5rem; margin-bottom: 1.5rem }
label { font-size: .875rem; font-weight: 600 }
input, textarea { box-sizing: border-box; width: 100%; padding: .5rem .75rem; border: 1px solid var(--soft); border-radius: 8px; background: var(--ground); color: var(--ink); font: inherit }
p.note { margin: .25rem 0; font-size: .875rem }
button { justify-self: start; padding: .6rem 1.2rem; border: 0; border-radius: 8px; background: var(--mark); color: var(--card); font: inherit; font-weight: 600; cursor: pointer }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px }
</style>
</head>
<body>
<main>
<p class="status">${status}</p>
<h1>${title}</h1>
<p>${text}</p>
${form}<dl><dt>Request ID</dt><dd id="request-id">${requestId}</dd></dl>
</main>
</body>
</html>
`);
}
