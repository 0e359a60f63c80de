import { LATENCY_BOUNDS_MS } from '../records/roll-ups.rules.ts';

/**
 * A percentile of the duration in milliseconds, from counts per latency class, by linear interpolation within the
 * class. The last class has no upper bound, so its lower bound is returned.
 *
 * @param counts requests per class, one more than there are bounds
 */
export function latencyPercentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = share * total;
  let below = 0;
  for (const [i, count] of counts.entries()) {
    if (count > 0 && below + count >= wanted) {
      const lower = i === 0 ? 0 : LATENCY_BOUNDS_MS[i - 1]!;
      const upper = LATENCY_BOUNDS_MS[i] ?? lower;
      return Math.round((lower + ((wanted - below) / count) * (upper - lower)) * 10) / 10;
    }
    below += count;
  }
  return null;
}

/** The 50th, 90th and 99th percentile in milliseconds; null without any requests. */
export function latencyOf(sums: readonly { value: string; requests: number }[]) {
  const counts = Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, () => 0);
  for (const { value, requests } of sums) if (Number(value) in counts) counts[Number(value)] = requests;
  return {
    p50: latencyPercentile(counts, 0.5),
    p90: latencyPercentile(counts, 0.9),
    p99: latencyPercentile(counts, 0.99),
  };
}
