import type { LogRow } from '../log-store/log-row.types.ts';
import { OVERLAP_MS, TailWindow } from './tail-window.ts';

const T0 = Date.UTC(2026, 0, 1);
const row = (id: string, afterMs: number): LogRow =>
  ({ request_id: id, received_at: new Date(T0 + afterMs) }) as LogRow;
const begun = () => new TailWindow({ receivedAt: new Date(T0), requestId: 'begin' });
const idsOf = (rows: readonly LogRow[]) => rows.map(({ request_id }) => request_id);

it('tells each record once, the oldest first', () => {
  const window = begun();
  const first = window.take([row('b', 20), row('a', 10), row('begin', 0), row('before', -1)], false);
  expect({ ids: idsOf(first.rows), hasGap: first.hasGap }).toEqual({ ids: ['a', 'b'], hasGap: false });
  expect(idsOf(window.take([row('c', 30), row('b', 20), row('a', 10)], false).rows)).toEqual(['c']);
  expect(window.position).toEqual({ receivedAt: new Date(T0 + 30), requestId: 'c' });
});

it('tells records that arrive late, and goes back for none of them', () => {
  const window = begun();
  expect(window.fromMs).toBe(T0);
  window.take([row('b', OVERLAP_MS)], false);
  expect(window.fromMs).toBe(T0);
  expect(idsOf(window.take([row('b', OVERLAP_MS), row('late', 5)], false).rows)).toEqual(['late']);
  expect(window.position.requestId).toBe('b');
});

it.each<[string, LogRow[], boolean]>([
  ['reach what was told', [row('d', 40), row('c', 30), row('a', 10)], false],
  ['do not reach it', [row('d', 40), row('c', 30), row('b', 20)], true],
])('says where records are left out: those that %s', (_, found, hasGap) => {
  const window = begun();
  window.take([row('a', 10)], false);
  expect(window.take(found, true).hasGap).toBe(hasGap);
});

it('remembers no more than it needs', () => {
  const window = begun();
  for (let turn = 0; turn < 100; turn++)
    window.take(
      Array.from({ length: 200 }, (_, i) => row(`${turn}-${i}`, turn * 1_000 + 200 - i)),
      true,
    );
  expect((window as unknown as { told: Map<string, number> }).told.size).toBeLessThanOrEqual(6_200);
});
