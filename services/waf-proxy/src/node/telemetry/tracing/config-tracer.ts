import { SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { parseTraceParent } from '../../../http/trace-parent.ts';
import { under } from './remote-parent.ts';

/** A span for each config that a node applies, in the trace of the change that caused it, if that is sampled. */
export class ConfigTracer {
  private readonly tracer: Tracer;

  constructor(tracer: Tracer) {
    this.tracer = tracer;
  }

  /** @param take returns the version that the node holds afterwards; null: none */
  taking(siteId: string, traceparent: string, take: () => bigint | null): bigint | null {
    const parent = parseTraceParent(traceparent);
    if (parent?.sampled !== true) return take();
    const attributes = { 'palisade.site.id': siteId };
    const options = { kind: SpanKind.CONSUMER, attributes };
    const span = this.tracer.startSpan('take site config', options, under(parent));
    const version = take();
    if (version === null) span.setStatus({ code: SpanStatusCode.ERROR });
    else span.setAttribute('palisade.config.version', String(version));
    span.end();
    return version;
  }
}
