import type { SubscriptionOptions } from '@reduxjs/toolkit/query';
import {
  useGetAuthBacklogQuery,
  useGetBillingBacklogQuery,
  useGetDomainsBacklogQuery,
  useGetLogsBacklogQuery,
  useGetMailBacklogQuery,
} from '../common/admin-api.ts';

/** How the answers are kept fresh. */
export type Freshness = SubscriptionOptions & { refetchOnMountOrArgChange?: boolean };

/** What waits in each service; none waits for another's answer. */
export function useBacklogs(fresh: Freshness) {
  const domains = useGetDomainsBacklogQuery(undefined, fresh);
  const mail = useGetMailBacklogQuery(undefined, fresh);
  const auth = useGetAuthBacklogQuery(undefined, fresh);
  const billing = useGetBillingBacklogQuery(undefined, fresh);
  const logs = useGetLogsBacklogQuery(undefined, fresh);
  return [
    { service: 'Domain service', about: 'Events to publish, events to handle, and jobs', query: domains },
    { service: 'Mail service', about: 'Events to publish, events to handle, and jobs', query: mail },
    { service: 'Account service', about: 'Events to publish and to handle', query: auth },
    { service: 'Billing service', about: 'Events to publish and to handle', query: billing },
    { service: 'Log service', about: 'Requests that wait to be written down', query: logs },
  ];
}
