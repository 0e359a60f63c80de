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
  origin_certificate_expiring: 'origin',
  revocation_list_due: 'origin',
  rollout_promoted: 'history',
  rollout_taken_back: 'history',
  rules_held: 'history',
};

const MINUTE_MS = 60_000;
/** An attack is reported a few minutes after it began. */
const BEFORE_MS = 10 * MINUTE_MS;
const AFTER_MS = 50 * MINUTE_MS;

const around = (at: string) => ({
  from: new Date(Date.parse(at) - BEFORE_MS).toISOString(),
  to: new Date(Date.parse(at) + AFTER_MS).toISOString(),
});

/** The page about the event, where the owner can act. */
export function notificationLink({
  at,
  category,
  domain,
  kind,
}: Pick<Notification, 'at' | 'category' | 'domain' | 'kind'>): string {
  if (kind === 'visitor_reported')
    return domain === null ? paths.reports : `${paths.reports}?domain=${encodeURIComponent(domain)}`;
  if (kind === 'list_failing') return paths.lists;
  if (kind === 'account_export_finished') return paths.settings;
  if (kind === 'export_finished') return `${paths.logs}?exports=open`;
  if (category === 'attacks')
    return logLink({ status: 'blocked', ...(domain !== null && { domain }), ...around(at) });
  if (category === 'reports') return paths.analytics;
  if (category === 'billing') return `${paths.settings}?tab=billing`;
  if (kind in TABS && domain !== null) return siteLink(domain, TABS[kind]);
  if (category === 'domains' || domain !== null || kind === 'welcome') return paths.domains;
  return `${paths.settings}?tab=security`;
}
