import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { RequestTracer } from './request-tracer.ts';

export interface TracingOptions {
  /** Share of requests, 0–1. */
  ratio: number;
  nodeId: string;
}

export interface Tracing {
  tracer: RequestTracer;
  /** Sends what is left. */
  shutdown(): Promise<void>;
}

/**
 * Sends spans by OTLP over HTTP. Where to, with what headers and how patiently is read from the standard variables
 * (OTEL_EXPORTER_OTLP_ENDPOINT and its kin). Spans beyond the bounded queue are dropped, never waited for.
 */
export function beginTracing({ ratio, nodeId }: TracingOptions): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'palisade-edge',
      'service.instance.id': nodeId,
      'process.pid': process.pid,
    }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: 1_000 }),
    ],
    spanLimits: { attributeValueLengthLimit: 1_024 },
  });
  return {
    tracer: new RequestTracer(provider.getTracer('palisade-edge'), ratio),
    shutdown: () => provider.shutdown(),
  };
}
