import { backoff } from '@palisade/basics';

/** Resolves after `ms`, or at once when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish, { once: true });
  });
}

/** Doubling from `first` to `max`, with up to a quarter taken off at random so that instances do not retry in step. */
export function backOff(failures: number, first: number, max: number): number {
  const full = backoff(failures, first, max);
  return full * (1 - Math.random() / 4);
}
