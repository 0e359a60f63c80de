import type { SubscriptionOptions } from '@reduxjs/toolkit/query';
import { useGetBacklogsQuery } from '../common/admin-api.ts';
import { useGatheredParts } from '../common/use-gathered-parts.ts';

/** How the answers are kept fresh. */
export type Freshness = SubscriptionOptions & { refetchOnMountOrArgChange?: boolean };

const SERVICES = [
  { service: 'Domain service', about: 'Events to publish, events to handle, and jobs' },
  { service: 'Mail service', about: 'Events to publish, events to handle, and jobs' },
  { service: 'Account service', about: 'Events to publish and to handle' },
  { service: 'Billing service', about: 'Events to publish and to handle' },
  { service: 'Log service', about: 'Requests that wait to be written down' },
] as const;
/** Of each of them in what the gateway gathers. */
export const PARTS = ['domains', 'mail', 'auth', 'billing', 'logs'] as const;

/** What waits in each service; one that does not answer leaves the others as they are. */
export function useBacklogs(fresh: Freshness) {
  const queries = useGatheredParts(useGetBacklogsQuery(undefined, fresh), PARTS);
  return SERVICES.map((service, index) => ({ ...service, query: queries[index]! }));
}
