import type { IncomingHttpHeaders } from 'node:http';
import { IDENTITY_HEADER } from '@palisade/nest-kit';
import type { Upstream } from '../../routes/route-table.ts';

/** Request headers that services receive; an allow list, so that new headers are not passed by mistake. */
const PASSED_ON = [
  'accept',
  'accept-language',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'last-event-id',
  'range',
  'tracestate',
  'user-agent',
  // PayPal signs its webhooks over these.
  'paypal-auth-algo',
  'paypal-cert-url',
  'paypal-transmission-id',
  'paypal-transmission-sig',
  'paypal-transmission-time',
] as const;

export interface ForwardedRequest {
  upstream: Upstream;
  host: string;
  identity: string;
  requestId: string;
  bodyLength: number | null;
  /** Trace context for the service. */
  traceparent: string | undefined;
}

export function headersForService(
  headers: IncomingHttpHeaders,
  hop: ForwardedRequest,
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = headers[name];
    if (typeof value === 'string') passed[name] = value;
  }
  // Only auth reads and sets cookies; Origin tells it browsers from programs.
  if (hop.upstream === 'auth') {
    if (headers.cookie !== undefined) passed.cookie = headers.cookie;
    if (headers.origin !== undefined) passed.origin = headers.origin;
  }
  if (hop.traceparent !== undefined) passed.traceparent = hop.traceparent;
  if (hop.bodyLength !== null) passed['content-length'] = String(hop.bodyLength);
  return { ...passed, host: hop.host, [IDENTITY_HEADER]: hop.identity, 'x-request-id': hop.requestId };
}

/** Headers about a single connection. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-powered-by',
  'x-request-id',
]);

export function headersForClient<Headers extends object>(headers: Headers): Headers {
  const passed = Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
  // Answers depend on the account, so shared caches must not store them unless the service says so.
  return { 'cache-control': 'no-store', ...passed } as Headers;
}
