import { useState } from 'react';

/**
 * How often an answer is asked for that itself tells whether anything of it is awaited.
 * @param everyMs between two times while something is
 * @returns the interval for the query, in milliseconds (0: not again), and how its answer tells; at every rendering, whatever it says
 */
export function usePollWhile(everyMs: number): [pollingInterval: number, tell: (isAwaited: boolean) => void] {
  const [isAwaited, setAwaited] = useState(false);
  const tell = (now: boolean) => {
    if (now !== isAwaited) setAwaited(now);
  };
  return [isAwaited ? everyMs : 0, tell];
}
