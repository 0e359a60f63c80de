import { POOL_NAMES, type PoolName } from '../../io/shares/pools.ts';
import { RequestDurations } from '../../pipeline/request-durations.ts';
import { COUNTER_NAMES, GAUGE_NAMES, type WorkerCounters } from '../../pipeline/worker-counters.ts';
import type { WorkerReport } from '../ipc/messages.ts';

/** What workers have counted, added up. Those that have ended stay in it, so that what only rises never falls. */
export class WorkerTotals {
  readonly counters: Partial<WorkerCounters> = {};
  readonly durations = new RequestDurations();
  readonly pools = Object.fromEntries(POOL_NAMES.map((name) => [name, { refused: 0, shed: 0 }])) as Record<
    PoolName,
    { refused: number; shed: number }
  >;
  cpuMicros = 0;

  /** Of a worker that lives. */
  add(report: WorkerReport): void {
    this.addEnded(report);
    for (const name of GAUGE_NAMES) this.count(name, report.counters[name]);
  }

  /** Of one that has ended: without what was true for the moment only. */
  addEnded(report: WorkerReport): void {
    for (const name of COUNTER_NAMES) this.count(name, report.counters[name]);
    this.durations.add(report.durations);
    for (const name of POOL_NAMES) {
      this.pools[name].refused += report.pools[name].refused;
      this.pools[name].shed += report.pools[name].shed;
    }
    this.cpuMicros += report.cpuMicros;
  }

  addAll(others: WorkerTotals): void {
    for (const [name, value] of Object.entries(others.counters))
      this.count(name as keyof WorkerCounters, value);
    this.durations.add(others.durations.numbers());
    for (const name of POOL_NAMES) {
      this.pools[name].refused += others.pools[name].refused;
      this.pools[name].shed += others.pools[name].shed;
    }
    this.cpuMicros += others.cpuMicros;
  }

  private count(name: keyof WorkerCounters, value: number): void {
    this.counters[name] = (this.counters[name] ?? 0) + value;
  }
}
