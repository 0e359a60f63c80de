/** What a site's place consists of, in the order of its tabs; each is the end of an address. */
export const SITE_TABS = [
  'overview',
  'traffic',
  'policy',
  'rules',
  'limits',
  'exceptions',
  'redirects',
  'origin',
  'certificates',
  'cache',
  'bans',
  'history',
  'simulator',
] as const;
export type SiteTab = (typeof SITE_TABS)[number];

/** The tab that an address names; the first where it names none, undefined where there is no such tab. */
export function siteTab(named: string | undefined): SiteTab | undefined {
  return named === undefined ? SITE_TABS[0] : SITE_TABS.find((tab) => tab === named);
}
