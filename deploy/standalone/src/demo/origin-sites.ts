import {
  API_CALLS,
  ASSETS,
  BLOG_PAGES,
  FEED,
  FLAKY,
  FRESH_SECONDS,
  hostOf,
  type Page,
  SAVE_ARTICLE,
  SHOP_PAGES,
} from './sites.ts';

export interface Answer {
  status: number;
  type: string;
  body: string;
  /** Cache-Control header; absent: not cacheable. */
  cacheControl?: string;
}

const pathOf = ({ path }: Page): string => path.split('?')[0]!;
const BLOG = new Set([...BLOG_PAGES, ...ASSETS, FEED, SAVE_ARTICLE].map(pathOf));
/** What is the same for everybody. */
const READ = new Set([...BLOG_PAGES, ...ASSETS, FEED].map(pathOf));
const API = new Set(API_CALLS.map(pathOf));
const PRODUCTS = new Set(SHOP_PAGES.map(pathOf));

const html = (status: number, title: string): Answer => ({
  status,
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><h1>${title}</h1>
<p><small>This is the demo origin. You reached it through Palisade.</small></p></body></html>`,
});
const json = (status: number, value: object): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});

/** What the blog and the interface answer, and the shop of a product that it does not have; null: the shop's own page. */
export function answerOf(host: string, { pathname, search }: URL): Answer | null {
  const name = host.split(':')[0];
  if (name === hostOf('blog')) {
    if (!BLOG.has(pathname)) return html(404, 'There is no such article');
    const page = html(200, 'Walls and moats, a blog');
    return READ.has(pathname) ? { ...page, cacheControl: `public, max-age=${FRESH_SECONDS}` } : page;
  }
  if (name === hostOf('api')) {
    if (pathname + search === FLAKY.path) return json(503, { error: 'the calendar does not answer' });
    return API.has(pathname) ? json(200, { path: pathname }) : json(404, { error: 'there is no such call' });
  }
  return pathname.startsWith('/products/') && !PRODUCTS.has(pathname) ? html(404, 'Sold out for good') : null;
}
