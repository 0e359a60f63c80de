import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { NO_SITES_PRIVACY } from '../../../features/recording/privacy/log-privacy.ts';
import { formatTraceParent, parseTraceParent } from '../../../http/trace-parent.ts';
import type { RequestContext, RequestTrace } from '../../../request/request-context.ts';
import { EdgeAction } from '../../../request/verdict.ts';
import { under } from './remote-parent.ts';

/**
 * Spans of a sampled share of requests, named as the OpenTelemetry conventions for HTTP name them. A request that is
 * not sampled costs one random number; what its client says about tracing goes on to the origin untouched.
 */
export class RequestTracer {
  private readonly tracer: Tracer;
  private readonly ratio: number;

  /** @param ratio share of requests, 0–1, that begin a trace; a trusted proxy's decision goes before it. */
  constructor(tracer: Tracer, ratio: number) {
    this.tracer = tracer;
    this.ratio = ratio;
  }

  begin(context: RequestContext): RequestTrace | null {
    const parent = context.connection.peerTrusted ? inboundParent(context.rawHeaders) : null;
    if (parent === null ? Math.random() >= this.ratio : !parent.sampled) return null;
    const above = parent === null ? ROOT_CONTEXT : under(parent);
    const options = { kind: SpanKind.SERVER, startTime: context.receivedAtMs };
    const server = this.tracer.startSpan(context.method, options, above);
    return new SampledRequest(this.tracer, server, trace.setSpan(above, server));
  }
}

/** The spans of one sampled request. */
class SampledRequest implements RequestTrace {
  readonly traceId: string;
  readonly spanId: string;
  private readonly tracer: Tracer;
  private readonly server: Span;
  private readonly parent: Context;
  /** Span of the exchange with the origin; null before it. */
  private client: Span | null = null;

  constructor(tracer: Tracer, server: Span, parent: Context) {
    ({ traceId: this.traceId, spanId: this.spanId } = server.spanContext());
    this.tracer = tracer;
    this.server = server;
    this.parent = parent;
  }

  forwarded(context: RequestContext): string {
    this.client?.end();
    const options = { kind: SpanKind.CLIENT, attributes: { 'http.request.method': context.method } };
    this.client = this.tracer.startSpan(context.method, options, this.parent);
    const { traceId, spanId } = this.client.spanContext();
    return formatTraceParent(traceId, spanId);
  }

  ended(context: RequestContext): void {
    const { client, server } = this;
    if (client !== null) {
      if (context.originStatus > 0) client.setAttribute('http.response.status_code', context.originStatus);
      else client.setStatus({ code: SpanStatusCode.ERROR, message: context.reason });
      client.end();
    }
    server.setAttributes(attributesOf(context));
    // A refusal is the edge at work; only what failed is an error (HTTP conventions: 5xx on the server's side).
    if (context.status >= 500 || context.engineFailed) {
      server.setStatus({ code: SpanStatusCode.ERROR, message: context.reason });
    }
    server.end();
  }
}

function attributesOf(context: RequestContext): Attributes {
  const { site, head, connection } = context;
  const privacy = site?.logPrivacy ?? NO_SITES_PRIVACY;
  const question = head.target.indexOf('?');
  return {
    'http.request.method': context.method,
    'url.scheme': context.scheme,
    // Without the query, which may hold what should not be spread.
    'url.path': question < 0 ? head.target : head.target.slice(0, question),
    'server.address': head.host,
    'server.port': connection.localPort,
    'network.protocol.name': 'http',
    'network.protocol.version': context.protocol.slice(5),
    ...(privacy.addresses === 'full' && { 'client.address': context.client.text }),
    ...(!privacy.omitsUserAgent && { 'user_agent.original': head.userAgent }),
    'http.response.status_code': context.status,
    'palisade.request.id': context.requestId,
    'palisade.site.id': site?.siteId ?? '',
    'palisade.action': EdgeAction[context.action],
    'palisade.reason': context.reason,
  };
}

function inboundParent(rawHeaders: readonly string[]) {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 11 && name.toLowerCase() === 'traceparent') {
      return parseTraceParent(rawHeaders[index + 1]!);
    }
  }
  return null;
}
