/** What a site's place consists of, in groups, in the order of its tabs; each is the end of an address. */
export const SITE_TAB_GROUPS = [
  { label: 'At a glance', tabs: ['overview', 'traffic'] },
  { label: 'Protection', tabs: ['policy', 'rules', 'limits', 'exceptions', 'bans'] },
  { label: 'Delivery', tabs: ['origin', 'certificates', 'cache', 'redirects'] },
  { label: 'Changes', tabs: ['history', 'simulator'] },
  { label: 'Visitors', tabs: ['status', 'privacy'] },
] as const;
export type SiteTab = (typeof SITE_TAB_GROUPS)[number]['tabs'][number];
export const SITE_TABS: readonly SiteTab[] = SITE_TAB_GROUPS.flatMap(({ tabs }) => tabs);

/** The tab that an address names; the first where it names none, undefined where there is no such tab. */
export function siteTab(named: string | undefined): SiteTab | undefined {
  return named === undefined ? SITE_TABS[0] : SITE_TABS.find((tab) => tab === named);
}
