import { POOL_NAMES, POOLS } from '../../io/shares/pools.ts';
import { RequestDurations } from '../../pipeline/request-durations.ts';
import { newCounters } from '../../pipeline/worker-counters.ts';
import type { WorkerReport } from '../ipc/messages.ts';
import { WorkerTotals } from './worker-totals.ts';

const traced = (spanId: string) => ({ traceId: 'a'.repeat(32), spanId });
const report = (requests: number): WorkerReport => {
  const durations = new RequestDurations();
  durations.observe(200, requests, 0, traced(String(requests)));
  return {
    counters: { ...newCounters(), requests, openConnections: 5 },
    durations: durations.numbers(),
    exemplars: durations.exemplars(),
    pools: Object.fromEntries(
      POOL_NAMES.map((name) => [name, { used: 1, bound: POOLS[name].bound, refused: 2, shed: 3 }]),
    ) as WorkerReport['pools'],
    ...{ sites: 1, configRevision: 1, configChangedAtMs: 1, memoryBytes: 1, cpuMicros: 10 },
  };
};

it('the totals of workers keep what ended workers counted, and not what was open on them', () => {
  const ended = new WorkerTotals();
  ended.addEnded(report(7));
  const totals = new WorkerTotals();
  totals.addAllEnded(ended);
  totals.add(report(1));
  expect(totals.counters).toMatchObject({ requests: 8, openConnections: 5 });
  expect(totals.pools[POOL_NAMES[0]!]).toEqual({ refused: 4, shed: 6 });
  expect(totals.cpuMicros).toBe(20);
  const rows = totals.durations.rows('request_duration');
  expect(rows).toMatchObject([{ statusClass: '2xx', sumMs: 8 }]);
  // Each bucket has its last traced request: those within 1 ms, and those within 10.
  expect([...rows[0]!.exemplars]).toEqual([
    [0, { ...traced('1'), value: 0.001, atMs: expect.any(Number) }],
    [3, { ...traced('7'), value: 0.007, atMs: expect.any(Number) }],
  ]);
});
