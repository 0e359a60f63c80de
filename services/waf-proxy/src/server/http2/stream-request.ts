import { HeaderKind } from '../../http/header-kind.ts';
import { FieldRole, type HeaderField } from '../../http/http2/header-field.ts';
import type { Http2Head } from '../../http/http2/http2-head.ts';
import type { ClientConnection } from '../../request/client-connection.ts';
import { RequestContext, type StreamedProtocol } from '../../request/request-context.ts';
import { newRequestId } from '../../request/request-id.ts';
import type { Http2Stream } from './http2-stream.ts';

/** A stream's request for the pipeline. */
export function requestOf(
  stream: Http2Stream,
  head: Http2Head,
  connection: ClientConnection,
  protocol: StreamedProtocol,
): RequestContext {
  const receivedAtMs = Date.now();
  const expectsContinue = typeof head.judgement !== 'string' && head.judgement.expectsContinue;
  return new RequestContext({
    requestId: newRequestId(receivedAtMs),
    receivedAtMs,
    connection,
    protocol,
    method: head.method,
    rawTarget: head.target,
    rawHeaders: head.rawHeaders,
    head: head.judgement,
    body: stream.body,
    reply: stream,
    upgrade: null,
    sendContinue: expectsContinue ? () => stream.sendContinue() : null,
  });
}

/** [name, value, …]; null if such fields may not follow a body. */
export function trailersOf(fields: readonly HeaderField[]): string[] | null {
  const trailers: string[] = [];
  for (const { name, value, role, kind } of fields) {
    // Lengths among trailers are the work of somebody who hopes for a second reading.
    if (role !== FieldRole.Regular || kind === HeaderKind.ContentLength) return null;
    trailers.push(name, value);
  }
  return trailers;
}
