import {
  useDiscardAuthFailedWorkMutation,
  useDiscardBillingFailedWorkMutation,
  useDiscardDomainsFailedWorkMutation,
  useDiscardLogsFailedWorkMutation,
  useDiscardMailFailedWorkMutation,
  useListAuthFailedWorkQuery,
  useListBillingFailedWorkQuery,
  useListDomainsFailedWorkQuery,
  useListLogsFailedWorkQuery,
  useListMailFailedWorkQuery,
  useRetryAuthFailedWorkMutation,
  useRetryBillingFailedWorkMutation,
  useRetryDomainsFailedWorkMutation,
  useRetryLogsFailedWorkMutation,
  useRetryMailFailedWorkMutation,
} from '../common/admin-api.ts';
import { type Freshness, useBacklogs } from '../system/use-backlogs.ts';

/** What failed in each service and how it is settled, beside what waits there, in the order of `useBacklogs`. */
export function useFailedWork(fresh: Freshness) {
  const backlogs = useBacklogs(fresh);
  const domains = useListDomainsFailedWorkQuery(undefined, fresh);
  const mail = useListMailFailedWorkQuery(undefined, fresh);
  const auth = useListAuthFailedWorkQuery(undefined, fresh);
  const billing = useListBillingFailedWorkQuery(undefined, fresh);
  const logs = useListLogsFailedWorkQuery(undefined, fresh);
  const [retryDomains] = useRetryDomainsFailedWorkMutation();
  const [retryMail] = useRetryMailFailedWorkMutation();
  const [retryAuth] = useRetryAuthFailedWorkMutation();
  const [retryBilling] = useRetryBillingFailedWorkMutation();
  const [retryLogs] = useRetryLogsFailedWorkMutation();
  const [discardDomains] = useDiscardDomainsFailedWorkMutation();
  const [discardMail] = useDiscardMailFailedWorkMutation();
  const [discardAuth] = useDiscardAuthFailedWorkMutation();
  const [discardBilling] = useDiscardBillingFailedWorkMutation();
  const [discardLogs] = useDiscardLogsFailedWorkMutation();
  const parts = [
    { failed: domains, retry: retryDomains, discard: discardDomains },
    { failed: mail, retry: retryMail, discard: discardMail },
    { failed: auth, retry: retryAuth, discard: discardAuth },
    { failed: billing, retry: retryBilling, discard: discardBilling },
    { failed: logs, retry: retryLogs, discard: discardLogs },
  ] as const;
  return backlogs.map(({ service, query }, index) => ({ service, backlog: query, ...parts[index]! }));
}
export type ServiceWork = ReturnType<typeof useFailedWork>[number];
