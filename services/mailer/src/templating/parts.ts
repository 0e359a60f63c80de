import { escapeMarkup } from '@palisade/basics';
import { BRAND } from './brand.ts';
import type { Part, Row } from './mail-text.ts';

const { colours: c, tones } = BRAND;

/** One part of a mail in MJML. Link targets are placeholders or our own. */
export function partAsMjml(part: Part): string {
  switch (part.kind) {
    case 'text':
      return `<mj-text css-class="ink">${escapeMarkup(part.text)}</mj-text>`;
    case 'notice':
      return `<mj-text css-class="ink" padding="12px 32px"><div class="notice" style="background:${tones.warning.tint};border-left:4px solid ${tones.warning.strong};border-radius:8px;padding:12px 16px;font-size:15px">${escapeMarkup(part.text)}</div></mj-text>`;
    case 'steps':
      return `<mj-text css-class="ink" padding="4px 32px"><ol style="margin:0;padding-left:22px">${part.steps
        .map((step) => `<li style="padding:4px 0 4px 4px">${escapeMarkup(step)}</li>`)
        .join('')}</ol></mj-text>`;
    case 'button':
      return buttonAsMjml(part);
    case 'facts':
      return factsAsMjml(part);
    case 'figures':
      return `<mj-table css-class="ink" padding="10px 26px" color="${c.ink}"><tr>${part.rows
        .map((row) => figure(row, part.rows.length))
        .join('')}</tr></mj-table>`;
    case 'quote':
      return `<mj-text css-class="ink" padding="12px 32px"><div class="quote" style="border-left:4px solid ${c.line};padding-left:14px;word-break:break-word">${escapeMarkup(part.text)}</div></mj-text>`;
  }
}

/** A personal link is also shown as text: some mail programs show no buttons. */
function buttonAsMjml({ label, url }: Extract<Part, { kind: 'button' }>): string {
  const made = `<mj-button css-class="button" href="${url}" background-color="${c.accent}" color="${c.onAccent}" border-radius="8px" font-size="16px"
    font-weight="600" align="left" padding="14px 32px" inner-padding="13px 24px">${escapeMarkup(label)}</mj-button>`;
  if (url !== '{{link}}') return made;
  return `${made}<mj-text css-class="link" font-size="13px" line-height="1.5" color="${c.muted}">Or open this address:<br><a href="${url}" style="color:${c.accent};word-break:break-all">${url}</a></mj-text>`;
}

function factsAsMjml({ rows, title }: Extract<Part, { kind: 'facts' }>): string {
  const line = `border-top:1px solid ${c.line};padding:9px 0;vertical-align:top;`;
  const caption =
    title === undefined
      ? ''
      : `<tr><th colspan="2" scope="colgroup" style="text-align:left;font-weight:700;padding:6px 0 8px;border:0">${escapeMarkup(title)}</th></tr>`;
  const made = rows.map(
    ([label, value]) =>
      `<tr class="row"><th class="soft" scope="row" style="${line}text-align:left;font-weight:500;color:${c.muted};padding-right:16px;width:40%;word-break:break-word">${escapeMarkup(label)}</th><td style="${line}word-break:break-word">${escapeMarkup(value)}</td></tr>`,
  );
  return `<mj-table css-class="ink facts" padding="10px 32px" color="${c.ink}" font-size="15px" line-height="1.5">${caption}${made.join('')}</mj-table>`;
}

function figure([label, value]: Row, of: number): string {
  const width = Math.floor(100 / of);
  return `<td class="figure" style="width:${width}%;padding:0 6px;vertical-align:top"><div class="tile" style="background:${c.tile};border-radius:10px;padding:14px 12px"><div class="figure-value" style="font-size:24px;font-weight:700;line-height:1.2;white-space:nowrap">${escapeMarkup(value)}</div><div class="soft" style="font-size:13px;line-height:1.4;color:${c.muted};padding-top:2px">${escapeMarkup(label)}</div></div></td>`;
}

/** One part of a mail as text. */
export function partAsText(part: Part): string {
  switch (part.kind) {
    case 'text':
    case 'quote':
      return part.text;
    case 'notice':
      return `! ${part.text}`;
    case 'steps':
      return part.steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
    case 'button':
      return `${part.label}:\n${part.url}`;
    case 'facts':
      return [
        ...(part.title === undefined ? [] : [`${part.title}:`]),
        ...part.rows.map(([label, value]) => `${label}: ${value}`),
      ].join('\n');
    case 'figures':
      return part.rows.map(([label, value]) => `${label.trim()}: ${value}`).join('\n');
  }
}
