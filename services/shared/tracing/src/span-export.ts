import type { Tracer } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { SpanCounts } from './span-counts.ts';

/** Some megabytes. */
export const MAX_QUEUED_SPANS = 2_048;
const MAX_BATCH = 512;
const BATCH_EVERY_MS = 1_000;
/** What strangers write, such as a path, may be long. Characters. */
const MAX_ATTRIBUTE = 1_024;
const MAX_LINKS = 32;

export interface SpanExport {
  tracer: Tracer;
  readonly counts: Readonly<SpanCounts>;
  /** Sends what is left. */
  shutdown(): Promise<void>;
}

/**
 * Exports spans by OTLP over HTTP. Endpoint, headers and timeout come from the standard variables
 * (OTEL_EXPORTER_OTLP_ENDPOINT and related ones). Spans beyond the bounded queue are dropped, never waited for.
 *
 * @param service as `service.name`
 * @param instance distinguishes its processes
 */
export function beginExport(
  service: string,
  instance: string,
  exporter: SpanExporter = new OTLPTraceExporter(),
): SpanExport {
  const queue = new CountedQueue(exporter);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'palisade',
      'service.name': service,
      'service.instance.id': instance,
      'process.pid': process.pid,
    }),
    spanProcessors: [queue],
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE, linkCountLimit: MAX_LINKS },
  });
  return {
    tracer: provider.getTracer(service),
    counts: queue.counts,
    shutdown: () => provider.shutdown(),
  };
}

/** OpenTelemetry's batches, with a queue that knows what it lets in, what it drops and what arrives. */
class CountedQueue implements SpanProcessor {
  readonly counts: SpanCounts = { exported: 0, failed: 0, dropped: 0 };
  private readonly batches: BatchSpanProcessor;
  private waiting = 0;

  constructor(exporter: SpanExporter) {
    this.batches = new BatchSpanProcessor({
      exporter: {
        export: (spans, done) => {
          this.waiting -= spans.length;
          exporter.export(spans, (result) => {
            this.counts[isTaken(result) ? 'exported' : 'failed'] += spans.length;
            done(result);
          });
        },
        shutdown: () => exporter.shutdown(),
      },
      maxQueueSize: MAX_QUEUED_SPANS,
      maxExportBatchSize: MAX_BATCH,
      scheduledDelayMillis: BATCH_EVERY_MS,
    });
  }

  onStart(): void {
    // Nothing is known of a span before it has ended.
  }

  onEnd(span: ReadableSpan): void {
    if (this.waiting >= MAX_QUEUED_SPANS) {
      this.counts.dropped++;
      return;
    }
    this.waiting++;
    this.batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.batches.shutdown();
  }
}

const isTaken = ({ code }: ExportResult): boolean => code === ExportResultCode.SUCCESS;
