import type { GetAttentionApiResponse } from '../../../shared/api/admin-api.gen.ts';
import { useGetAttentionQuery } from '../common/admin-api.ts';

/** Asked again by itself, as long as somebody looks. */
const FRESH = {
  pollingInterval: 30_000,
  skipPollingIfUnfocused: true,
  /** Seconds: several cards of a screen show parts of one answer. */
  refetchOnMountOrArgChange: 10,
} as const;

/** Every service's part of what an operator looks at first; a part that cannot be had leaves the others as they are. */
export const useAttention = () => useGetAttentionQuery(undefined, FRESH);

/** One part as a query of its own, for a card that shows it alone. */
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
