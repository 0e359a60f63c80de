import type { Socket } from 'node:net';
import { CHUNK_END, chunkHead, lastChunk } from '../http/chunked-coding.ts';
import type { ResponseHead } from '../http/response-head.ts';
import type { Deadline, Deadlines } from '../io/deadlines.ts';
import { DrainMeter, type Reclaimable } from '../io/drain-meter.ts';
import { copyOf, READ_BUFFER } from '../io/shared-read-buffer.ts';
import type { Place } from '../io/shares/fair-counter.ts';
import type { UnwrittenText, WriteBatch } from '../io/write-batch.ts';
import { http1RequestHead } from './http1-request-head.ts';
import type { ExchangeListener, ExchangeRequest, OriginChannel } from './origin-channel.ts';
import { brokenConnection, OriginError } from './origin-error.ts';
import { type ResponseEvents, ResponseParser } from './response-parser.ts';

export interface ConnectionOwner {
  /** The exchange is complete, and the connection can be reused. */
  onIdle(connection: OriginConnection): void;
  onClosed(connection: OriginConnection): void;
}

export interface ConnectionPorts {
  readonly deadlines: Deadlines;
  readonly writes: WriteBatch;
}

const ONE_WRITE_BYTES = 16 * 1024;
const BODY_IDLE_MS = 60_000;

/**
 * One HTTP/1.1 connection to an origin, one exchange at a time, never pipelined.
 *
 * It returns to its pool only if request and response are complete, both sides keep it alive, and no byte followed the
 * response. Otherwise it is closed: a new connection costs less than a response that belongs to somebody else.
 */
export class OriginConnection implements OriginChannel, ResponseEvents, Deadline, Reclaimable, UnwrittenText {
  readonly key: string;
  private readonly socket: Socket;
  private readonly owner: ConnectionOwner;
  private readonly deadlines: Deadlines;
  private readonly writes: WriteBatch;
  deadline = Number.POSITIVE_INFINITY;
  /** `performance.now()` until which the origin probably keeps it open. */
  idleUntil = 0;
  readonly drain = new DrainMeter();

  private listener: ExchangeListener | null = null;
  private parser: ResponseParser | null = null;
  private used = false;
  private closed = false;
  private upgraded = false;
  /** Its place among the connections to this origin. */
  place: Place | null = null;
  /** A complete request that waits to be written together with others. */
  private unsent = '';
  private isChunked = false;
  private requestDone = false;
  private responseDone = false;
  private keepAlive = false;
  private keepAliveSeconds = 0;
  private responseTimeoutMs = 0;
  private error: OriginError | null = null;

  constructor(key: string, socket: Socket, owner: ConnectionOwner, { deadlines, writes }: ConnectionPorts) {
    this.key = key;
    this.socket = socket;
    this.owner = owner;
    this.deadlines = deadlines;
    this.writes = writes;
    deadlines.watch(this);
    socket.on('drain', () => {
      this.touch();
      this.listener?.onDrain();
    });
    socket.on('end', () => this.onEnd());
    socket.on('error', (cause) => {
      this.error ??= brokenConnection(cause, 'the connection to the origin broke');
    });
    socket.on('close', () => this.onClose());
    socket.resume();
  }

  get usable(): boolean {
    return !this.closed && !this.socket.destroyed && this.socket.writable;
  }

  begin(listener: ExchangeListener, request: ExchangeRequest): void {
    const { head, complete } = request;
    const text = http1RequestHead(head);
    this.isChunked = head.bodyLength.kind === 'unknown';
    const first = this.framed(request.held, complete);
    this.listener = listener;
    this.drain.begin(this.deadlines.now);
    this.parser = new ResponseParser(this, head.method === 'HEAD', head.upgrade !== null);
    this.requestDone = complete;
    this.responseDone = false;
    this.keepAlive = true;
    this.keepAliveSeconds = 0;
    this.responseTimeoutMs = request.timeoutMs;
    this.touch();
    if (first === null || first.length <= ONE_WRITE_BYTES) {
      // Joined as a string, since one write costs less than a vector of two.
      const all = first === null ? text : text + first.toString('latin1');
      if (complete) {
        this.unsent = all;
        this.writes.add(this);
      } else this.socket.write(all, 'latin1');
      return;
    }
    this.socket.cork();
    this.socket.write(text, 'latin1');
    this.socket.write(first);
    this.socket.uncork();
  }

  writeNow(): void {
    const text = this.unsent;
    this.unsent = '';
    if (!this.socket.destroyed) this.socket.write(text, 'latin1');
  }

  breakOff(cause: unknown): void {
    this.error ??= new OriginError('reset', 'the request could not be written', cause);
    this.socket.destroy();
  }

  write(chunk: Buffer): boolean {
    // An empty chunk would end the body.
    if (chunk.length === 0) return !this.socket.writableNeedDrain;
    let hasRoom: boolean;
    if (this.isChunked) {
      this.socket.cork();
      this.socket.write(chunkHead(chunk.length), 'latin1');
      this.socket.write(chunk);
      hasRoom = this.socket.write(CHUNK_END, 'latin1');
      this.socket.uncork();
    } else hasRoom = this.socket.write(chunk);
    this.touch();
    return hasRoom;
  }

  requestComplete(): void {
    // Without trailers, which no rule has inspected.
    if (this.isChunked) this.socket.write(lastChunk(null), 'latin1');
    this.requestDone = true;
    this.touch();
  }

