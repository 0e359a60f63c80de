import type { Socket } from 'node:net';
import { endToEndHeaders } from '../../http/end-to-end-fields.ts';
import type { ResponseHead } from '../../http/response-head.ts';
import { leaveRequestPlace } from '../../request/request-place.ts';
import { addOwnHeaders, respondWithVerdict } from '../../request/respond.ts';
import { OVERLOADED } from '../../request/shed-request.ts';
import { EdgeAction, type Verdict } from '../../request/verdict.ts';
import { answersHandshake, isHandshake, offersExtensions, withoutExtensions } from './handshake.ts';
import { WebSocketRelay } from './websocket-relay.ts';
import type { WebSocketRequest, WebSocketServices } from './websocket-services.ts';

/** Whether this is a WebSocket's opening that the site takes. */
export function admitUpgrade(context: WebSocketRequest): Verdict | null {
  if (context.upgrade === null) return null;
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
  context: WebSocketRequest,
  edge: WebSocketServices,
  head: ResponseHead,
  origin: Socket,
  rest: Buffer,
): void {
  const { webSocket } = context.site!;
  const extended = offersExtensions(head.headers);
  if (!answersHandshake(context.rawHeaders, head.headers) || (webSocket.inspectText && extended)) {
    origin.destroy();
    edge.counters.originErrors++;
    respondWithVerdict(context, {
      status: 502,
      action: context.action,
      reason: 'origin:websocket_handshake',
      close: true,
    });
    return;
  }
  let relay: WebSocketRelay | null = null;
  const place = edge.pools.webSockets.open(context, () => relay?.shed());
  if (!place.take(1)) {
    origin.destroy();
    respondWithVerdict(context, OVERLOADED);
    return;
  }
  const { socket: client, received } = acceptUpgrade(context, head);
  // It may last for hours: from here on it is a connection and no request.
  leaveRequestPlace(context, edge);
  edge.joined.add(client);
  client.on('close', () => {
    edge.joined.delete(client);
    place.release();
  });
  const judge = webSocket.inspectText ? edge.messageJudge(context) : null;
  relay = new WebSocketRelay(client, origin, {
    maxMessageBytes: webSocket.maxMessageBytes,
    judge,
    turns: edge.frameTurns(context, judge !== null),
    room: edge.pools.webSocketMessages,
    holder: context,
    deadlines: edge.deadlines,
    extended,
    onBytes: (fromClient, fromOrigin) => {
      // Told before they are looked at.
      edge.writes.keepUp();
      context.requestBytes += fromClient;
      context.responseBytes += fromOrigin;
    },
    onRefusal: (code) => {
      if (context.action === EdgeAction.BLOCK) return;
      context.action = EdgeAction.BLOCK;
      context.reason = `websocket:${code}`;
    },
  });
  relay.start(received, rest);
}

/** Tells the client what the origin has answered; from here on the socket speaks WebSocket. */
function acceptUpgrade(context: WebSocketRequest, head: ResponseHead): { socket: Socket; received: Buffer } {
  const upgrade = context.upgrade!;
  const headers = endToEndHeaders(head.headers);
  addOwnHeaders(context, headers);
  let text = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${upgrade.protocol}\r\n`;
  for (let index = 0; index < headers.length; index += 2)
    text += `${headers[index]}: ${headers[index + 1]}\r\n`;
  context.status = 101;
  return upgrade.accept(`${text}\r\n`);
}
