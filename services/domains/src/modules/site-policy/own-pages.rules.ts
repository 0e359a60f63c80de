import type { FieldError } from '@palisade/nest-kit';
import { policyShape } from '@palisade/site-policy';
import sanitizeHtml from 'sanitize-html';
import { z } from 'zod';
import type { SitePolicyUpdate } from './site-policy.schema.ts';

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
 * Sanitises an owner's page: text, tables, links, styles and embedded pictures are allowed. Scripts, forms, frames,
 * event handlers and external resources are removed. The edge's content security policy applies besides: resources of
 * styles are not loaded.
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

const EMPTIED = 'Nothing is left of this page: scripts, forms and external resources are removed';

const safePage = <Page extends { html: string }>(page: Page): Page => {
  const html = sanitizePage(page.html);
  return { ...page, html: html.trim() === '' ? '' : html };
};

/**
 * A change as it is stored. What is taken out of a page, and written in another way, must leave one that can be saved again:
 * otherwise every later change would be refused for it.
 */
export function withSafePages(update: SitePolicyUpdate): { safe: SitePolicyUpdate; faults: FieldError[] } {
  const { policyConfig } = update;
  if (policyConfig === undefined) return { safe: update, faults: [] };
  const pages = policyConfig.own_pages?.map(safePage);
  const rules = policyConfig.custom_rules?.map((rule) =>
    rule.page ? { ...rule, page: safePage(rule.page) } : rule,
  );
  const safe = {
    ...update,
    policyConfig: {
      ...policyConfig,
      ...(pages && { own_pages: pages }),
      ...(rules && { custom_rules: rules }),
    },
  };
  const faults = [
    ...(pages ? faultsIn('own_pages', pages) : []),
    ...(rules?.some(({ page }) => page) ? faultsIn('custom_rules', rules) : []),
  ];
  return { safe, faults };
}

function faultsIn(field: 'own_pages' | 'custom_rules', values: unknown): FieldError[] {
  const issues = z.safeParse(policyShape[field], values).error?.issues ?? [];
  return issues.map(({ code, path, message }) => ({
    path: ['policyConfig', field, ...path].join('.'),
    message: code === 'too_small' && path.at(-1) === 'html' ? EMPTIED : message,
  }));
}
