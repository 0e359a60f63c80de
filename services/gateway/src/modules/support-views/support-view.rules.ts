import { DomainError } from '@palisade/nest-kit';

/** Header of an administrator's calls that are answered as if the customer made them. */
export const SUPPORT_VIEW_HEADER = 'x-palisade-support-view';

/** Scopes as of API keys that only read. API keys cannot have `session`, so neither can views. */
export const SUPPORT_VIEW_SCOPES: readonly string[] = [
  'account:read',
  'domains:read',
  'logs:read',
  'billing:read',
];

/**
 * The only calls that a support view may make: reading calls of the dashboard's screens. An allow list, so that new
 * calls are not included by default.
 */
export const SHOWN_CALLS: readonly string[] = [
  '/api/alert-rules',
  '/api/alerts',
  '/api/auth/me',
  '/api/dashboard/analytics',
  '/api/dashboard/analytics/breakdowns',
  '/api/dashboard/blocking-forecast',
  '/api/dashboard/live',
  '/api/dashboard/logs/live',
  '/api/dashboard/logs/recent',
  '/api/dashboard/now',
  '/api/dashboard/stats',
  '/api/domains',
  '/api/domains/{id}',
  '/api/domains/{id}/bans',
  '/api/domains/{id}/cache/purges',
  '/api/domains/{id}/certificates',
  '/api/domains/{id}/dns',
  '/api/domains/{id}/drafts',
  '/api/domains/{id}/origin-certificates',
  '/api/domains/{id}/origins',
  '/api/domains/{id}/ownership-history',
  '/api/domains/{id}/rollouts',
  '/api/domains/{id}/rule-rollouts',
  '/api/domains/{id}/waf-config',
  '/api/domains/{id}/waf-config/versions',
  '/api/domains/{id}/waf-config/versions/{version}',
  '/api/lists',
  '/api/lists/{id}/entries',
  '/api/managed-rules',
  '/api/managed-rules/packs',
  '/api/managed-rules/releases',
  '/api/plans/mine',
  '/api/status-pages/{domain}',
];

const SHOWN = SHOWN_CALLS.map((call) => call.split('/'));

/**
 * Refuses calls that a support view may not make.
 * @param path canonical, without query
 * @throws DomainError forbidden `support_view_read_only`, `support_view_not_shown`
 */
export function refuseBeyondView(method: string, path: string): void {
  if (method !== 'GET' && method !== 'HEAD') throw readOnly();
  const asked = path.split('/');
  const isShown = SHOWN.some(
    (call) =>
      call.length === asked.length &&
      call.every((part, at) => part === asked[at] || (part.startsWith('{') && asked[at] !== '')),
  );
  if (!isShown) throw notShown();
}

const readOnly = () =>
  new DomainError(
    'forbidden',
    'support_view_read_only',
    'You are viewing this account as its owner sees it. You cannot change anything.',
  );

const notShown = () =>
  new DomainError('forbidden', 'support_view_not_shown', 'Support cannot view this part of the account.');
