import type { Metric, Registry } from 'prom-client';
import {
  DURATION_BOUNDS_MS,
  DURATION_NAMES,
  DURATIONS,
  type DurationRow,
  type RequestDurations,
} from '../../pipeline/request-durations.ts';

/**
 * Adds the workers' histograms to a registry. prom-client's own Histogram observes one value after another; these were
 * counted in other processes.
 */
export function registerDurations(registry: Registry, read: () => RequestDurations): void {
  for (const duration of DURATION_NAMES) {
    const name = `palisade_edge_${duration}_seconds`;
    const help = DURATIONS[duration];
    const metric = {
      name,
      get: async () => ({
        ...{ name, help, type: 'histogram', aggregator: 'sum' },
        values: read()
          .rows(duration)
          .flatMap((row) => samples(name, row)),
      }),
      reset: () => undefined,
    };
    registry.registerMetric(metric as unknown as Metric);
  }
}

/** In the exposition format buckets are cumulative. */
function samples(name: string, { statusClass, buckets, sumMs }: DurationRow) {
  const labels = { status_class: statusClass };
  let count = 0;
  const cumulative = buckets.map((within, index) => {
    count += within;
    const bound = DURATION_BOUNDS_MS[index];
    const le = bound === undefined ? '+Inf' : String(bound / 1_000);
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...cumulative,
    { metricName: `${name}_sum`, labels, value: sumMs / 1_000 },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
