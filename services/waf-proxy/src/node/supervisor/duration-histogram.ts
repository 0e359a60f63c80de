import { Exemplars } from '@palisade/tracing';
import type { Metric, Registry } from 'prom-client';
import {
  DURATION_BOUNDS_MS,
  DURATION_NAMES,
  DURATIONS,
  type DurationRow,
  type RequestDurations,
} from '../../pipeline/request-durations.ts';

/**
 * Adds the workers' histograms to a registry. prom-client's Histogram observes single values; these were counted in
 * other processes.
 */
export function registerDurations(registry: Registry, read: () => RequestDurations): void {
  for (const duration of DURATION_NAMES) {
    const name = metricName(duration);
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

/** Exemplars of the workers' histograms, with these additional labels. */
export function durationExemplars(durations: RequestDurations, labels: Record<string, string>): Exemplars {
  const exemplars = new Exemplars();
  for (const duration of DURATION_NAMES) {
    for (const row of durations.rows(duration)) {
      const own = { status_class: row.statusClass, ...labels };
      for (const [bucket, exemplar] of row.exemplars)
        exemplars.keep(metricName(duration), boundOf(bucket), own, exemplar);
    }
  }
  return exemplars;
}

const metricName = (duration: (typeof DURATION_NAMES)[number]): string => `palisade_edge_${duration}_seconds`;
const boundOf = (bucket: number): string => {
  const bound = DURATION_BOUNDS_MS[bucket];
  return bound === undefined ? '+Inf' : String(bound / 1_000);
};

/** Buckets are cumulative in the exposition format. */
function samples(name: string, { statusClass, buckets, sumMs }: DurationRow) {
  const labels = { status_class: statusClass };
  let count = 0;
  const cumulative = buckets.map((within, index) => {
    count += within;
    return { metricName: `${name}_bucket`, labels: { le: boundOf(index), ...labels }, value: count };
  });
  return [
    ...cumulative,
    { metricName: `${name}_sum`, labels, value: sumMs / 1_000 },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
