import type { Socket } from 'node:net';
import {
  answersHandshake,
  isHandshake,
  offersExtensions,
  withoutExtensions,
} from '../../websocket/handshake.ts';
import { joinWebSocket } from '../../websocket/join.ts';
import { judgeWithRules } from '../../websocket/judge-text.ts';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { endToEndHeaders } from '../upstream/response-headers.ts';
import type { ResponseHead } from '../upstream/response-parser.ts';
import { EdgeAction, type Verdict } from '../verdict.ts';
import { NO_ROOM } from './give-way.ts';
import { leavePlace } from './leave-place.ts';
import { addOwnHeaders, respondWithVerdict } from './respond.ts';

/** Part of admission: whether this is a WebSocket's opening that the site takes. */
export function admitUpgrade(context: RequestContext): Verdict | null {
  const site = context.site!;
  if (!site.toggles.enable_websocket) {
    return { status: 403, action: EdgeAction.REJECT, reason: 'websocket_not_enabled' };
  }
  if (!isHandshake(context.rawHeaders)) {
    return { status: 400, action: EdgeAction.REJECT, reason: 'bad_framing:websocket_handshake', close: true };
  }
  if (site.webSocket.inspectText && offersExtensions(context.rawHeaders)) {
    context.originRequest = {
      authority: context.head.authority,
      target: context.head.target,
      rawHeaders: withoutExtensions(context.rawHeaders),
    };
  }
  return null;
}

/**
 * After the origin's 101: passes the answer on and joins both connections. Until then not a byte that the client sent
 * after its request has gone to the origin.
 */
export function joinUpgrade(
  context: RequestContext,
  edge: Edge,
  head: ResponseHead,
  origin: Socket,
  rest: Buffer,
): void {
  const { webSocket } = context.site!;
  const extended = offersExtensions(head.headers);
  if (!answersHandshake(context.rawHeaders, head.headers) || (webSocket.inspectText && extended)) {
    origin.destroy();
    edge.counters.originErrors += 1;
    respondWithVerdict(context, {
      status: 502,
      action: context.action,
      reason: 'origin:websocket_handshake',
      close: true,
    });
    return;
  }
  let leave: (() => void) | null = null;
  const place = edge.pools.webSockets.open(context, () => leave?.());
  if (!place.take(1)) {
    origin.destroy();
    respondWithVerdict(context, NO_ROOM);
    return;
  }
  const headers = endToEndHeaders(head.headers);
  addOwnHeaders(context, headers);
  let text = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${context.upgrade!.protocol}\r\n`;
  for (let index = 0; index < headers.length; index += 2)
    text += `${headers[index]}: ${headers[index + 1]}\r\n`;
  context.status = 101;
  const { socket: client, received } = context.upgrade!.accept(`${text}\r\n`);

  // It may last for hours: from here on it is a connection and no request.
  leavePlace(context, edge);
  edge.joined.add(client);
  client.on('close', () => {
    edge.joined.delete(client);
    place.release();
  });
  leave = joinWebSocket(client, received, origin, rest, {
    maxMessageBytes: webSocket.maxMessageBytes,
    judge: webSocket.inspectText ? judgeWithRules(context, edge) : null,
    room: edge.pools.webSocketMessages,
    holder: context,
    deadlines: edge.deadlines,
    extended,
    onBytes: (fromClient, fromOrigin) => {
      context.requestBytes += fromClient;
      context.responseBytes += fromOrigin;
    },
    onRefusal: (code) => {
      if (context.action === EdgeAction.BLOCK) return;
      context.action = EdgeAction.BLOCK;
      context.reason = `websocket:${code}`;
    },
  });
}
