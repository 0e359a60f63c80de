import {
  useDiscardAuthFailedWorkMutation,
  useDiscardBillingFailedWorkMutation,
  useDiscardDomainsFailedWorkMutation,
  useDiscardLogsFailedWorkMutation,
  useDiscardMailFailedWorkMutation,
  useListFailedWorkQuery,
  useRetryAuthFailedWorkMutation,
  useRetryBillingFailedWorkMutation,
  useRetryDomainsFailedWorkMutation,
  useRetryLogsFailedWorkMutation,
  useRetryMailFailedWorkMutation,
} from '../api/admin-api.ts';
import { useGatheredParts } from '../live/use-gathered-parts.ts';
import { type Freshness, PARTS, useBacklogs } from '../system/use-backlogs.ts';

/** Failed work of each service with its actions, beside the waiting work, in the order of `useBacklogs`. */
export function useFailedWork(fresh: Freshness) {
  const backlogs = useBacklogs(fresh);
  const failed = useGatheredParts(useListFailedWorkQuery(undefined, fresh), PARTS);
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
    { retry: retryDomains, discard: discardDomains },
    { retry: retryMail, discard: discardMail },
    { retry: retryAuth, discard: discardAuth },
    { retry: retryBilling, discard: discardBilling },
    { retry: retryLogs, discard: discardLogs },
  ] as const;
  return backlogs.map(({ service, query }, index) => ({
    service,
    backlog: query,
    failed: failed[index]!,
    ...parts[index]!,
  }));
}
export type ServiceWork = ReturnType<typeof useFailedWork>[number];
