import { logLink } from '../../entities/log/log-filters.ts';
import type { Alert } from './alerts-api.ts';

const MINUTE_MS = 60_000;
/** Used if the rule that raised an alert is unknown. */
const DEFAULT_WINDOW_MINUTES = 60;

/**
 * Link to the log entries that an alert counted: its rule's filter, from the window in which it began until its end.
 */
export function alertRequests({
  condition,
  domain_name: domain,
  fired_at,
  resolved_at,
}: Pick<Alert, 'condition' | 'domain_name' | 'fired_at' | 'resolved_at'>): string {
  const { filter = {}, window_minutes = DEFAULT_WINDOW_MINUTES, hold_minutes = 0 } = condition ?? {};
  const from = new Date(Date.parse(fired_at) - (window_minutes + hold_minutes) * MINUTE_MS);
  return logLink({
    ...filter,
    ...(domain !== null && { domain }),
    from: from.toISOString(),
    ...(resolved_at !== null && { to: resolved_at }),
  });
}
