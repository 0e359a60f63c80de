import { isTraceField } from '../../telemetry/tracing/trace-parent.ts';
import { HeaderKind, headerKind } from '../framing/header-kind.ts';
import type { RequestContext } from '../request-context.ts';

/** How the request's body will be framed towards the origin. */
export type BodyFraming =
  | { kind: 'none' }
  | { kind: 'length'; bytes: number }
  | { kind: 'chunked' }
  /** By the connection itself, as in HTTP/2. */
  | { kind: 'frames' };

/** Without a body these say so (RFC 9110, 8.6). */
const EXPECTS_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Writes the request's head anew. Nothing of the client's framing survives, and what says who the client is comes from
 * us alone. `traceParent`: our own span, in place of what the client says; empty where none is recorded. `hostHeader`: instead of the visited name, unless it is empty. Header values cannot hold line breaks: both
 * protocols' guards have refused those.
 */
export function writeRequestHead(
  context: RequestContext,
  framing: BodyFraming,
  viaName: string,
  hostHeader: string,
  traceParent: string,
): string {
  const { head, connection, originRequest } = context;
  const target = originRequest?.target ?? head.target;
  const authority = originRequest?.authority ?? head.authority;
  const nominated = nominatedHeaders(head.connection);
  let text = `${context.method} ${target} HTTP/1.1\r\nHost: ${hostHeader || authority}\r\n`;
  text +=
    head.passedFields !== null && nominated === null && originRequest === null && traceParent === ''
      ? head.passedFields
      : passedFields(
          withoutTrace(originRequest?.rawHeaders ?? context.rawHeaders, traceParent),
          nominated,
          context.site!.toggles.pass_underscore_headers,
        );
  if (traceParent !== '') text += `traceparent: ${traceParent}\r\n`;
  if (framing.kind === 'length') text += `Content-Length: ${framing.bytes}\r\n`;
  else if (framing.kind === 'chunked') text += 'Transfer-Encoding: chunked\r\n';
  else if (framing.kind === 'none' && EXPECTS_BODY.has(context.method)) text += 'Content-Length: 0\r\n';
  if (context.upgrade !== null) text += `Connection: Upgrade\r\nUpgrade: ${context.upgrade.protocol}\r\n`;
  const forwardedFor =
    connection.peerTrusted && head.forwardedFor !== ''
      ? `${head.forwardedFor}, ${connection.peer.text}`
      : connection.peer.text;
  const client = context.client;
  const via = `${context.protocol.slice(5)} ${viaName}`;
  text +=
    `X-Forwarded-For: ${forwardedFor}\r\n` +
    `X-Forwarded-Proto: ${context.scheme}\r\n` +
    `X-Forwarded-Host: ${authority}\r\n` +
    `X-Real-IP: ${client.text}\r\n` +
    `Forwarded: for=${client.family === 4 ? client.text : `"[${client.text}]"`};host="${authority}";proto=${context.scheme}\r\n` +
    `X-Request-Id: ${context.requestId}\r\n` +
    `Via: ${head.via === '' ? via : `${head.via}, ${via}`}\r\n\r\n`;
  return text;
}

/** Where we tell the origin of our own span, the client's word about tracing does not go beside it. */
function withoutTrace(rawHeaders: readonly string[], traceParent: string): readonly string[] {
  if (traceParent === '') return rawHeaders;
  return rawHeaders.filter((_, index) => !isTraceField(rawHeaders[index - (index % 2)]!));
}

function passedFields(
  rawHeaders: readonly string[],
  nominated: ReadonlySet<string> | null,
  passUnderscores: boolean,
): string {
  let text = '';
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    const kind = headerKind(name);
    if (kind !== HeaderKind.Plain && !passesOn(kind, passUnderscores)) continue;
    if (nominated?.has(name.toLowerCase())) continue;
    text += `${name}: ${rawHeaders[index + 1]!}\r\n`;
  }
  return text;
}

function passesOn(kind: HeaderKind, passUnderscores: boolean): boolean {
  switch (kind) {
    case HeaderKind.Plain:
    case HeaderKind.UserAgent:
    case HeaderKind.Referer:
    case HeaderKind.ContentEncoding:
      return true;
    case HeaderKind.Underscore:
      return passUnderscores;
    case HeaderKind.Host:
    case HeaderKind.ContentLength:
    case HeaderKind.TransferEncoding:
    case HeaderKind.Connection:
    case HeaderKind.Hop:
    case HeaderKind.Upgrade:
    case HeaderKind.Expect:
    case HeaderKind.ForwardedFor:
    case HeaderKind.Forwarded:
    case HeaderKind.Via:
      return false;
  }
}

/** Headers that Connection names as meant for us only (RFC 9110, 7.6.1); null for the usual values. */
export function nominatedHeaders(connection: string): Set<string> | null {
  if (
    connection === '' ||
    connection === 'keep-alive' ||
    connection === 'close' ||
    connection === 'Keep-Alive'
  ) {
    return null;
  }
  const names = connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return new Set(names.filter((name) => name !== 'close' && name !== 'keep-alive' && name !== 'upgrade'));
}
