import { POOL_NAMES, type PoolName } from '../../io/shares/pools.ts';
import { RequestDurations } from '../../pipeline/request-durations.ts';
import { COUNTER_NAMES, GAUGE_NAMES, type WorkerCounters } from '../../pipeline/worker-counters.ts';
import type { WorkerReport } from '../ipc/messages.ts';

/** As much of a report as is added up by names. */
interface Counted {
  counters: Partial<WorkerCounters>;
  pools: Record<PoolName, { refused: number; shed: number }>;
  cpuMicros: number;
}

/** What workers have counted, added up. Those that have ended stay in it, so that what only rises never falls. */
export class WorkerTotals {
  readonly counters: Partial<WorkerCounters> = {};
  readonly durations = new RequestDurations();
  readonly pools: Counted['pools'] = Object.fromEntries(
    POOL_NAMES.map((name) => [name, { refused: 0, shed: 0 }]),
  ) as Counted['pools'];
  cpuMicros = 0;

  /** Of a running worker. */
  add(report: WorkerReport): void {
    this.addEnded(report);
    for (const name of GAUGE_NAMES) this.count(name, report.counters[name]);
  }

  /** Of a worker that has ended: without its gauges. */
  addEnded({
    durations,
    exemplars,
    ...counted
  }: Counted & Pick<WorkerReport, 'durations' | 'exemplars'>): void {
    for (const name of COUNTER_NAMES) this.count(name, counted.counters[name] ?? 0);
    this.durations.add(durations);
    this.durations.addExemplars(exemplars);
    for (const name of POOL_NAMES) {
      this.pools[name].refused += counted.pools[name].refused;
      this.pools[name].shed += counted.pools[name].shed;
    }
    this.cpuMicros += counted.cpuMicros;
  }

  /** All that others have of workers that have ended. */
  addAllEnded({ counters, pools, cpuMicros, durations }: WorkerTotals): void {
    this.addEnded({
      counters,
      pools,
      cpuMicros,
      durations: durations.numbers(),
      exemplars: durations.exemplars(),
    });
  }

  private count(name: keyof WorkerCounters, value: number): void {
    this.counters[name] = (this.counters[name] ?? 0) + value;
  }
}
