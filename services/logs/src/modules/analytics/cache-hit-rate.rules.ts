import { percentage } from '../roll-ups/percentages.rules.ts';

/** Statuses of responses that the cache gave without waiting for the origin. */
const ANSWERED: ReadonlySet<string> = new Set(['hit', 'stale', 'revalidated']);
/** Statuses of requests that bypass the cache, or whose response may not be stored. */
const NOT_ASKED: ReadonlySet<string> = new Set(['', 'bypass']);

/** Percent; null without cacheable requests. */
export function cacheHitRate(statuses: readonly { value: string; requests: number }[]): number | null {
  let asked = 0;
  let answered = 0;
  for (const { value, requests } of statuses) {
    if (NOT_ASKED.has(value)) continue;
    asked += requests;
    if (ANSWERED.has(value)) answered += requests;
  }
  return asked === 0 ? null : percentage(answered, asked);
}
