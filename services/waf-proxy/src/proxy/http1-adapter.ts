import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ClientConnection } from './client-connection.ts';
import type { Edge } from './edge.ts';
import { type FramingFault, type HeadFacts, judgeHttp1Head } from './framing/head.ts';
import { ended, run } from './pipeline.ts';
import type { HeaderList, Reply, RequestBody, RequestBodyEvents } from './reply.ts';
import { RequestContext, type UpgradeRequest } from './request-context.ts';
import { newRequestId } from './request-id.ts';

const ONE_WRITE_BYTES = 16 * 1024;
const kConnection = Symbol('client connection');

interface KnownSocket extends Socket {
  [kConnection]?: ClientConnection;
}

export function connectionOf(socket: Socket): ClientConnection {
  const known = socket as KnownSocket;
  const existing = known[kConnection];
  if (existing !== undefined) return existing;
  const secure = 'encrypted' in socket && socket.encrypted === true;
  const serverName =
    secure && 'servername' in socket && typeof socket.servername === 'string' ? socket.servername : '';
  const connection = new ClientConnection(socket, secure, serverName.toLowerCase());
  known[kConnection] = connection;
  return connection;
}

/** Takes an HTTP/1 request from node:http into the pipeline. */
export function handleHttp1(
  request: IncomingMessage,
  response: ServerResponse,
  edge: Edge,
  waitsForContinue: boolean,
): void {
  const head = judge(request);
  const hasBody = typeof head !== 'string' && (head.chunked || (head.contentLength ?? 0) > 0);
  const context = new RequestContext({
    ...incomingFacts(request, head),
    body: hasBody ? new Http1Body(request) : null,
    reply: new Http1Reply(request, response, edge),
    upgrade: null,
    sendContinue: waitsForContinue ? () => response.writeContinue() : null,
  });
  context.connection.latest = context;
  response.on('close', () => ended(context, edge, !response.writableFinished));
  if (hasBody) {
    // An aborted body is told by 'close' of the response; without a listener it would be an uncaught exception.
    request.on('error', () => undefined);
  }
  run(context, edge);
}

