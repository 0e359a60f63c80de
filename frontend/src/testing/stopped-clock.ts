import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

const realTimeout = globalThis.setTimeout;
/** Answers of the fake API take a few turns of the real event loop. */
const TURN_MS = 20;
const AT_MOST_TURNS = 500;

/**
 * Stops the page's clock, so that a delay can be tested to the millisecond. To be called once all chunks of the page
 * have loaded; `jest.useRealTimers()` starts it again.
 */
export function stopClock() {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
  return {
    pass: (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms)),
    /** Waits for what needs no time of the page, such as an answer of the API. */
    until: async (what: string, holds: () => boolean) => {
      for (let turn = 0; turn < AT_MOST_TURNS; turn++) {
        if (holds()) return;
        await act(() => new Promise<void>((resolve) => realTimeout(resolve, TURN_MS)));
      }
      throw new Error(`It never came to this: ${what}`);
    },
  };
}
