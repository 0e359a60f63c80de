/** Counters of a process's spans. */
export interface SpanCounts {
  /** The collector has them. */
  exported: number;
  /** The collector did not take them, or did not answer in time. */
  failed: number;
  /** Too many were waiting. */
  dropped: number;
}

/** As `/metrics` of every process names them. */
export const SPAN_COUNTERS = {
  name: 'palisade_spans_total',
  help: 'Spans of sampled traces, by whether the collector has them: exported, failed (not taken, or not in time), dropped (too many waited)',
} as const;
