export { samplingRatio, tracingFields } from './settings.ts';
export { SPAN_COUNTERS, type SpanCounts } from './span-counts.ts';
