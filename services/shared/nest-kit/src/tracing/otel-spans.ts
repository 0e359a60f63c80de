import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import type { SpanExport } from '@palisade/tracing/export';
import type { NewSpan, OpenSpan, SpanAttributes, SpanMaker } from './spans.ts';
import type { Trace } from './traceparent.ts';

const KINDS: Readonly<Record<NewSpan['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Spans by OpenTelemetry's SDK. Loaded only where there is a collector: it is larger than what else a service is made of. */
export const otelSpans = ({ tracer }: SpanExport, ratio: number): SpanMaker => ({
  ratio,
  open: (parent, { kind, name, attributes, links, startTime }) => {
    const span = tracer.startSpan(
      name,
      {
        kind: KINDS[kind],
        attributes: { ...attributes },
        ...(links && { links: links.map((link) => ({ context: spanContext(link) })) }),
        ...(startTime !== undefined && { startTime }),
      },
      under(parent),
    );
    const { traceId, spanId } = span.spanContext();
    const open: OpenSpan = {
      trace: { id: traceId, spanId, isSampled: true },
      set: (more: SpanAttributes) => void span.setAttributes({ ...more }),
      fail: (errorType) => {
        span.setAttribute('error.type', errorType);
        span.setStatus({ code: SpanStatusCode.ERROR });
      },
      end: () => span.end(),
    };
    return open;
  },
});

const under = (parent: Trace | null): Context =>
  parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContext(parent));

const spanContext = ({ id, spanId }: Trace) => ({
  traceId: id,
  spanId,
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
});
