import { useGetDomainDnsQuery } from '../../../entities/domain/domains-api.ts';

/** How often records are looked for while somebody waits and the tab is in front. */
export const POLL_MS = 10_000;

/** What DNS says of a domain's records, again and again. */
export function useDnsState(domainId: string) {
  return useGetDomainDnsQuery(
    { id: domainId },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
}
