import mjml2html from 'mjml';
import { BRAND } from '../../brand.ts';
import type { MailText, Part } from './mail-text.ts';
import { escapeHtml } from './placeholders.ts';

const { colours: c, fonts, name, tagline } = BRAND;

export interface Footer {
  text: string;
  /** A placeholder; set in every mail that somebody can unsubscribe from. */
  unsubscribeUrl?: string;
}

/**
 * A mail's HTML with its placeholders still in it. MJML turns this small markup into tables that old mail programs
 * show, too; what recipients and services put in comes later and never passes through it.
 */
export async function layOut(mail: MailText, footer: Footer): Promise<string> {
  const body = mail.parts.map(toMjml).join('\n');
  return compile(`<mjml lang="en">
  <mj-head>
    <mj-title>${escapeHtml(mail.heading)}</mj-title>
    <mj-preview>${escapeHtml(mail.preview)}</mj-preview>
    <mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>
    <mj-attributes>
      <mj-all font-family="${fonts}" />
      <mj-text color="${c.ink}" font-size="16px" line-height="1.55" padding="8px 24px" />
      <mj-section padding="0" />
    </mj-attributes>
    <mj-style>${DARK}</mj-style>
  </mj-head>
  <mj-body background-color="${c.page}" css-class="page" width="600px">
    <mj-section padding="24px 0 12px"><mj-column>
      <mj-text css-class="muted" font-size="20px" font-weight="700" color="${c.accent}">${escapeHtml(name)}</mj-text>
    </mj-column></mj-section>
    <mj-section background-color="${c.card}" css-class="card" border-radius="10px" padding="20px 0"><mj-column>
      <mj-text css-class="ink" font-size="22px" font-weight="700" line-height="1.3">${escapeHtml(mail.heading)}</mj-text>
      ${body}
    </mj-column></mj-section>
    <mj-section padding="12px 0 24px"><mj-column>
      <mj-text css-class="muted" font-size="13px" color="${c.muted}">${escapeHtml(footer.text)}${
        footer.unsubscribeUrl
          ? `<br><a href="${footer.unsubscribeUrl}" style="color:${c.muted}" class="muted">Unsubscribe</a>`
          : ''
      }<br>${escapeHtml(name)} · ${escapeHtml(tagline)}</mj-text>
    </mj-column></mj-section>
  </mj-body>
</mjml>`);
}

/** The classes sit on table cells, while the colour that must change is on what is inside them. */
const DARK = `
  @media (prefers-color-scheme: dark) {
    body.page, body.page > div { background-color: ${c.darkPage} !important; }
    .card, .card > table { background-color: ${c.darkCard} !important; background: ${c.darkCard} !important; }
    .ink div, .ink td, .ink th { color: ${c.darkInk} !important; }
    .muted div, a.muted { color: ${c.darkMuted} !important; }
    .link div, .link a { color: ${c.darkAccent} !important; }
  }`;

function toMjml(part: Part): string {
  switch (part.kind) {
    case 'text':
      return `<mj-text css-class="ink">${escapeHtml(part.text)}</mj-text>`;
    case 'button':
      return `<mj-button href="${part.url}" background-color="${c.accent}" color="${c.onAccent}" border-radius="8px"
        font-size="16px" font-weight="600" align="left" padding="12px 24px" inner-padding="12px 22px">${escapeHtml(part.label)}</mj-button>
      <mj-text css-class="link" font-size="13px" color="${c.muted}">Or open this address:<br><a href="${part.url}" style="color:${c.accent};word-break:break-all">${part.url}</a></mj-text>`;
    case 'facts':
      return `<mj-table css-class="ink" padding="8px 24px" color="${c.ink}" font-size="15px" line-height="1.5">${part.rows
        .map(
          ([label, value]) =>
            `<tr><th scope="row" style="text-align:left;font-weight:600;padding:5px 16px 5px 0;vertical-align:top;width:40%">${escapeHtml(label)}</th><td style="padding:5px 0;word-break:break-word">${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</mj-table>`;
    case 'quote':
      return `<mj-text css-class="ink" padding="12px 24px"><div style="border-left:4px solid ${c.line};padding-left:14px;word-break:break-word">${escapeHtml(part.text)}</div></mj-text>`;
  }
}

async function compile(markup: string): Promise<string> {
  const { html, errors } = await mjml2html(markup, { validationLevel: 'strict', keepComments: true });
  if (errors.length > 0) throw new Error(`the mail layout is not valid MJML: ${errors[0]?.formattedMessage}`);
  return html;
}

/** The same mail as text. */
export function asText(mail: MailText, footer: Footer): string {
  const unsubscribe = footer.unsubscribeUrl ? `\nUnsubscribe: ${footer.unsubscribeUrl}` : '';
  return `${[mail.heading, ...mail.parts.map(partAsText)].join('\n\n')}\n\n-- \n${footer.text}${unsubscribe}\n${name} · ${tagline}\n`;
}

function partAsText(part: Part): string {
  switch (part.kind) {
    case 'text':
    case 'quote':
      return part.text;
    case 'button':
      return `${part.label}:\n${part.url}`;
    case 'facts':
      return part.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
  }
}
