import type { LogRow } from '../log-store/log-row.types.ts';
import { MAX_LATE_MS, OVERLAP_MS, type TailSearch, TailWindow } from './tail-window.ts';

const T0 = Date.UTC(2026, 0, 1);
const row = (id: string, afterMs: number): LogRow =>
  ({ request_id: id, received_at: new Date(T0 + afterMs) }) as LogRow;
const begun = () => new TailWindow({ receivedAt: new Date(T0), requestId: 'begin' });
const idsOf = (rows: readonly LogRow[]) => rows.map(({ request_id }) => request_id);
/** A search that finds these, newest first, and takes so long. */
const look = (afterMs: number, rows: LogRow[], more: Partial<TailSearch> = {}): TailSearch => ({
  ...{ rows, isCut: false, searchedToMs: null, atMs: T0 + afterMs },
  ...more,
});

it('tells each record once, the oldest first', () => {
  const window = begun();
  const first = window.take(look(1_000, [row('b', 20), row('a', 10), row('begin', 0), row('before', -1)]));
  expect({ ids: idsOf(first.rows), hasGap: first.hasGap }).toEqual({ ids: ['a', 'b'], hasGap: false });
  expect(idsOf(window.take(look(2_000, [row('c', 30), row('b', 20), row('a', 10)])).rows)).toEqual(['c']);
  expect(window.position).toEqual({ receivedAt: new Date(T0 + 30), requestId: 'c' });
});

it('tells records that arrive late, and goes back for none of them', () => {
  const window = begun();
  expect(window.fromMs).toBe(T0);
  window.take(look(OVERLAP_MS, [row('b', OVERLAP_MS)]));
  expect(window.fromMs).toBe(T0);
  const late = window.take(look(OVERLAP_MS + 1_000, [row('b', OVERLAP_MS), row('late', 5)]));
  expect(idsOf(late.rows)).toEqual(['late']);
  expect(window.position.requestId).toBe('b');
});

it('moves on where nothing fits, as far as records come late', () => {
  const window = begun();
  const hourMs = 3_600_000;
  window.take(look(hourMs, []));
  expect(window.fromMs).toBe(T0 + hourMs - MAX_LATE_MS);
  expect(window.position.receivedAt).toEqual(new Date(T0 + hourMs - MAX_LATE_MS));
  const late = window.take(look(hourMs + 1_000, [row('late', hourMs - MAX_LATE_MS + 1)]));
  expect(idsOf(late.rows)).toEqual(['late']);
});

it.each<[string, LogRow[], boolean]>([
  ['reach what was told', [row('d', 40), row('c', 30), row('a', 10)], false],
  ['do not reach it', [row('d', 40), row('c', 30), row('b', 20)], true],
  ['have one that was told before in front', [row('ahead', 60_000), row('d', 40), row('c', 30)], true],
])('says where records are left out: those that %s', (_, found, hasGap) => {
  const window = begun();
  window.take(look(1_000, [row('ahead', 60_000), row('a', 10)]));
  expect(window.take(look(2_000, found, { isCut: true })).hasGap).toBe(hasGap);
});

it.each<[string, number, boolean]>([
  ['in what nobody has looked at', 61_000 - OVERLAP_MS, true],
  ['in what was looked at before', 60_000 - OVERLAP_MS, false],
])('says where records are left out: a search stopped %s', (_, searchedToMs, hasGap) => {
  const window = begun();
  window.take(look(60_000, []));
  const stopped = { searchedToMs: T0 + searchedToMs };
  expect(window.take(look(70_000, [], stopped)).hasGap).toBe(hasGap);
  // Reported once: the next search does not go back for it.
  expect(window.take(look(80_000, [], stopped)).hasGap).toBe(false);
});

it('tells what a clock that is ahead has stamped, and hides nothing of the others behind it', () => {
  const window = begun();
  window.take(look(1_000, [row('ahead', 300_000), row('a', 10)]));
  expect(window.position.requestId).toBe('a');
  const next = window.take(look(2_000, [row('ahead', 300_000), row('b', 1_500), row('a', 10)]));
  expect(idsOf(next.rows)).toEqual(['b']);
});

it('remembers no more than it needs', () => {
  const window = begun();
  for (let turn = 0; turn < 100; turn++) {
    const rows = Array.from({ length: 200 }, (_, i) => row(`${turn}-${i}`, turn * 1_000 + 200 - i));
    window.take(look(turn * 1_000 + 500, rows, { isCut: true }));
  }
  expect((window as unknown as { sentIds: Map<string, number> }).sentIds.size).toBeLessThanOrEqual(6_200);
});