/** Takes an upgrade request; `received` are bytes that came after its head. */
export function handleUpgrade(request: IncomingMessage, socket: Socket, received: Buffer, edge: Edge): void {
  const reply = new UpgradeReply(socket);
  const upgrade: UpgradeRequest = {
    protocol: 'websocket',
    accept: (head) => {
      socket.write(head, 'latin1');
      return { socket, received };
    },
  };
  const context = new RequestContext({
    ...incomingFacts(request, judge(request)),
    body: null,
    reply,
    upgrade,
    sendContinue: null,
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => ended(context, edge, !reply.ended && context.status !== 101));
  run(context, edge);
}

function judge(request: IncomingMessage): HeadFacts | FramingFault {
  return judgeHttp1Head({
    method: request.method ?? '',
    target: request.url ?? '',
    versionMajor: request.httpVersionMajor,
    versionMinor: request.httpVersionMinor,
    rawHeaders: request.rawHeaders,
  });
}

function incomingFacts(request: IncomingMessage, head: HeadFacts | FramingFault) {
  const receivedAtMs = Date.now();
  return {
    requestId: newRequestId(receivedAtMs),
    receivedAtMs,
    connection: connectionOf(request.socket),
    protocol: request.httpVersionMinor === 0 ? ('HTTP/1.0' as const) : ('HTTP/1.1' as const),
    method: request.method ?? '',
    rawTarget: request.url ?? '',
    rawHeaders: request.rawHeaders,
    head,
  };
}

class Http1Body implements RequestBody {
  readonly #request: IncomingMessage;
  #events: RequestBodyEvents | null = null;

  constructor(request: IncomingMessage) {
    this.#request = request;
  }

  start(events: RequestBodyEvents): void {
    const first = this.#events === null;
    this.#events = events;
    if (!first) return;
    this.#request.on('data', (chunk: Buffer) => this.#events?.onChunk(chunk));
    this.#request.on('end', () => this.#events?.onEnd(this.#request.rawTrailers));
  }

  pause(): void {
    this.#request.pause();
  }

  resume(): void {
    this.#request.resume();
  }
}

class Http1Reply implements Reply {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #edge: Edge;
  #close = false;
  #bodyBegun = false;
  #drain: (() => void) | null = null;

  constructor(request: IncomingMessage, response: ServerResponse, edge: Edge) {
    this.#request = request;
    this.#response = response;
    this.#edge = edge;
  }

  get started(): boolean {
    return this.#response.headersSent;
  }

  informational(status: number, headers: HeaderList): void {
    // node:http has a method for 103 only; others are rare, carry nothing that a client needs, and may be dropped.
    if (status !== 103 || this.#request.httpVersionMinor === 0) return;
    const links: string[] = [];
    for (let index = 0; index < headers.length; index += 2) {
      if (headers[index]!.toLowerCase() === 'link') links.push(headers[index + 1]!);
    }
    try {
      if (links.length > 0) this.#response.writeEarlyHints({ link: links });
    } catch {
      // A Link header that Node refuses costs the hint, not the response.
      return;
    }
  }

  head(status: number, reason: string, headers: HeaderList): void {
    if (this.#close || this.#edge.draining) headers.push('Connection', 'close');
    if (reason === '') this.#response.writeHead(status, headers);
    else this.#response.writeHead(status, reason, headers);
  }

  write(chunk: Buffer): boolean {
    this.#bodyBegun = true;
    return this.#response.write(chunk);
  }

  end(chunk: Buffer | null, trailers: HeaderList | null): void {
    if (trailers !== null && trailers.length > 0 && this.#response.chunkedEncoding) {
      const pairs: [string, string][] = [];
      for (let index = 0; index < trailers.length; index += 2)
        pairs.push([trailers[index]!, trailers[index + 1]!]);
      this.#response.addTrailers(pairs);
    }
    if (chunk === null) this.#response.end();
    else if (chunk.length > ONE_WRITE_BYTES || this.#bodyBegun) this.#response.end(chunk);
    // As a string it is joined with the head: one write to the socket instead of a vector of two.
    else this.#response.end(chunk.toString('latin1'), 'latin1');
  }

  onDrain(listener: () => void): void {
    if (this.#drain === null) this.#response.on('drain', () => this.#drain?.());
    this.#drain = listener;
  }

  abort(): void {
    // A reset tells the client what a tidy close of an unframed body would hide.
    this.#request.socket.resetAndDestroy();
  }

  closeAfter(): void {
    this.#close = true;
  }
}

/** Answers on the bare socket of an upgrade request that is refused, or that the origin does not take up. */
class UpgradeReply implements Reply {
  readonly #socket: Socket;
  started = false;
  ended = false;
  #chunked = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  informational(): void {
    // The client waits for 101 or a refusal.
  }

  head(status: number, reason: string, headers: HeaderList): void {
    this.started = true;
    let text = `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\n`;
    let hasLength = false;
    for (let index = 0; index < headers.length; index += 2) {
      text += `${headers[index]}: ${headers[index + 1]}\r\n`;
      if (headers[index]!.toLowerCase() === 'content-length') hasLength = true;
    }
    this.#chunked = !hasLength && status !== 204 && status !== 304;
    this.#socket.write(`${text}${this.#chunked ? 'Transfer-Encoding: chunked\r\n' : ''}\r\n`, 'latin1');
  }

  write(chunk: Buffer): boolean {
    if (!this.#chunked) return this.#socket.write(chunk);
    this.#socket.write(`${chunk.length.toString(16)}\r\n`, 'latin1');
    this.#socket.write(chunk);
    return this.#socket.write('\r\n', 'latin1');
  }

  end(chunk: Buffer | null): void {
    this.ended = true;
    if (chunk !== null) this.write(chunk);
    this.#socket.end(this.#chunked ? '0\r\n\r\n' : '');
  }

  onDrain(listener: () => void): void {
    this.#socket.removeAllListeners('drain');
    this.#socket.on('drain', listener);
  }

  abort(): void {
    this.#socket.resetAndDestroy();
  }

  closeAfter(): void {
    // Always the case here.
  }
}
