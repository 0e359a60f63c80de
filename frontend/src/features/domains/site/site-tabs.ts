/** The site's tabs in groups and order; each is the last part of a URL. */
export const SITE_TAB_GROUPS = [
  { label: 'At a glance', tabs: ['overview', 'traffic'] },
  { label: 'Protection', tabs: ['policy', 'rules', 'limits', 'exceptions', 'bans'] },
  { label: 'Delivery', tabs: ['origin', 'certificates', 'cache', 'redirects'] },
  { label: 'Changes', tabs: ['history', 'simulator'] },
  { label: 'Visitors', tabs: ['status', 'privacy'] },
] as const;
export type SiteTab = (typeof SITE_TAB_GROUPS)[number]['tabs'][number];
export const SITE_TABS: readonly SiteTab[] = SITE_TAB_GROUPS.flatMap(({ tabs }) => tabs);

/** The tab in a URL; the first if there is none, undefined if it does not exist. */
export function siteTab(named: string | undefined): SiteTab | undefined {
  return named === undefined ? SITE_TABS[0] : SITE_TABS.find((tab) => tab === named);
}
