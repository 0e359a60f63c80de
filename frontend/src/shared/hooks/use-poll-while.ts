import { useState } from 'react';

/**
 * Polls a query while its own response says that something is pending.
 * @param everyMs polling interval while something is
 * @returns the interval for the query, in milliseconds (0: no polling), and a function that reports each response
 */
export function usePollWhile(everyMs: number): [pollingInterval: number, tell: (isAwaited: boolean) => void] {
  const [isAwaited, setAwaited] = useState(false);
  const tell = (now: boolean) => {
    if (now !== isAwaited) setAwaited(now);
  };
  return [isAwaited ? everyMs : 0, tell];
}
