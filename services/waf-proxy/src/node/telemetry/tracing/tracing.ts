import type { SpanCounts } from '@palisade/tracing';
import { beginExport } from '@palisade/tracing/export';
import { ConfigTracer } from './config-tracer.ts';
import { RequestTracer } from './request-tracer.ts';

export interface TracingOptions {
  /** Share of requests, 0–1. */
  ratio: number;
  nodeId: string;
}

export interface Tracing {
  tracer: RequestTracer;
  readonly counts: Readonly<SpanCounts>;
  /** Sends what is left. */
  shutdown(): Promise<void>;
}

/** The edge's spans, on the way that those of all services go. */
export function beginTracing({ ratio, nodeId }: TracingOptions): Tracing {
  const { tracer, counts, shutdown } = beginExport('palisade-edge', nodeId);
  return { tracer: new RequestTracer(tracer, ratio), counts, shutdown };
}

export interface ConfigTracing {
  tracer: ConfigTracer;
  /** Sends what is left. */
  shutdown(): Promise<void>;
}

/** The supervisor's: it takes over what is published. */
export function beginConfigTracing(nodeId: string): ConfigTracing {
  const { tracer, shutdown } = beginExport('palisade-edge', nodeId);
  return { tracer: new ConfigTracer(tracer), shutdown };
}
