import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Edge } from './edge.ts';
import { FAULT_STATUS } from './framing/fault-status.ts';
import { connectionOf } from './http1-adapter.ts';
import { respondWithVerdict } from './phases/respond.ts';
import { ended } from './pipeline.ts';
import type { HeaderList, Reply } from './reply.ts';
import { RequestContext } from './request-context.ts';
import { newRequestId } from './request-id.ts';
import { EdgeAction, type Reason } from './verdict.ts';

/**
 * Answers what never became a request: bytes that llhttp refused, heads that are too large or too slow, CONNECT. They
 * get a page and a log record like every other refusal, and the connection ends.
 */
export function refuseUnparsed(
  socket: Socket,
  edge: Edge,
  cause: 'method_refused' | NodeJS.ErrnoException,
  request: IncomingMessage | null,
): void {
  edge.counters.clientErrors += 1;
  const connection = connectionOf(socket);
  const unfinished = connection.latest !== null && !connection.latest.finished;
  if (unfinished && refuseBody(connection.latest!, cause)) return;
  // A response may be under way on this connection: anything we wrote would land inside it.
  if (unfinished || !socket.writable || isReset(cause)) {
    socket.destroy();
    return;
  }
  const receivedAtMs = Date.now();
  const context = new RequestContext({
    requestId: newRequestId(receivedAtMs),
    receivedAtMs,
    connection,
    protocol: 'HTTP/1.1',
    method: request?.method ?? '',
    rawTarget: request?.url ?? '',
    rawHeaders: request?.rawHeaders ?? [],
    head: 'method_refused',
    body: null,
    reply: new BareReply(socket),
    upgrade: null,
    sendContinue: null,
  });
  edge.counters.requests += 1;
  socket.on('error', () => socket.destroy());
  const { status, reason } = describe(cause);
  respondWithVerdict(context, { status, action: EdgeAction.REJECT, reason, close: true });
  ended(context, edge, false);
}

/** The body of a request under way cannot be read further. False: too late for an answer. */
function refuseBody(context: RequestContext, cause: 'method_refused' | NodeJS.ErrnoException): boolean {
  if (isReset(cause) || isEnd(cause) || context.bodyComplete || context.answered) return false;
  const { status, reason } = describe(cause);
  const started = context.reply.started;
  const abandon = context.onClientLeft;
  context.onClientLeft = null;
  respondWithVerdict(context, { status, action: EdgeAction.REJECT, reason, close: true });
  abandon?.();
  return !started;
}

function isReset(cause: 'method_refused' | NodeJS.ErrnoException): boolean {
  return typeof cause !== 'string' && (cause.code === 'ECONNRESET' || cause.code === 'EPIPE');
}

/** The client ended in the middle of what it was saying. */
function isEnd(cause: 'method_refused' | NodeJS.ErrnoException): boolean {
  return typeof cause !== 'string' && cause.code === 'HPE_INVALID_EOF_STATE';
}

function describe(cause: 'method_refused' | NodeJS.ErrnoException): { status: number; reason: Reason } {
  if (cause === 'method_refused') {
    return { status: FAULT_STATUS.method_refused, reason: 'bad_framing:method_refused' };
  }
  switch (cause.code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, reason: 'bad_framing:head_too_large' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, reason: 'request_timeout' };
    default:
      return { status: 400, reason: `bad_framing:${(cause.code ?? 'unreadable').toLowerCase()}` };
  }
}

class BareReply implements Reply {
  readonly #socket: Socket;
  started = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  informational(): void {
    // Nothing comes before a refusal.
  }

  head(status: number, reason: string, headers: HeaderList): void {
    this.started = true;
    let text = `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\n`;
    for (let index = 0; index < headers.length; index += 2)
      text += `${headers[index]}: ${headers[index + 1]}\r\n`;
    this.#socket.write(`${text}\r\n`, 'latin1');
  }

  write(chunk: Buffer): boolean {
    return this.#socket.write(chunk);
  }

  end(chunk: Buffer | null): void {
    if (chunk !== null) this.#socket.write(chunk);
    // What the client still sends is read and dropped for a moment, so that a reset does not overtake the answer.
    this.#socket.end(() => setTimeout(() => this.#socket.destroy(), 200).unref());
    this.#socket.resume();
  }

  onDrain(): void {
    // A page fits the socket's buffer.
  }

  abort(): void {
    this.#socket.destroy();
  }

  closeAfter(): void {
    // Always the case here.
  }
}
