import { siteLink } from '../../entities/domain/site-link.ts';
import { logLink } from '../../entities/log/log-filters.ts';
import { paths } from '../../entities/page/paths.ts';
import type { Notification } from './notifications-api.ts';

/** What of a site a notification is about. */
const TABS: Readonly<Record<string, string>> = {
  certificate_expiring: 'certificates',
  certificate_failed: 'certificates',
  domain_reachable: 'origin',
  domain_unreachable: 'origin',
  rollout_promoted: 'history',
  rollout_taken_back: 'history',
  rules_held: 'history',
};

/** Where one sees what it tells, and can do something about it. */
export function notificationLink({
  category,
  domain,
  kind,
}: Pick<Notification, 'category' | 'domain' | 'kind'>): string {
  if (kind === 'visitor_reported')
    return domain === null ? paths.reports : `${paths.reports}?domain=${encodeURIComponent(domain)}`;
  if (kind === 'list_failing') return paths.lists;
  if (kind === 'export_finished') return `${paths.logs}?exports=open`;
  if (category === 'attacks') return logLink({ status: 'blocked', ...(domain !== null && { domain }) });
  if (category === 'reports') return paths.analytics;
  if (category === 'billing') return `${paths.settings}?tab=billing`;
  if (kind in TABS && domain !== null) return siteLink(domain, TABS[kind]);
  if (category === 'domains' || domain !== null || kind === 'welcome') return paths.domains;
  return `${paths.settings}?tab=security`;
}
