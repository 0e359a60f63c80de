import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isWatched } from '../logging/access-log.ts';
import { MAX_USER_AGENT, requestScope } from '../logging/request-scope.ts';
import { arrive, type NewSpan, type OpenSpan, openSpan } from '../tracing/spans.ts';
import { rememberTrace, runIn, runInTrace } from '../tracing/trace-scope.ts';
import { toTraceparent } from '../tracing/traceparent.ts';
import { peersOf } from './peers.ts';

/**
 * Runs each request in its id and its trace, so that everything it causes can be found by them. Each request to the
 * gateway is part of a trace.
 *
 * @param tracingProxies for the gateway: proxies that decide about sampling
 */
export function traceRequests(server: FastifyInstance, tracingProxies: readonly string[] | undefined): void {
  const isTracing = tracingProxies && peersOf(tracingProxies);
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT);
    const begin = () => requestScope.run({ requestId: String(request.id), userAgent }, done);
    if (isTracing && !isWatched(request))
      arriveAtDoor(request, reply, isTracing(request.socket.remoteAddress), begin);
    else runInTrace(request.headers.traceparent, () => beginSpan(request, reply, begin));
  });
}

function arriveAtDoor(
  request: FastifyRequest,
  reply: FastifyReply,
  isTrusted: boolean,
  begin: () => void,
): void {
  const { headers } = request;
  const { trace, span } = arrive(headers.traceparent, isTrusted, spanOf(request));
  if (span !== null) endWithAnswer(span, request, reply);
  if (headers.traceparent === undefined) delete headers.tracestate;
  headers.traceparent = toTraceparent(trace);
  runIn(trace, begin);
}

function beginSpan(request: FastifyRequest, reply: FastifyReply, begin: () => void): void {
  const span = isWatched(request) ? null : openSpan(spanOf(request));
  if (span === null) {
    begin();
    return;
  }
  endWithAnswer(span, request, reply);
  runIn(span.trace, begin);
}

/** The route as it is declared: addresses hold what callers write into them. */
function spanOf(request: FastifyRequest): NewSpan {
  const route = request.routeOptions.url ?? '';
  return {
    kind: 'server',
    name: route === '' ? request.method : `${request.method} ${route}`,
    attributes: {
      'http.request.method': request.method,
      'url.scheme': request.protocol,
      'palisade.request.id': String(request.id),
      ...(route !== '' && { 'http.route': route }),
    },
  };
}

/** Also where the client has gone before the end. */
function endWithAnswer(span: OpenSpan, request: FastifyRequest, { raw }: FastifyReply): void {
  rememberTrace(request, span.trace);
  raw.once('close', () => {
    span.set({ 'http.response.status_code': raw.statusCode });
    if (raw.statusCode >= 500) span.fail(String(raw.statusCode));
    else if (!raw.writableFinished) span.fail('client_gone');
    span.end();
  });
}
