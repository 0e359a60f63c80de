import { parseRequestHead } from '../http/request-head.ts';
import { parseAddress } from '../io/addresses/client-address.ts';
import type { ClientConnection } from '../request/client-connection.ts';
import { DiscardingReply } from '../request/discarding-reply.ts';
import { siteHeadersOf } from '../request/header-changes.ts';
import type { RequestBody } from '../request/reply.ts';
import { type IncomingRequest, RequestContext } from '../request/request-context.ts';
import { newRequestId } from '../request/request-id.ts';

const CONNECTION: ClientConnection = {
  peer: parseAddress('192.0.2.1')!,
  remotePort: 40_000,
  localAddress: '192.0.2.100',
  localPort: 443,
  secure: false,
  serverName: '',
  tlsVersion: '',
  fingerprint: null,
  peerTrusted: false,
};

const UNREAD_BODY: RequestBody = { start: () => undefined, pause: () => undefined, resume: () => undefined };

/** A request of these lines (`GET / HTTP/1.1`, fields), as an HTTP/1 connection reads it; nobody answers it. */
export function contextOf(
  lines: readonly string[],
  change: Partial<IncomingRequest> & { passesUnderscores?: boolean } = {},
): RequestContext {
  const head = parseRequestHead(lines.map((line) => `${line}\r\n`).join(''));
  if (typeof head.judgement === 'string') throw new Error(`no request: ${head.judgement}`);
  const { passesUnderscores = false, ...incoming } = change;
  const receivedAtMs = Date.now();
  const context = new RequestContext({
    requestId: newRequestId(receivedAtMs),
    receivedAtMs,
    connection: CONNECTION,
    protocol: 'HTTP/1.1',
    method: head.method,
    rawTarget: head.target,
    rawHeaders: head.rawHeaders,
    head: head.judgement,
    body: head.judgement.chunked || (head.judgement.contentLength ?? 0) > 0 ? UNREAD_BODY : null,
    reply: new DiscardingReply(() => undefined),
    upgrade: null,
    sendContinue: null,
    ...incoming,
  });
  const site = {
    toggles: { pass_underscore_headers: passesUnderscores },
    clientCertificates: null,
    trustedProxies: null,
    headers: siteHeadersOf([]),
  };
  context.site = site as unknown as NonNullable<typeof context.site>;
  return context;
}
