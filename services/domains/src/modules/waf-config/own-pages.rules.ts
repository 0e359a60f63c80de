import sanitizeHtml from 'sanitize-html';
import type { WafConfigUpdate } from './waf-config.schema.ts';

const TEXT_TAGS = [
  'h1',
  'h2',
  'h3',
  'h4',
  'p',
  'div',
  'span',
  'a',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'hr',
  'br',
];
const PARTS = [
  'main',
  'header',
  'footer',
  'section',
  'article',
  'nav',
  'figure',
  'figcaption',
  'address',
  'time',
];
const INLINE = [
  'strong',
  'em',
  'b',
  'i',
  'u',
  's',
  'small',
  'code',
  'pre',
  'blockquote',
  'sub',
  'sup',
  'abbr',
];
const TABLES = ['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption'];

/**
 * What an owner's page may hold: texts, tables, links, styles, and pictures that stand in it. Scripts, forms, frames,
 * handlers and what would be fetched from elsewhere are taken out. The edge's content security policy holds besides: what
 * a style would load is not loaded.
 */
export const sanitizePage = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...TEXT_TAGS, ...PARTS, ...INLINE, ...TABLES, 'img', 'style'],
    // Styles run nothing, and the policy lets them load nothing.
    allowVulnerableTags: true,
    allowedAttributes: {
      '*': ['style', 'class', 'dir', 'lang', 'role', 'title', 'aria-label', 'aria-hidden'],
      a: ['href', 'rel'],
      img: ['src', 'alt', 'width', 'height'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
    },
    // A document's title would otherwise stand as text on top of the page.
    nonTextTags: ['script', 'textarea', 'option', 'title', 'noscript', 'template'],
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    allowProtocolRelative: false,
    nestingLimit: 100,
  });

const safePage = <Page extends { html: string }>(page: Page): Page => ({
  ...page,
  html: sanitizePage(page.html),
});

/** A change as it is stored. */
export function withSafePages(update: WafConfigUpdate): WafConfigUpdate {
  const { policyConfig } = update;
  if (policyConfig === undefined) return update;
  const { own_pages: pages, custom_rules: rules } = policyConfig;
  return {
    ...update,
    policyConfig: {
      ...policyConfig,
      ...(pages && { own_pages: pages.map(safePage) }),
      ...(rules && {
        custom_rules: rules.map((rule) => (rule.page ? { ...rule, page: safePage(rule.page) } : rule)),
      }),
    },
  };
}
