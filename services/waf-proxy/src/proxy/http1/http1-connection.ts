import type { Socket } from 'node:net';
import { type ClientConnection, connectionOf } from '../client-connection.ts';
import type { Edge } from '../edge.ts';
import type { FramingFault } from '../framing/head.ts';
import { HeadReader } from '../framing/head-reader.ts';
import { respondWithVerdict } from '../phases/respond.ts';
import { ended, run } from '../pipeline.ts';
import { RequestContext, type UpgradeRequest } from '../request-context.ts';
import { newRequestId } from '../request-id.ts';
import { copyOf } from '../shared-read-buffer.ts';
import type { Deadline } from '../upstream/deadlines.ts';
import { EdgeAction, type Reason } from '../verdict.ts';
import { BodyPace, ReaderPace } from './body-pace.ts';
import { isPersistent, isWebSocket } from './connection-options.ts';
import { type BodySource, Http1Body } from './http1-body.ts';
import { type ExchangeChannel, Http1Exchange } from './http1-exchange.ts';
import { parseRequestHead, type RequestHead } from './request-head.ts';

/** From the first byte of a head, or from a new connection's beginning, to the end of the head. */
const HEAD_MS = 10_000;
const KEEP_ALIVE_MS = 75_000;
/** While the worker drains, a connection is only ended after so long without a request: one may be on its way. */
const DRAINING_IDLE_MS = 1_000;
/** After our last word, so that a reset does not overtake it on its way to a client that is still sending. */
const LINGER_MS = 1_000;

const Phase = {
  /** Between requests, nothing said. */
  Idle: 0,
  Head: 1,
  /** A request is being served. */
  Busy: 2,
  /** Our side is closed; what the client still says is dropped. */
  Lingering: 3,
  /** The socket belongs to somebody else, or to nobody. */
  Over: 4,
} as const;
type Phase = (typeof Phase)[keyof typeof Phase];

const NOTHING = Buffer.alloc(0);

/**
 * One HTTP/1 connection of a client: reads requests one after another, never a second one before the first has been
 * answered. Bytes that arrive early wait (what one read brought; then the socket is not read), so that a pipelining
 * client is slowed down instead of served out of order.
 */
export class Http1Connection implements Deadline, BodySource, ExchangeChannel {
  readonly #edge: Edge;
  readonly #socket: Socket;
  readonly #facts: ClientConnection;
  readonly #onGone: (connection: Http1Connection) => void;
  readonly #reader = new HeadReader(true);
  deadline: number;
  #phase: Phase = Phase.Idle;
  #exchange: Http1Exchange | null = null;
  /** Its response has been written, and the socket has still to take the last of it. */
  #leaving: Http1Exchange | null = null;
  readonly #onWritten = (): void => {
    const exchange = this.#leaving;
    if (exchange === null || this.#socket.writableLength > 0 || this.#socket.destroyed) return;
    this.#leaving = null;
    this.#exchangeOver(exchange);
  };
  #pace: BodyPace | null = null;
  /** Of a response that the client does not take at once. */
  #readerPace: ReaderPace | null = null;
  #blocked = false;
  #idleSince: number;

  /** Read and not used yet: #bytes[#at..#end). */
  #bytes: Buffer = NOTHING;
  #at = 0;
  #end = 0;
  /** #bytes is ours; otherwise the next read of any connection overwrites it. */
  #owned = true;
  #reading = true;
  #advancing = false;
  #feeding = false;

