/** States that change by themselves are read again while their tab is open and looked at. */
export const FRESH = {
  pollingInterval: 10_000,
  skipPollingIfUnfocused: true,
  refetchOnMountOrArgChange: true,
} as const;
