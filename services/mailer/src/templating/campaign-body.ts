import { convert } from 'html-to-text';
import sanitizeHtml from 'sanitize-html';
import { BRAND } from './brand.ts';
import { fillHtml, fillLine, fillText, namesIn, type Variables } from './placeholders.ts';
import { STYLES } from './styles.ts';

/** Placeholders allowed in a campaign; each may have a default: `{{name|default}}`. */
export const CAMPAIGN_VARIABLES = [
  'first_name',
  'last_name',
  'full_name',
  'email',
  'plan',
  'site_url',
  'unsubscribe_url',
  'letterhead',
] as const;

/** Our own URLs, so safe as the target of a link; values that a person can choose must not become one. */
const ADDRESS_VARIABLES: ReadonlySet<string> = new Set(['site_url', 'unsubscribe_url']);
const URL_ATTRIBUTES = ['href', 'src', 'background'] as const;

/** Scripts, forms, frames, handlers and unknown schemes are removed; tables and inline styles of mails stay. */
export function sanitizeMailHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'center', 'font', 'h1', 'h2'],
    allowedAttributes: {
      '*': [
        'style',
        'class',
        'align',
        'valign',
        'width',
        'height',
        'bgcolor',
        'dir',
        'lang',
        'role',
        'title',
      ],
      a: ['href', 'target', 'rel', 'name'],
      img: ['src', 'alt', 'border'],
      table: ['border', 'cellpadding', 'cellspacing', 'background'],
      td: ['colspan', 'rowspan', 'background'],
      th: ['colspan', 'rowspan', 'scope'],
      font: ['color', 'face', 'size'],
    },
    // A document's title would otherwise appear as text at the top of the mail.
    nonTextTags: ['script', 'style', 'textarea', 'option', 'title', 'noscript'],
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'] },
    allowProtocolRelative: false,
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: withoutForeignTargets(attribs) }) },
    nestingLimit: 200,
  });
}

function withoutForeignTargets(attributes: Record<string, string>): Record<string, string> {
  const kept = { ...attributes };
  for (const name of URL_ATTRIBUTES) {
    const value = kept[name];
    if (value !== undefined && namesIn(value).some((variable) => !ADDRESS_VARIABLES.has(variable))) {
      delete kept[name];
    }
  }
  // Styles may load resources and cover other content; these two words are how.
  if (/url\s*\(|position\s*:\s*(fixed|absolute)|expression\s*\(/i.test(kept.style ?? '')) delete kept.style;
  return kept;
}

/**
 * The whole document around a sanitised body. A body made from our layout gets its style sheet back, with the dark and
 * phone styles; other HTML is shown in light, since its colours were chosen for that.
 */
export function toHtmlDocument(body: string): string {
  const isOurLayout = /class="[^"]*\bcard\b/.test(body);
  const scheme = isOurLayout ? 'light dark' : 'light';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="${scheme}"><meta name="supported-color-schemes" content="${scheme}">${
    isOurLayout ? `<style>${STYLES}</style>` : ''
  }</head><body style="margin:0;padding:0;background:${isOurLayout ? BRAND.colours.page : '#ffffff'}">${body}</body></html>`;
}

export interface CampaignContent {
  subject: string;
  html: string;
  text: string;
}

/** The logo, and the preview text that only lists of mails show. */
const SAID_BY_THE_LAYOUT = [
  { selector: '.mark', format: 'skip' },
  { selector: 'div[style*="display:none"]', format: 'skip' },
];

/** Built once when a campaign begins: sanitised, with a text part and an unsubscribe link in each part. */
export function prepareCampaign(campaign: {
  subject: string;
  body_html: string;
  body_text: string;
}): CampaignContent {
  const safe = sanitizeMailHtml(campaign.body_html);
  const text =
    campaign.body_text.trim() ||
    convert(safe, { wordwrap: 78, limits: { maxInputLength: 1_000_000 }, selectors: SAID_BY_THE_LAYOUT });
  const offersLeaving = (body: string) => namesIn(body).includes('unsubscribe_url');
  return {
    subject: campaign.subject,
    html: toHtmlDocument(
      offersLeaving(safe)
        ? safe
        : `${safe}<p style="font-size:13px;color:${BRAND.colours.muted}">${BRAND.newsletterFooter} <a href="{{unsubscribe_url}}">Unsubscribe</a></p>`,
    ),
    text: offersLeaving(text)
      ? text
      : `${text}\n\n-- \n${BRAND.newsletterFooter}\nUnsubscribe: {{unsubscribe_url}}\n`,
  };
}

export function personalise(content: CampaignContent, variables: Variables): CampaignContent {
  return {
    subject: fillLine(content.subject, variables),
    html: fillHtml(content.html, variables),
    text: fillText(content.text, variables),
  };
}