  /** @param onGone told once, when the socket has closed. */
  constructor(edge: Edge, socket: Socket, onGone: (connection: Http1Connection) => void) {
    this.#edge = edge;
    this.#socket = socket;
    this.#facts = connectionOf(socket);
    this.#onGone = onGone;
    this.#idleSince = edge.deadlines.now;
    this.deadline = this.#idleSince + (edge.draining ? DRAINING_IDLE_MS : HEAD_MS);
    edge.deadlines.watch(this);
    socket.on('drain', () => this.#onDrain());
    socket.on('end', () => this.#onEnd());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#onClose());
  }

  /**
   * Takes what was read. False: do not read on for now.
   *
   * @param owned the buffer is not used again; otherwise whatever is kept is copied.
   */
  onBytes(bytes: Buffer, length: number, owned: boolean): boolean {
    switch (this.#phase) {
      case Phase.Lingering:
        return true;
      case Phase.Over:
        // Handed over: the bytes go on through the stream, whose readers set the pace.
        return this.#socket.push(copyOf(bytes, 0, length));
    }
    if (this.#at < this.#end) {
      this.#bytes = Buffer.concat([this.#bytes.subarray(this.#at, this.#end), bytes.subarray(0, length)]);
      this.#owned = true;
    } else {
      this.#bytes = bytes;
      this.#owned = owned;
    }
    this.#at = 0;
    this.#end = this.#owned ? this.#bytes.length : length;
    this.#advance();
    return true;
  }

  /** The worker drains: ends the connection as soon as that disturbs no request. */
  drain(): void {
    if (this.#phase !== Phase.Idle) return;
    this.deadline = Math.min(this.deadline, this.#idleSince + DRAINING_IDLE_MS);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  onDeadline(): void {
    switch (this.#phase) {
      case Phase.Idle:
        this.#close();
        return;
      case Phase.Head:
        this.#refuseHead(408, 'request_timeout');
        return;
      case Phase.Busy:
        // Who does not read what we send: a tidy close would leave all of it waiting in the kernel, megabytes for each.
        if (this.#blocked || this.#exchange === null) this.abort();
        else this.#refuseBody(this.#exchange, 408, 'request_timeout');
        return;
      case Phase.Lingering:
        this.#socket.destroy();
        return;
      case Phase.Over:
        return;
    }
  }

  // What the body of the request under way asks for.

  pump(): void {
    if (this.#feeding) return;
    if (this.#advancing) {
      this.#feedBody();
      return;
    }
    this.#feedBody();
    this.#advance();
  }

  halt(): void {
    if (!this.#advancing && !this.#feeding) this.#settle();
  }

  // What the response under way asks for.

  send(data: string | Buffer): boolean {
    // Only TLS tells later that it has written; a callback would make plain sockets wait for a tick.
    const told = this.#facts.secure ? this.#onWritten : undefined;
    const goOn =
      typeof data === 'string' ? this.#socket.write(data, 'latin1', told) : this.#socket.write(data, told);
    if (!goOn) {
      this.#blocked = true;
      this.#readerPace ??= new ReaderPace(this.#socket);
      this.deadline = this.#readerPace.deadline(this.#edge.deadlines.now);
    }
    return goOn;
  }

  cork(): void {
    this.#socket.cork();
  }

  uncork(): void {
    this.#socket.uncork();
  }

  abort(): void {
    // A reset tells the client what a tidy close of an unframed body would hide; TLS has its own way to tell.
    if (this.#facts.secure) this.#socket.destroy();
    else this.#socket.resetAndDestroy();
  }

  responseWritten(exchange: Http1Exchange): void {
    if (this.#socket.writableLength === 0) this.#exchangeOver(exchange);
    else if (this.#facts.secure) this.#leaving = exchange;
    else this.#socket.write('', 'latin1', () => this.#exchangeOver(exchange));
  }

  /** Reads on as far as the bytes at hand and the request under way allow. */
  #advance(): void {
    if (this.#advancing) return;
    this.#advancing = true;
    while (this.#at < this.#end && this.#step());
    this.#advancing = false;
    this.#settle();
  }

  /** False: nothing can be done with the bytes for now. */
  #step(): boolean {
    if (this.#phase >= Phase.Lingering) {
      this.#at = this.#end;
      return false;
    }
    const exchange = this.#exchange;
    if (exchange === null) return this.#readHead();
    if (exchange.body === null || exchange.body.complete) return false;
    const before = this.#at;
    this.#feedBody();
    return this.#at > before;
  }

  #readHead(): boolean {
    const reader = this.#reader;
    const next = reader.read(this.#bytes, this.#at, this.#end);
    if (next < 0) {
      this.#at = this.#end;
      if (reader.fault !== null) this.#refuseFraming(reader.fault);
      else if (this.#phase === Phase.Idle && reader.begun) {
        this.#phase = Phase.Head;
        this.deadline = this.#edge.deadlines.now + HEAD_MS;
      }
      return false;
    }
    this.#at = next;
    const head = parseRequestHead(reader.text);
    reader.text = '';
    const context = this.#begin(head);
    if (typeof head.judgement === 'string') this.#edge.counters.clientErrors += 1;
    run(context, this.#edge);
    return true;
  }

  /** Opens the exchange of a request: from here on the connection belongs to it. */
  #begin(head: RequestHead): RequestContext {
    const { judgement, minorVersion } = head;
    const facts = typeof judgement === 'string' ? null : judgement;
    const hasBody = facts !== null && (facts.chunked || (facts.contentLength ?? 0) > 0);
    const body = hasBody ? new Http1Body(this, facts.contentLength) : null;
    const upgrade = facts !== null && !hasBody && isWebSocket(head, facts) ? this.#upgradeRequest() : null;
    const exchange = new Http1Exchange(this, this.#edge, {
      minorVersion,
      isHead: head.method === 'HEAD',
      // What follows an upgrade request may be of the other protocol, whether it is accepted or not.
      persistent: facts !== null && upgrade === null && isPersistent(facts.connection, minorVersion),
      body,
    });
    const receivedAtMs = Date.now();
    const context = new RequestContext({
      requestId: newRequestId(receivedAtMs),
      receivedAtMs,
      connection: this.#facts,
      protocol: minorVersion === 0 ? 'HTTP/1.0' : 'HTTP/1.1',
      method: head.method,
      rawTarget: head.target,
      rawHeaders: head.rawHeaders,
      head: judgement,
      body,
      reply: exchange,
      upgrade,
      sendContinue:
        hasBody && facts.expectsContinue && minorVersion === 1 ? () => exchange.sendContinue() : null,
    });
    exchange.context = context;
    this.#exchange = exchange;
    this.#phase = Phase.Busy;
    this.deadline = Number.POSITIVE_INFINITY;
    return context;
  }

  #upgradeRequest(): UpgradeRequest {
    return {
      protocol: 'websocket',
      accept: (head) => {
        const received = copyOf(this.#bytes, this.#at, this.#end);
        this.#at = this.#end;
        this.#phase = Phase.Over;
        this.#edge.deadlines.forget(this);
        this.#socket.removeAllListeners('data');
        this.#socket.removeAllListeners('drain');
        this.#socket.removeAllListeners('end');
        this.#socket.write(head, 'latin1');
        return { socket: this.#socket, received };
      },
    };
  }

  #feedBody(): void {
    const exchange = this.#exchange;
    const body = exchange?.body ?? null;
    if (this.#feeding || exchange === null || body === null) return;
    this.#feeding = true;
    while (this.#at < this.#end && body.listening && !body.complete && body.fault === null) {
      this.#at = body.take(this.#bytes, this.#at, this.#end, this.#owned);
    }
    body.tellEnd();
    this.#feeding = false;
    if (body.fault !== null && this.#exchange === exchange) {
      this.#refuseBody(exchange, 400, `bad_framing:${body.fault}`);
    }
  }

  /** After anything has changed: keeps what is left of a read, and reads on only if there is use for more. */
  #settle(): void {
    const body = this.#exchange?.body ?? null;
    const bodyUnderWay = this.#phase === Phase.Busy && body !== null && !body.complete;
    if (this.#at === this.#end || this.#phase >= Phase.Lingering) {
      this.#bytes = NOTHING;
      this.#at = 0;
      this.#end = 0;
      this.#owned = true;
    } else if (!this.#owned) {
      this.#bytes = copyOf(this.#bytes, this.#at, this.#end);
      this.#end -= this.#at;
      this.#at = 0;
      this.#owned = true;
    }
    const reads = this.#at === this.#end && (!bodyUnderWay || body.listening);
    if (bodyUnderWay) {
      this.#pace ??= new BodyPace();
      const { now } = this.#edge.deadlines;
      const until = reads ? this.#pace.deadline(now, body.received) : this.#pace.suspend(now);
      if (!this.#blocked) this.deadline = until;
    } else if (this.#pace !== null) {
      this.#pace = null;
      if (this.#phase === Phase.Busy && !this.#blocked) this.deadline = Number.POSITIVE_INFINITY;
    }
    if (reads === this.#reading) return;
    this.#reading = reads;
    if (reads) this.#socket.resume();
    else this.#socket.pause();
  }

  #exchangeOver(exchange: Http1Exchange): void {
    if (this.#exchange !== exchange) return;
    this.#exchange = null;
    this.#blocked = false;
    this.#readerPace = null;
    exchange.detach();
    ended(exchange.context!, this.#edge, false);
    if (exchange.closes || (exchange.body !== null && !exchange.body.complete)) {
      this.#close();
      return;
    }
    this.#phase = Phase.Idle;
    this.#idleSince = this.#edge.deadlines.now;
    this.deadline = this.#idleSince + (this.#edge.draining ? DRAINING_IDLE_MS : KEEP_ALIVE_MS);
    // Not from here: the next request would run inside whatever ended this one.
    if (!this.#advancing && this.#at < this.#end) setImmediate(() => this.#advance());
  }

  /** Says that nothing more comes, and hears the client out for a moment. */
  #close(): void {
    this.#phase = Phase.Lingering;
    this.deadline = this.#edge.deadlines.now + LINGER_MS;
    this.#socket.end();
    if (!this.#advancing && !this.#feeding) this.#settle();
  }

  #refuseFraming(fault: FramingFault): void {
    const context = this.#begin(headlessRequest(fault));
    this.#edge.counters.clientErrors += 1;
    run(context, this.#edge);
  }

  #refuseHead(status: number, reason: Reason): void {
    const context = this.#begin(headlessRequest('head_incomplete'));
    this.#edge.counters.clientErrors += 1;
    this.#edge.counters.requests += 1;
    respondWithVerdict(context, { status, action: EdgeAction.REJECT, reason, close: true });
  }

  /** The body of the request under way cannot be read further. */
  #refuseBody(exchange: Http1Exchange, status: number, reason: Reason): void {
    const context = exchange.context!;
    this.#edge.counters.clientErrors += 1;
    this.#at = this.#end;
    if (context.answered || exchange.started) {
      // A response is under way: anything we wrote would land inside it.
      this.#socket.destroy();
      return;
    }
    const abandon = context.onClientLeft;
    context.onClientLeft = null;
    respondWithVerdict(context, { status, action: EdgeAction.REJECT, reason, close: true });
    abandon?.();
  }

  #onDrain(): void {
    this.#blocked = false;
    this.#readerPace?.suspend(this.#edge.deadlines.now);
    if (this.#phase !== Phase.Busy) return;
    this.deadline = Number.POSITIVE_INFINITY;
    this.#settle();
    this.#exchange?.tellDrain();
  }

  /** The client has said its last word. */
  #onEnd(): void {
    switch (this.#phase) {
      case Phase.Idle:
        this.#socket.end();
        return;
      case Phase.Head:
        this.#refuseFraming('head_incomplete');
        return;
      case Phase.Busy:
        // A whole response may still be on its way out; whoever waits for one and closes does not want it.
        if (this.#exchange?.complete !== true) this.#socket.destroy();
        return;
      case Phase.Lingering:
        this.#socket.destroy();
        return;
      case Phase.Over:
        return;
    }
  }

  #onClose(): void {
    const exchange = this.#exchange;
    this.#exchange = null;
    this.#leaving = null;
    this.#phase = Phase.Over;
    this.#edge.deadlines.forget(this);
    this.#onGone(this);
    this.#bytes = NOTHING;
    this.#at = 0;
    this.#end = 0;
    if (exchange === null) return;
    exchange.detach();
    ended(exchange.context!, this.#edge, exchange.context!.status !== 101);
  }
}

/** What is said of bytes that never became a request. */
function headlessRequest(judgement: FramingFault): RequestHead {
  return { method: '', target: '', minorVersion: 1, rawHeaders: [], judgement };
}
