import { useGetDomainDnsQuery } from '../../../entities/domain/domains-api.ts';

/** Poll interval while the tab is visible. */
export const POLL_MS = 10_000;

/** The DNS state of a domain's records, polled. */
export function useDnsState(domainId: string) {
  return useGetDomainDnsQuery(
    { id: domainId },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
}
