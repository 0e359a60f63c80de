import type { Socket } from 'node:net';
import type { FramingFault } from '../../http/head.ts';
import { HeadReader } from '../../http/head-reader.ts';
import { parseRequestHead, type RequestHead } from '../../http/request-head.ts';
import { BodyPace, ReaderPace } from '../../io/body-pace.ts';
import type { Deadline } from '../../io/deadlines.ts';
import { copyOf } from '../../io/shared-read-buffer.ts';
import { type ClientConnection, connectionOf } from '../../request/client-connection.ts';
import type { RequestContext, UpgradeRequest } from '../../request/request-context.ts';
import { replyWith, respondWithVerdict } from '../../request/respond.ts';
import { EdgeAction, type Reason } from '../../request/verdict.ts';
import type { ServerPorts } from '../connections/server-ports.ts';
import type { Http1Exchange } from './http1-exchange.ts';
import { headlessRequest, openExchange, type RequestSource } from './http1-request.ts';
import { UnreadBytes } from './unread-bytes.ts';

/** From the first byte of a head, or from a new connection's beginning, to the end of the head. */
const HEAD_MS = 10_000;
const KEEP_ALIVE_MS = 75_000;
/** After our last word, so that a reset does not overtake it on its way to a client that is still sending. */
const LINGER_MS = 1_000;

const Phase = {
  /** Between requests, with nothing received. */
  Idle: 0,
  Head: 1,
  /** A request is being served. */
  Busy: 2,
  /** Our side is closed; what the client still says is dropped. */
  Lingering: 3,
  /** The socket was handed over or closed. */
  Over: 4,
} as const;
type Phase = (typeof Phase)[keyof typeof Phase];

/**
 * One HTTP/1 connection of a client: reads requests one after another, never a second one before the first has been
 * answered. Bytes that arrive early wait (what one read brought; then the socket is not read), so that a pipelining
 * client is slowed down instead of served out of order.
 */
export class Http1Connection implements Deadline, RequestSource {
  private readonly ports: ServerPorts;
  private readonly socket: Socket;
  readonly facts: ClientConnection;
  private readonly onGone: (connection: Http1Connection) => void;
  private readonly reader = new HeadReader(true);
  deadline: number;
  private phase: Phase = Phase.Idle;
  private exchange: Http1Exchange | null = null;
  /** Its response has been written, and the socket has still to take the last of it. */
  private leaving: Http1Exchange | null = null;
  private readonly onWritten = (): void => {
    const exchange = this.leaving;
    if (exchange === null || this.socket.writableLength > 0 || this.socket.destroyed) return;
    this.leaving = null;
    this.exchangeOver(exchange);
  };
  private pace: BodyPace | null = null;
  /** Watches a response that the client does not read at once. */
  private readerPace: ReaderPace | null = null;
  private blocked = false;
  private idleSince: number;
  /** A client that opens a connection has a request to send: its first one may be on its way. */
  private isUnused = true;

  private readonly unread = new UnreadBytes();
  private reading = true;
  private advancing = false;
  private feeding = false;

