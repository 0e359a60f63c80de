export {
  type Exemplar,
  Exemplars,
  OPEN_METRICS_TYPE,
  toOpenMetrics,
  wantsOpenMetrics,
} from './open-metrics.ts';
export { samplingRatio, tracingFields } from './settings.ts';
export { SPAN_COUNTERS, type SpanCounts } from './span-counts.ts';