  pause(): void {
    this.socket.pause();
    this.drain.pause(this.deadlines.now);
    // The client reads slowly, which its own timeouts watch.
    this.deadline = Number.POSITIVE_INFINITY;
  }

  resume(): void {
    this.drain.resume();
    this.socket.resume();
    this.touch();
  }

  reclaim(): void {
    this.listener?.onReclaimed();
  }

  /** Cancels the exchange; no further events. */
  abandon(): void {
    this.listener = null;
    this.destroy();
  }

  destroy(): void {
    this.socket.destroy();
  }

  onDeadline(): void {
    const begun = this.parser?.headSeen ?? false;
    this.error ??= begun
      ? new OriginError('idle_timeout', 'the origin stopped in the middle of its response')
      : new OriginError('response_timeout', 'the origin did not answer in time');
    this.socket.destroy();
  }

  onInformational(status: number, headers: string[]): void {
    this.listener?.onInformational(status, headers);
  }

  onHead(head: ResponseHead): void {
    this.keepAlive = head.keepAlive;
    this.keepAliveSeconds = head.keepAliveSeconds;
    this.touch();
    this.listener?.onHead(head);
  }

  onBody(chunk: Buffer): void {
    this.touch();
    this.drain.took(chunk.length);
    this.listener?.onBody(chunk);
  }

  onComplete(trailers: string[] | null): void {
    this.responseDone = true;
    this.deadline = Number.POSITIVE_INFINITY;
    const listener = this.listener;
    this.listener = null;
    // Released only after the whole chunk was parsed, so that surplus bytes are noticed.
    listener?.onComplete(trailers);
  }

  onUpgrade(head: ResponseHead, rest: Buffer): void {
    const listener = this.listener;
    this.listener = null;
    this.closed = true;
    this.upgraded = true;
    this.parser = null;
    this.deadline = Number.POSITIVE_INFINITY;
    this.deadlines.forget(this);
    this.socket.removeAllListeners('drain');
    this.socket.removeAllListeners('end');
    this.owner.onClosed(this);
    listener?.onUpgraded(head, this.socket, rest);
  }

  /** Processes the first `length` bytes of READ_BUFFER. False: pause reading. */
  onRead(length: number): boolean {
    this.writes.keepUp();
    // After an upgrade, bytes go through the stream, whose readers set the pace.
    if (this.upgraded) return this.socket.push(copyOf(READ_BUFFER, 0, length));
    this.onData(length);
    return true;
  }

  private onData(length: number): void {
    const parser = this.parser;
    if (parser === null) {
      // An idle connection should receive nothing.
      this.socket.destroy();
      return;
    }
    let excess: boolean;
    try {
      excess = parser.feed(READ_BUFFER, length);
    } catch (error) {
      this.error =
        error instanceof OriginError
          ? error
          : new OriginError('malformed_response', 'the response could not be read', error);
      this.socket.destroy();
      return;
    }
    if (!this.responseDone) {
      if (parser.headSeen) this.listener?.onLull();
      return;
    }
    if (excess || !this.keepAlive) this.socket.destroy();
    else if (this.requestDone) this.release();
    else this.socket.destroy();
  }

  private release(): void {
    this.parser = null;
    this.listener = null;
    this.used = true;
    this.deadline = Number.POSITIVE_INFINITY;
    if (!this.keepAlive || !this.usable) {
      this.socket.destroy();
      return;
    }
    if (this.socket.isPaused()) this.socket.resume();
    // One second less than the origin announces, so that it does not close while our next request is on its way.
    const keepMs = this.keepAliveSeconds > 0 ? Math.max(0, this.keepAliveSeconds - 1) * 1_000 : 4_000;
    this.idleUntil = performance.now() + Math.min(keepMs, 60_000);
    this.owner.onIdle(this);
  }

  private onEnd(): void {
    if (this.parser === null || this.responseDone) return;
    try {
      this.parser.finish();
    } catch (error) {
      this.error ??=
        error instanceof OriginError ? error : new OriginError('reset', 'the origin closed', error);
    }
    this.socket.destroy();
  }

  private onClose(): void {
    if (this.closed) return;
    this.closed = true;
    this.deadlines.forget(this);
    this.owner.onClosed(this);
    const listener = this.listener;
    this.listener = null;
    if (listener === null) return;
    const error = this.error ?? new OriginError('reset', 'the origin closed the connection');
    const silent = !(this.parser?.begun ?? false);
    listener.onFailure(error, this.used && silent && error.code === 'reset');
  }

  /** The part of the body that is sent with the head; null: none. */
  private framed(held: readonly Buffer[], complete: boolean): Buffer | null {
    if (!this.isChunked) return held.length <= 1 ? (held[0] ?? null) : Buffer.concat(held);
    let text = '';
    for (const chunk of held)
      if (chunk.length > 0) text += chunkHead(chunk.length) + chunk.toString('latin1') + CHUNK_END;
    if (complete) text += lastChunk(null);
    return text === '' ? null : Buffer.from(text, 'latin1');
  }

  /** Sets who has to act next, and by when. While the client is still sending, the origin is not late. */
  private touch(): void {
    const { now } = this.deadlines;
    if (this.parser?.headSeen) this.deadline = now + BODY_IDLE_MS;
    else if (this.requestDone) this.deadline = now + this.responseTimeoutMs;
    else this.deadline = this.socket.writableNeedDrain ? now + BODY_IDLE_MS : Number.POSITIVE_INFINITY;
  }
}
