import { HOUR_MS } from '@palisade/basics';
import fc from 'fast-check';
import {
  type CandidateHour,
  searchWindows,
  windowsBefore,
  windowsSince,
  windowsWithin,
} from './search-windows.ts';

const NOON = Date.UTC(2026, 2, 10, 12);
const hoursAgo = (count: number, rows: number): CandidateHour => ({ hourMs: NOON - count * HOUR_MS, rows });

describe('windows of a search', () => {
  it('takes quiet neighbours together and stops at a gap', () => {
    const windows = [...searchWindows([hoursAgo(0, 5), hoursAgo(1, 5), hoursAgo(4, 5)], 100)];
    expect(windows).toEqual([
      { fromMs: NOON - HOUR_MS, toMs: NOON + HOUR_MS, rows: 10 },
      { fromMs: NOON - 4 * HOUR_MS, toMs: NOON - 3 * HOUR_MS, rows: 5 },
    ]);
  });

  it('cuts a busy hour into parts, the newest first', () => {
    const windows = [...searchWindows([hoursAgo(0, 200)], 100)];
    expect(windows).toEqual([
      { fromMs: NOON + HOUR_MS / 2, toMs: NOON + HOUR_MS, rows: 100 },
      { fromMs: NOON, toMs: NOON + HOUR_MS / 2, rows: 100 },
    ]);
  });

  const quarters = () => searchWindows([hoursAgo(0, 400)], 100);
  const quarterMs = HOUR_MS / 4;

  it('leaves out those parts of an hour that a time does not touch', () => {
    const span = { fromMs: NOON + quarterMs + 1, toMs: NOON + 3 * quarterMs };
    expect([...windowsWithin(quarters(), span, NOON + HOUR_MS)]).toEqual([
      { fromMs: NOON + 2 * quarterMs, toMs: NOON + 3 * quarterMs, rows: 100 },
      { fromMs: NOON + quarterMs, toMs: NOON + 2 * quarterMs, rows: 100 },
    ]);
  });

  it('reads what is left of the hour at once', () => {
    const span = { fromMs: 0, toMs: Number.POSITIVE_INFINITY };
    expect([...windowsWithin(quarters(), span, NOON + 1)]).toEqual([
      { fromMs: NOON + quarterMs, toMs: NOON + HOUR_MS, rows: 0 },
      { fromMs: NOON, toMs: NOON + quarterMs, rows: 100 },
    ]);
  });

  it('covers every candidate hour exactly once, in order, in bounded pieces', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ ago: fc.nat(200), rows: fc.nat(1000) }), { selector: ({ ago }) => ago }),
        fc.integer({ min: 1, max: 300 }),
        (made, most) => {
          const hours = made.toSorted((a, b) => a.ago - b.ago).map(({ ago, rows }) => hoursAgo(ago, rows));
          const windows = [...searchWindows(hours, most)];
          let covered = 0;
          for (const [i, { fromMs, toMs, rows }] of windows.entries()) {
            expect(fromMs).toBeLessThan(toMs);
            expect(rows).toBeLessThanOrEqual(most);
            if (i > 0) expect(toMs).toBeLessThanOrEqual(windows[i - 1]!.fromMs);
            covered += toMs - fromMs;
          }
          expect(covered).toBe(hours.length * HOUR_MS);
          for (const { hourMs } of hours)
            expect(windows.some(({ fromMs, toMs }) => fromMs <= hourMs && hourMs < toMs)).toBe(true);
        },
      ),
    );
  });

  it('are divided by a moment so that nothing is left out and nothing is read twice', () => {
    const windows = [...searchWindows([hoursAgo(0, 400), hoursAgo(3, 60)], 200)];
    const ms = NOON + quarterMs;
    expect(windowsSince(windows, ms)).toEqual([
      { fromMs: NOON + 2 * quarterMs, toMs: NOON + HOUR_MS, rows: 200 },
      { fromMs: ms, toMs: NOON + 2 * quarterMs, rows: 100 },
    ]);
    expect(windowsBefore(windows, ms)).toEqual([
      { fromMs: NOON, toMs: ms, rows: 100 },
      { fromMs: NOON - 3 * HOUR_MS, toMs: NOON - 2 * HOUR_MS, rows: 60 },
    ]);
    expect(windowsBefore(windows, NOON)).toEqual([windows[2]]);
  });
});
