import type { GetAttentionApiResponse } from '../../../shared/api/admin-api.gen.ts';
import { useGetAttentionQuery } from '../api/admin-api.ts';

/** Polling while the tab is visible. */
const FRESH = {
  pollingInterval: 30_000,
  skipPollingIfUnfocused: true,
  /** Seconds; several cards of a screen share an answer. */
  refetchOnMountOrArgChange: 10,
} as const;

/** All services' parts of the overview; a failed part does not affect the others. */
export const useAttention = () => useGetAttentionQuery(undefined, FRESH);

/** One part as a query of its own. */
export function useAttentionPart<Part extends keyof GetAttentionApiResponse>(part: Part) {
  const { data, error, isLoading, refetch } = useAttention();
  const { data: own, problem } = data?.[part] ?? {};
  return {
    data: own as NonNullable<GetAttentionApiResponse[Part]['data']> | undefined,
    error: error ?? (problem && { status: problem.status, data: problem }),
    isLoading,
    refetch,
  };
}