  /** @param onGone called once, when the socket has closed */
  constructor(ports: ServerPorts, socket: Socket, onGone: (connection: Http1Connection) => void) {
    this.ports = ports;
    this.socket = socket;
    this.facts = connectionOf(socket);
    this.onGone = onGone;
    this.idleSince = ports.deadlines.now;
    this.deadline = this.idleSince + HEAD_MS;
    ports.deadlines.watch(this);
    socket.on('drain', () => this.onDrain());
    socket.on('end', () => this.onEnd());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.onClose());
  }

  /**
   * Takes what was read. False: do not read on for now.
   *
   * @param owned the buffer is not used again; otherwise whatever is kept is copied.
   */
  onBytes(bytes: Buffer, length: number, owned: boolean): boolean {
    this.ports.writes.keepUp();
    switch (this.phase) {
      case Phase.Lingering:
        return true;
      case Phase.Over:
        // Handed over: the bytes go on through the stream, whose readers set the pace.
        return this.socket.push(copyOf(bytes, 0, length));
    }
    this.unread.add(bytes, length, owned);
    this.advance();
    return true;
  }

  /** The worker drains: ends the connection as soon as that disturbs no request. */
  drain(): void {
    if (this.phase !== Phase.Idle || this.isUnused) return;
    this.deadline = Math.min(this.deadline, this.idleSince + this.ports.drainingIdleMs);
  }

  destroy(): void {
    this.socket.destroy();
  }

  onDeadline(): void {
    switch (this.phase) {
      case Phase.Idle:
        // Input that arrived while this process was late is read first: a request that is already here gets its answer.
        setImmediate(() => {
          if (this.phase === Phase.Idle && this.deadline === Number.POSITIVE_INFINITY) this.close();
        });
        return;
      case Phase.Head:
        this.refuseHead(408, 'request_timeout');
        return;
      case Phase.Busy:
        // The client does not read what we send. A graceful close would leave it all in kernel buffers, megabytes per
        // client.
        if (this.blocked || this.exchange === null) this.abort();
        else this.refuseBody(this.exchange, 408, 'request_timeout');
        return;
      case Phase.Lingering:
        this.socket.destroy();
        return;
      case Phase.Over:
        return;
    }
  }

  // Called by the body of the current request.

  readBody(): void {
    if (this.feeding) return;
    if (this.advancing) {
      this.feedBody();
      return;
    }
    this.feedBody();
    this.advance();
  }

  pauseBody(): void {
    if (!this.advancing && !this.feeding) this.settle();
  }

  // Called by the current response.

  send(data: string | Buffer): boolean {
    // Only TLS reports later that it has written; on plain sockets a callback would cost a tick.
    const onWritten = this.facts.secure ? this.onWritten : undefined;
    const hasRoom =
      typeof data === 'string'
        ? this.socket.write(data, 'latin1', onWritten)
        : this.socket.write(data, onWritten);
    if (!hasRoom) {
      this.blocked = true;
      this.readerPace ??= new ReaderPace(this.socket);
      this.deadline = this.readerPace.deadline(this.ports.deadlines.now);
    }
    return hasRoom;
  }

  get isBehind(): boolean {
    return this.blocked;
  }

  cork(): void {
    this.socket.cork();
  }

  uncork(): void {
    this.socket.uncork();
  }

  abort(): void {
    // A reset shows the client that an unframed body is incomplete, which a graceful close would hide. TLS shows it by
    // itself.
    if (this.facts.secure) this.socket.destroy();
    else this.socket.resetAndDestroy();
  }

  responseWritten(exchange: Http1Exchange): void {
    // Its end is on its way, and says that the client has left.
    if (this.socket.destroyed) return;
    if (this.socket.writableLength === 0) this.exchangeOver(exchange);
    else if (this.facts.secure) this.leaving = exchange;
    else this.socket.write('', 'latin1', () => this.exchangeOver(exchange));
  }

  /** Reads as far as the buffered bytes and the current request allow. */
  private advance(): void {
    if (this.advancing) return;
    this.advancing = true;
    while (!this.unread.isEmpty && this.step());
    this.advancing = false;
    this.settle();
  }

  /** False: nothing can be done with the bytes for now. */
  private step(): boolean {
    if (this.phase >= Phase.Lingering) {
      this.unread.skip();
      return false;
    }
    const exchange = this.exchange;
    if (exchange === null) return this.readHead();
    if (exchange.body === null || exchange.body.complete) return false;
    const before = this.unread.at;
    this.feedBody();
    return this.unread.at > before;
  }

  private readHead(): boolean {
    const reader = this.reader;
    const unread = this.unread;
    const next = reader.read(unread.bytes, unread.at, unread.end);
    if (next < 0) {
      unread.skip();
      if (reader.fault !== null) this.refuseFraming(reader.fault);
      else if (this.phase === Phase.Idle && reader.begun) {
        this.phase = Phase.Head;
        this.deadline = this.ports.deadlines.now + HEAD_MS;
      }
      return false;
    }
    unread.at = next;
    const head = parseRequestHead(reader.text);
    reader.text = '';
    const context = this.begin(head);
    if (typeof head.judgement === 'string') this.ports.counters.clientErrors++;
    // Needed here as well: one read may bring several requests, and those that waited are handled in one turn.
    this.ports.writes.keepUp();
    this.ports.requests.begin(context);
    return true;
  }

  /** From here on the connection belongs to the request's exchange. */
  private begin(head: RequestHead): RequestContext {
    const exchange = openExchange(this, this.ports, head);
    this.exchange = exchange;
    this.isUnused = false;
    this.phase = Phase.Busy;
    this.deadline = Number.POSITIVE_INFINITY;
    return exchange.context!;
  }

  handOver(head: string): ReturnType<UpgradeRequest['accept']> {
    const received = this.unread.take();
    this.phase = Phase.Over;
    this.ports.deadlines.forget(this);
    this.socket.removeAllListeners('data');
    this.socket.removeAllListeners('drain');
    this.socket.removeAllListeners('end');
    this.socket.write(head, 'latin1');
    return { socket: this.socket, received };
  }

  private feedBody(): void {
    const exchange = this.exchange;
    const body = exchange?.body ?? null;
    if (this.feeding || exchange === null || body === null) return;
    this.feeding = true;
    const unread = this.unread;
    while (!unread.isEmpty && body.listening && !body.complete && body.fault === null) {
      unread.at = body.take(unread.bytes, unread.at, unread.end, unread.owned);
    }
    body.tellEnd();
    this.feeding = false;
    if (body.fault !== null && this.exchange === exchange) {
      this.refuseBody(exchange, 400, `bad_framing:${body.fault}`);
    }
  }

  /** To be called after any change of state: keeps unparsed input, and reads on only if it can be used. */
  private settle(): void {
    const body = this.exchange?.body ?? null;
    const bodyUnderWay = this.phase === Phase.Busy && body !== null && !body.complete;
    if (this.phase >= Phase.Lingering) this.unread.clear();
    else this.unread.keep();
    const reads = this.unread.isEmpty && (!bodyUnderWay || body.listening);
    if (bodyUnderWay) {
      this.pace ??= new BodyPace();
      const { now } = this.ports.deadlines;
      const until = reads ? this.pace.deadline(now, body.received) : this.pace.suspend(now);
      if (!this.blocked) this.deadline = until;
    } else if (this.pace !== null) {
      this.pace = null;
      if (this.phase === Phase.Busy && !this.blocked) this.deadline = Number.POSITIVE_INFINITY;
    }
    if (reads === this.reading) return;
    this.reading = reads;
    if (reads) this.socket.resume();
    else this.socket.pause();
  }

  private exchangeOver(exchange: Http1Exchange): void {
    if (this.exchange !== exchange) return;
    this.exchange = null;
    this.blocked = false;
    this.readerPace = null;
    exchange.detach();
    this.ports.requests.ended(exchange.context!, false);
    if (exchange.closes || (exchange.body !== null && !exchange.body.complete)) {
      this.close();
      return;
    }
    this.phase = Phase.Idle;
    this.idleSince = this.ports.deadlines.now;
    this.deadline = this.idleSince + (this.ports.draining ? this.ports.drainingIdleMs : KEEP_ALIVE_MS);
    // Not from here: the next request would run inside whatever ended this one.
    if (!this.advancing && !this.unread.isEmpty) setImmediate(() => this.advance());
  }

  /** Sends the end of the stream and reads for a moment what the client still sends. */
  private close(): void {
    this.phase = Phase.Lingering;
    this.deadline = this.ports.deadlines.now + LINGER_MS;
    this.socket.end();
    if (!this.advancing && !this.feeding) this.settle();
  }

  private refuseFraming(fault: FramingFault): void {
    const context = this.begin(headlessRequest(fault));
    this.ports.counters.clientErrors++;
    this.ports.requests.begin(context);
  }

  private refuseHead(status: number, reason: Reason): void {
    const context = this.begin(headlessRequest('head_incomplete'));
    this.ports.counters.clientErrors++;
    this.ports.counters.requests++;
    respondWithVerdict(context, { status, action: EdgeAction.REJECT, reason, close: true });
  }

  /** The body of the request under way cannot be read further. */
  private refuseBody(exchange: Http1Exchange, status: number, reason: Reason): void {
    const context = exchange.context!;
    this.ports.counters.clientErrors++;
    this.unread.skip();
    if (context.answered || exchange.started) {
      // A response is under way: anything we wrote would land inside it.
      this.socket.destroy();
      return;
    }
    replyWith(context, { status, action: EdgeAction.REJECT, reason, close: true });
  }

  private onDrain(): void {
    this.blocked = false;
    this.readerPace?.suspend(this.ports.deadlines.now);
    if (this.phase !== Phase.Busy) return;
    this.deadline = Number.POSITIVE_INFINITY;
    this.settle();
    this.exchange?.tellDrain();
  }

  /** The client has ended its side. */
  private onEnd(): void {
    switch (this.phase) {
      case Phase.Idle:
        this.socket.end();
        return;
      case Phase.Head:
        this.refuseFraming('head_incomplete');
        return;
      case Phase.Busy:
        // A complete response may still be on its way. A client that closes while waiting for one no longer wants it.
        if (this.exchange?.complete !== true) this.socket.destroy();
        return;
      case Phase.Lingering:
        this.socket.destroy();
        return;
      case Phase.Over:
        return;
    }
  }

  private onClose(): void {
    const exchange = this.exchange;
    this.exchange = null;
    this.leaving = null;
    this.phase = Phase.Over;
    this.ports.deadlines.forget(this);
    this.onGone(this);
    this.unread.clear();
    if (exchange === null) return;
    exchange.detach();
    this.ports.requests.ended(exchange.context!, exchange.context!.status !== 101);
  }
}
