import { fullTitle, headTags, type PageHead, valueAttribute } from '../app/page-head.ts';
import type { Company } from '../entities/company/company.ts';

/** Stands in static pages for where people reach the product, which only the gateway knows. */
export const ORIGIN = '{{origin}}';

const HEAD = '<!--head-->';
const NEEDS_SCRIPT = 'This part of Palisade needs JavaScript.';
const ROOT = /<div id="root">[\s\S]*?<\/div>/;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export interface StaticDocument {
  head: PageHead;
  /** Files that the page needs at once: `<link rel="modulepreload" href="…">`. */
  preloads?: readonly { rel: string; href: string; as?: string }[] | undefined;
  /** Route and content of a page; the shell has neither. */
  page?: { route: string; html: string } | undefined;
  /** The assets of the page. */
  plans?: unknown;
  /** The company that runs the installation, if known. */
  company?: Company | undefined;
}

/** JSON beside the page. Data, not a script: nothing runs it, so no policy has to allow it. */
const dataOf = (id: string, value: unknown): string =>
  value
    ? `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
    : '';

/** Fills in the built index.html. */
export function documentOf(
  template: string,
  { head, preloads = [], page, plans, company }: StaticDocument,
): string {
  const tags = headTags(head, ORIGIN).flatMap((tag) =>
    tag.value === undefined
      ? []
      : [`<${tag.element} ${tag.key}="${tag.id}" ${valueAttribute(tag)}="${escaped(tag.value)}" />`],
  );
  const links = preloads.map(
    ({ rel, href, as }) => `<link rel="${rel}" href="${href}"${as ? ` as="${as}"` : ''} crossorigin />`,
  );
  if (!template.includes(HEAD) || !ROOT.test(template)) throw new Error('index.html lacks its marks');
  const filled = template.replace(HEAD, () =>
    [`<title>${escaped(fullTitle(head.title))}</title>`, ...tags, ...links].join('\n    '),
  );
  const companyData = dataOf('company', company);
  if (!page)
    return filled.replace('</body>', () => `  <noscript>${NEEDS_SCRIPT}</noscript>${companyData}\n  </body>`);
  return filled.replace(
    ROOT,
    () =>
      `<div id="root" data-route="${escaped(page.route)}">${page.html}</div>${dataOf('plans', plans)}${companyData}`,
  );
}
