import { percentage } from '../roll-ups/percentages.rules.ts';

/** What the cache answered without waiting for the origin. */
const ANSWERED: ReadonlySet<string> = new Set(['hit', 'stale', 'revalidated']);
/** It was not asked, or may not keep such an answer. */
const NOT_ASKED: ReadonlySet<string> = new Set(['', 'bypass']);

/** Percent; null where it was asked for nothing. */
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
