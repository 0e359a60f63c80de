import type { IncomingHttpHeaders } from 'node:http';
import { IDENTITY_HEADER } from '@palisade/nest-kit';
import type { Upstream } from '../../routes/route-table.ts';

/** What a service may read of a request. Everything else stays at the door: an allow list cannot be forgotten about. */
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
  /** The trace in which the service is asked. */
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
  // Only the auth service sets cookies and reads them; that there is an origin tells it a browser from a program.
  if (hop.upstream === 'auth') {
    if (headers.cookie !== undefined) passed.cookie = headers.cookie;
    if (headers.origin !== undefined) passed.origin = headers.origin;
  }
  if (hop.traceparent !== undefined) passed.traceparent = hop.traceparent;
  if (hop.bodyLength !== null) passed['content-length'] = String(hop.bodyLength);
  return { ...passed, host: hop.host, [IDENTITY_HEADER]: hop.identity, 'x-request-id': hop.requestId };
}

/** Facts about the hop between gateway and service, which are nobody else's business. */
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
  // Answers of an API with accounts: none of them belongs into a shared cache unless its service says so.
  return { 'cache-control': 'no-store', ...passed } as Headers;
}
