import { Exemplars } from '@palisade/tracing';
import { Histogram, type Registry } from 'prom-client';
import { currentTrace } from '../tracing/trace-scope.ts';
import type { Trace } from '../tracing/traceparent.ts';

/** Upper bounds, seconds: what a page waits for, up to the longest statement. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Names and labels are those of OpenTelemetry's semantic conventions as Prometheus writes them. Values of labels come from
 * what the service declares (routes, methods, events, statements' first words, tables, queues), never from a caller, so that their number
 * is bounded.
 */
const DURATIONS = {
  http: {
    name: 'http_server_request_duration_seconds',
    help: 'Time from a request’s head to the end of its answer',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
  },
  rpc: {
    name: 'rpc_server_call_duration_seconds',
    help: 'Time that a gRPC call from another service took',
    labelNames: ['rpc_method', 'rpc_response_status_code'],
  },
  event: {
    name: 'messaging_process_duration_seconds',
    help: 'Time that the handler of an event took, a batch as one',
    labelNames: ['messaging_destination_name', 'error_type'],
  },
  statement: {
    name: 'db_client_operation_duration_seconds',
    help: 'Time that a statement took in the database',
    labelNames: ['db_operation_name', 'db_collection_name', 'error_type'],
  },
  job: {
    name: 'palisade_job_duration_seconds',
    help: 'Time that a job of a queue took',
    // Not `job`: Prometheus keeps that for the process.
    labelNames: ['queue', 'task', 'error_type'],
  },
} as const;

export type DurationKind = keyof typeof DURATIONS;
export type DurationLabels<Kind extends DurationKind> = Readonly<
  Record<(typeof DURATIONS)[Kind]['labelNames'][number], string>
>;

const exemplarsByRegistry = new WeakMap<Registry, Exemplars>();

/** Exemplars of all histograms of a registry. */
export function exemplarsOf(registry: Registry): Exemplars {
  const known = exemplarsByRegistry.get(registry) ?? new Exemplars();
  exemplarsByRegistry.set(registry, known);
  return known;
}

/** The histogram of a kind, made in the registry when it is first asked for. */
export function durationsOf<Kind extends DurationKind>(registry: Registry, kind: Kind) {
  const { name, help, labelNames } = DURATIONS[kind];
  const known = registry.getSingleMetric(name) as Histogram<string> | undefined;
  const histogram =
    known ??
    new Histogram<string>({
      name,
      help,
      labelNames: [...labelNames],
      buckets: BUCKETS,
      registers: [registry],
    });
  const exemplars = exemplarsOf(registry);
  return {
    /** Exemplars link slow observations to their trace, where that is sampled. */
    observe: (labels: DurationLabels<Kind>, ms: number, trace: Trace | undefined = currentTrace()) => {
      const value = ms / 1_000;
      histogram.observe(labels, value);
      if (trace?.isSampled !== true) return;
      const le = String(BUCKETS.find((bound) => value <= bound) ?? '+Inf');
      const { id: traceId, spanId } = trace;
      exemplars.keep(name, le, labels, { traceId, spanId, value, atMs: Date.now() });
    },
  };
}
