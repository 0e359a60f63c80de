import { isPersistent, isWebSocket } from '../../http/connection-options.ts';
import type { FramingFault } from '../../http/head.ts';
import type { RequestHead } from '../../http/request-head.ts';
import type { ClientConnection } from '../../request/client-connection.ts';
import { RequestContext, type UpgradeRequest } from '../../request/request-context.ts';
import { newRequestId } from '../../request/request-id.ts';
import type { ServerPorts } from '../connections/server-ports.ts';
import { type BodySource, Http1Body } from './http1-body.ts';
import { type ExchangeChannel, Http1Exchange } from './http1-exchange.ts';

/** The connection that a request has come on. */
export interface RequestSource extends BodySource, ExchangeChannel {
  readonly facts: ClientConnection;
  /** Gives the socket away after an upgrade, with `head` as our last word on it. */
  handOver(head: string): ReturnType<UpgradeRequest['accept']>;
}

/** Opens the exchange of a request: body, reply, and what the pipeline is handed. */
export function openExchange(source: RequestSource, ports: ServerPorts, head: RequestHead): Http1Exchange {
  const { judgement, minorVersion } = head;
  const facts = typeof judgement === 'string' ? null : judgement;
  const hasBody = facts !== null && (facts.chunked || (facts.contentLength ?? 0) > 0);
  const body = hasBody ? new Http1Body(source, facts.contentLength) : null;
  const isUpgrade = facts !== null && !hasBody && isWebSocket(head, facts);
  const exchange = new Http1Exchange(source, ports, {
    minorVersion,
    isHead: head.method === 'HEAD',
    // What follows an upgrade request may be of the other protocol, whether it is accepted or not.
    persistent: facts !== null && !isUpgrade && isPersistent(facts.connection, minorVersion),
    body,
  });
  const receivedAtMs = Date.now();
  exchange.context = new RequestContext({
    requestId: newRequestId(receivedAtMs),
    receivedAtMs,
    connection: source.facts,
    protocol: minorVersion === 0 ? 'HTTP/1.0' : 'HTTP/1.1',
    method: head.method,
    rawTarget: head.target,
    rawHeaders: head.rawHeaders,
    head: judgement,
    body,
    reply: exchange,
    upgrade: isUpgrade ? { protocol: 'websocket', accept: (answer) => source.handOver(answer) } : null,
    sendContinue:
      hasBody && facts.expectsContinue && minorVersion === 1 ? () => exchange.sendContinue() : null,
  });
  return exchange;
}

/** The log's view of bytes that never became a request. */
export function headlessRequest(judgement: FramingFault): RequestHead {
  return { method: '', target: '', minorVersion: 1, rawHeaders: [], judgement };
}
