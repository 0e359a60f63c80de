import { MINUTE_MS } from '@palisade/basics';
import type { TrafficStep } from './past-traffic.rules.ts';

/** The end of a window: its requests, and those of them that would be read. */
export interface NewestPart {
  fromMs: number;
  requests: number;
  candidates: number;
}

/**
 * The newest minutes of a window that have at most `maxRows` candidates together. If the newest minute alone has more, the part at its
 * end that would have `maxRows` candidates if they were spread evenly.
 */
export function newestPart(
  minutes: readonly TrafficStep[],
  candidatesOf: (minute: TrafficStep) => number,
  toMs: number,
  maxRows: number,
): NewestPart {
  let part: NewestPart = { fromMs: toMs, requests: 0, candidates: 0 };
  for (const minute of minutes.toSorted((a, b) => b.timeMs - a.timeMs)) {
    const own = candidatesOf(minute);
    if (part.candidates + own <= maxRows) {
      part = {
        fromMs: minute.timeMs,
        requests: part.requests + minute.requests,
        candidates: part.candidates + own,
      };
      continue;
    }
    if (part.candidates > 0) return part;
    const share = maxRows / own;
    return {
      fromMs: minute.timeMs + Math.floor(MINUTE_MS * (1 - share)),
      requests: part.requests + minute.requests * share,
      candidates: maxRows,
    };
  }
  return part;
}
