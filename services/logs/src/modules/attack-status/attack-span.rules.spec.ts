import { MINUTE_MS } from '@palisade/basics';
import { attackSpan } from './attack-span.rules.ts';

/** Blocked requests per minute, newest first; minutes without any have no row. */
const minutes = (...counts: number[]) =>
  counts
    .map((blocked, back) => ({ timeMs: (1000 - back) * MINUTE_MS, blocked }))
    .filter(({ blocked }) => blocked > 0);
const quiet = (count: number): number[] => Array.from({ length: count }, () => 0);

describe('since when an attack goes on', () => {
  it('is the first of the busy minutes, and what came before is not counted', () => {
    expect(attackSpan(minutes(40, 60, 50, 1, 1), 100)).toEqual({ sinceMs: 998 * MINUTE_MS, blocked: 150 });
  });
  it('bridges a short pause, with what was blocked in it', () => {
    const span = attackSpan(minutes(40, 2, ...quiet(7), 50), 100);
    expect(span).toEqual({ sinceMs: 991 * MINUTE_MS, blocked: 92 });
  });
  it('ends at a long one', () => {
    expect(attackSpan(minutes(40, ...quiet(11), 500), 100)).toEqual({
      sinceMs: 1000 * MINUTE_MS,
      blocked: 40,
    });
  });
  it('is nothing where no minute is busy', () => {
    expect(attackSpan(minutes(1, 2, 1), 100)).toBeNull();
    expect(attackSpan([], 100)).toBeNull();
  });
});
