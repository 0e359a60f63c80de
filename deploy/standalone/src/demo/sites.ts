/** The demo's sites, by the first label of their names. */
export type SiteName = 'shop' | 'blog' | 'api';
export const SITE_NAMES: readonly SiteName[] = ['shop', 'blog', 'api'];
export const hostOf = (site: SiteName): string => `${site}.localhost`;

interface Switches {
  enable_caching: boolean;
  block_ai_crawlers: boolean;
}

/** What their owner has switched on beside what everybody has. */
export const SWITCHED_ON: Readonly<Partial<Record<SiteName, Switches>>> = {
  blog: { enable_caching: true, block_ai_crawlers: true },
};
/** For how long the origin says that a page or a picture stays as it is. */
export const FRESH_SECONDS = 300;

/** Something that people ask for, and about what its answer is like. */
export interface Page {
  path: string;
  weight: number;
  bytes: number;
  ms: number;
}

const PRODUCTS = ['oak-fence-panel', 'iron-gate', 'stone-wall-kit', 'watchtower-lamp', 'moat-liner-20-m'];
const SEARCHES = ['fence', 'gate', 'moat+liner', 'lamp', 'stone+wall'];
const ARTICLES = [
  'how-high-should-a-wall-be',
  'drawbridges-compared',
  'five-moats-you-can-visit',
  'winter-care-for-gates',
  'a-short-history-of-palisades',
];

export const SHOP_PAGES: readonly Page[] = [
  { path: '/', weight: 20, bytes: 18_400, ms: 24 },
  { path: '/sale', weight: 8, bytes: 22_100, ms: 31 },
  ...PRODUCTS.map((name, at) => ({
    path: `/products/${name}`,
    weight: 12 - 2 * at,
    bytes: 14_000 + 900 * at,
    ms: 28,
  })),
  ...SEARCHES.map((words, at) => ({
    path: `/search?q=${words}`,
    weight: 5 - at * 0.8,
    bytes: 9_600,
    ms: 62,
  })),
  { path: '/cart', weight: 9, bytes: 7_900, ms: 35 },
  { path: '/delivery', weight: 4, bytes: 6_200, ms: 14 },
];
export const CHECKOUT: readonly Page[] = [
  { path: '/checkout/address', weight: 1, bytes: 1_900, ms: 48 },
  { path: '/checkout/pay', weight: 1, bytes: 1_400, ms: 190 },
];
export const BLOG_PAGES: readonly Page[] = [
  { path: '/', weight: 12, bytes: 24_300, ms: 19 },
  ...ARTICLES.map((name, at) => ({
    path: `/articles/${name}`,
    weight: 14 - 2 * at,
    bytes: 31_000 + 2_300 * at,
    ms: 22,
  })),
  { path: '/about', weight: 3, bytes: 8_800, ms: 12 },
];
export const API_CALLS: readonly Page[] = [
  { path: '/v1/stock?sku=FENCE-1', weight: 16, bytes: 420, ms: 9 },
  { path: '/v1/stock?sku=GATE-7', weight: 10, bytes: 431, ms: 9 },
  { path: '/v1/orders?state=open', weight: 12, bytes: 5_400, ms: 38 },
  { path: '/v1/prices', weight: 8, bytes: 2_700, ms: 15 },
  { path: '/v1/delivery-slots?postcode=20095', weight: 5, bytes: 1_200, ms: 84 },
];
export const ASSETS: readonly Page[] = [
  { path: '/assets/site.css', weight: 3, bytes: 12_800, ms: 3 },
  { path: '/assets/site.js', weight: 3, bytes: 41_300, ms: 4 },
  { path: '/assets/castle.webp', weight: 2, bytes: 86_000, ms: 6 },
];
export const WEBHOOK: Page = { path: '/webhooks/payments', weight: 1, bytes: 180, ms: 27 };
export const FEED: Page = { path: '/feed.xml', weight: 1, bytes: 15_200, ms: 11 };
/** Where an author saves an article; what is refused there is the demo's false positive. */
export const SAVE_ARTICLE: Page = { path: '/editor/articles/save', weight: 1, bytes: 240, ms: 41 };
/** Where the API fails now and then. */
export const FLAKY: Page = { path: '/v1/delivery-slots?postcode=00000', weight: 1, bytes: 160, ms: 1_020 };
