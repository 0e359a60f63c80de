// The list of pages as tools see it: with the module of each, read from the text of its import.
import { pages as all } from '../src/app/pages/pages.ts';
import { paths } from '../src/entities/page/paths.ts';
import { SITE_TABS } from '../src/features/domains/site/site-tabs.ts';

/** Path of a page's module as the build's manifest names it: `src/features/logs/logs-page.tsx`. */
function moduleOf({ path, load }) {
  const specifier = /import\(\s*'(?:\.\.\/)+([^']+)'\s*\)/.exec(String(load))?.[1];
  if (specifier === undefined) throw new Error(`the page at ${path} names no module that tools can read`);
  return `src/${specifier}`;
}

export const pages = all.map((page) => ({ ...page, module: moduleOf(page) }));

/** The chunk of a page, and that of the layout around it. */
export const modulesOf = ({ module, access, bare }) => [
  ...(bare ? [] : [`src/app/layouts/${access === 'everyone' ? 'public' : 'dashboard'}-layout.tsx`]),
  module,
];

const DEMO_SITE = 'shop.localhost';

/** Where pages are whose addresses vary: the demo's shop, at each of its parts; of accounts, requests and status pages, whose ids nobody knows before, none. */
const EXAMPLES = {
  [paths.adminUser]: [paths.adminUser.replace(':user', 'nobody')],
  [paths.logEntry]: [paths.logEntry.replace(':entry', '00000000-0000-7000-8000-000000000000')],
  [paths.status]: [paths.status.replace(':slug', 'nobody')],
  [paths.site]: SITE_TABS.map((tab) => `${paths.domains}/${DEMO_SITE}/${tab}`),
};

/** Addresses at which a page is to be looked at, of that site where it is about one; the page for addresses that have none has none. */
export const addressesOf = ({ path, accessibility = [] }, site = DEMO_SITE) => {
  if (path === '*') return [];
  if (!path.includes('/:')) return [path, ...accessibility.map((query) => path + query)];
  const examples = EXAMPLES[path];
  if (examples === undefined) throw new Error(`the page at ${path} has no example of an address`);
  return examples.map((address) => address.replace(`/${DEMO_SITE}/`, `/${site}/`));
};
