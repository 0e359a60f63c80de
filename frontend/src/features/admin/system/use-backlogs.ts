import type { SubscriptionOptions } from '@reduxjs/toolkit/query';
import { useGetBacklogsQuery } from '../api/admin-api.ts';
import { useGatheredParts } from '../live/use-gathered-parts.ts';

/** How data are kept up to date. */
export type Freshness = SubscriptionOptions & { refetchOnMountOrArgChange?: boolean };

const SERVICES = [
  { service: 'Domain service', about: 'Events to publish, events to handle, and jobs' },
  { service: 'Mail service', about: 'Events to publish, events to handle, and jobs' },
  { service: 'Account service', about: 'Events to publish and to handle' },
  { service: 'Billing service', about: 'Events to publish and to handle' },
  { service: 'Log service', about: 'Requests waiting to be stored' },
] as const;
/** Names of the parts in the combined answer. */
export const PARTS = ['domains', 'mail', 'auth', 'billing', 'logs'] as const;

/** Waiting work of each service; one that does not answer does not affect the others. */
export function useBacklogs(fresh: Freshness) {
  const queries = useGatheredParts(useGetBacklogsQuery(undefined, fresh), PARTS);
  return SERVICES.map((service, index) => ({ ...service, query: queries[index]! }));
}
