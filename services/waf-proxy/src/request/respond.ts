import { askForCspReports } from './csp-header.ts';
import { type RenderedPage, renderPage } from './error-page.ts';
import { PEER_ANSWERED, PEER_FIELD } from './from-peer.ts';
import type { HeaderList } from './reply.ts';
import type { RequestContext } from './request-context.ts';
import { stickyCookie } from './sticky-cookie.ts';
import type { Verdict } from './verdict.ts';

/** Two years, as the preload list requires; without `includeSubDomains`, which the owner has not chosen. */
const HSTS_VALUE = 'max-age=63072000';

/** Last changes to a response of the origin: the owner's header changes, then our own headers. */
export function completeHeaders(context: RequestContext, headers: HeaderList): void {
  // The asking node adds these headers itself.
  if (context.fromPeer !== null) {
    headers.push(PEER_FIELD, PEER_ANSWERED);
    return;
  }
  const { changes, connection } = context;
  context.site?.headers.response?.apply(headers, connection.secure);
  if (changes !== null)
    for (const { response } of changes.headers) response?.apply(headers, connection.secure);
  if (context.site?.toggles.csp_reports) askForCspReports(headers);
  addOwnHeaders(context, headers);
}

/** Our own headers, on every response. */
export function addOwnHeaders(context: RequestContext, headers: HeaderList): void {
  headers.push('X-Request-Id', context.requestId);
  if (context.stickyToken !== '') headers.push('Set-Cookie', stickyCookie(context, context.stickyToken));
  if (!context.site?.toggles.enable_hsts || !context.connection.secure) return;
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]!.toLowerCase() === 'strict-transport-security') return;
  }
  headers.push('Strict-Transport-Security', HSTS_VALUE);
}

/** Responds to a request that ended at the edge: with a page of ours, or a closed connection. */
export function respondWithVerdict(context: RequestContext, verdict: Verdict): void {
  const { reply } = context;
  if (context.answered) return;
  context.answered = true;
  // A log-only note remains the recorded reason only if nothing else stopped the request.
  context.action = verdict.action;
  context.reason = verdict.reason;
  if (verdict.drop || reply.started) {
    reply.abort();
    return;
  }
  const page: RenderedPage = verdict.page ? { ...verdict.page, headers: [] } : renderPage(context, verdict);
  const headers: HeaderList = [
    'Content-Type',
    page.contentType,
    'Content-Length',
    String(page.body.length),
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    ...page.headers,
    ...(verdict.headers ?? []),
  ];
  if (verdict.location !== undefined) headers.push('Location', safeLocation(verdict.location));
  addOwnHeaders(context, headers);
  if (verdict.close || !context.bodyComplete) reply.closeAfter();
  context.status = verdict.status;
  reply.head(verdict.status, '', headers);
  if (context.method === 'HEAD') {
    reply.end(null, null);
    return;
  }
  if (verdict.slowly !== undefined) {
    verdict.slowly();
    return;
  }
  context.responseBytes += page.body.length;
  reply.end(page.body, null);
}

/** Ends a request at any point: running work is cancelled, and the client gets this response. */
export function replyWith(context: RequestContext, verdict: Verdict): void {
  context.lifetime.abandon();
  respondWithVerdict(context, verdict);
}

/** Rules may build a location from request data; a line break in it must not start a header. */
function safeLocation(location: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these may not stand in a header value.
  return location.replace(/[\x00-\x1f\x7f-\xff]/g, (character) => encodeURIComponent(character));
}
