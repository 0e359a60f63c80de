import type { Socket } from 'node:net';
import type { Place } from '../../limits/fair-counter.ts';
import { copyOf, READ_BUFFER } from '../shared-read-buffer.ts';
import type { Deadline, Deadlines } from './deadlines.ts';
import { DrainMeter, type Reclaimable } from './drain-meter.ts';
import type { ExchangeRequest, OriginChannel } from './origin-channel.ts';
import { OriginError } from './origin-error.ts';
import { type ResponseEvents, type ResponseHead, ResponseParser } from './response-parser.ts';

/** What one exchange wants to hear. After `onComplete`, `onUpgraded` or `onFailure` nothing more is said. */
export interface ExchangeListener {
  onInformational(status: number, headers: string[]): void;
  onHead(head: ResponseHead): void;
  onBody(chunk: Buffer): void;
  /** All that has arrived so far has been told, and it is not the whole response. */
  onLull(): void;
  onComplete(trailers: string[] | null): void;
  onUpgraded(head: ResponseHead, socket: Socket, rest: Buffer): void;
  /** `safeToRepeat`: the connection had been used before and died without a byte of response. */
  onFailure(error: OriginError, safeToRepeat: boolean): void;
  /** The origin takes further bytes of the request. */
  onDrain(): void;
  /** Others wait for this connection, and whoever reads the response takes it more slowly than all others. */
  onReclaimed(): void;
}

export interface ConnectionOwner {
  /** The connection has served its exchange and may serve another. */
  onIdle(connection: OriginConnection): void;
  onClosed(connection: OriginConnection): void;
}

const ONE_WRITE_BYTES = 16 * 1024;
const BODY_IDLE_MS = 60_000;

/**
 * One HTTP/1.1 connection to an origin, one exchange at a time, never pipelined.
 *
 * It goes back to its pool only when request and response are both complete, both said that it may stay, and not a byte
 * came beyond the response. Everything else closes it: a fresh connection costs less than an answer that belongs to
 * somebody else.
 */
export class OriginConnection implements OriginChannel, ResponseEvents, Deadline, Reclaimable {
  readonly framesItself = false;
  readonly key: string;
  readonly #socket: Socket;
  readonly #owner: ConnectionOwner;
  readonly #deadlines: Deadlines;
  deadline = Number.POSITIVE_INFINITY;
  /** `performance.now()` until which the origin is expected to keep it open. */
  idleUntil = 0;
  readonly drain = new DrainMeter();

  #listener: ExchangeListener | null = null;
  #parser: ResponseParser | null = null;
  #used = false;
  #closed = false;
  #upgraded = false;
  /** Of the request that uses it, among the connections to this origin. */
  place: Place | null = null;
  #requestDone = false;
  #responseDone = false;
  #keepAlive = false;
  #keepAliveSeconds = 0;
  #responseTimeoutMs = 0;
  #error: OriginError | null = null;

  constructor(key: string, socket: Socket, owner: ConnectionOwner, deadlines: Deadlines) {
    this.key = key;
    this.#socket = socket;
    this.#owner = owner;
    this.#deadlines = deadlines;
    deadlines.watch(this);
    socket.on('drain', () => {
      this.#touch();
      this.#listener?.onDrain();
    });
    socket.on('end', () => this.#onEnd());
    socket.on('error', (cause) => {
      this.#error ??= new OriginError('reset', 'the connection to the origin broke', cause);
    });
    socket.on('close', () => this.#onClose());
    socket.resume();
  }

  get usable(): boolean {
    return !this.#closed && !this.#socket.destroyed && this.#socket.writable;
  }

  /** Begins an exchange with the request's head. `complete`: there is no body beyond what is in `first`. */
  begin(
    listener: ExchangeListener,
    head: string,
    first: Buffer | null,
    complete: boolean,
    request: ExchangeRequest,
  ): void {
    this.#listener = listener;
    this.drain.begin(this.#deadlines.now);
    this.#parser = new ResponseParser(this, request.isHead, request.mayUpgrade);
    this.#requestDone = complete;
    this.#responseDone = false;
    this.#keepAlive = true;
    this.#keepAliveSeconds = 0;
    this.#responseTimeoutMs = request.timeoutMs;
    this.#touch();
    if (first === null) {
      this.#socket.write(head, 'latin1');
      return;
    }
    if (first.length <= ONE_WRITE_BYTES) {
      // Joined as a string: one plain write costs less than a vector of two.
      this.#socket.write(head + first.toString('latin1'), 'latin1');
      return;
    }
    this.#socket.cork();
    this.#socket.write(head, 'latin1');
    this.#socket.write(first);
    this.#socket.uncork();
  }

  /** Sends bytes of the request's body, framed by the caller. False: wait for `onDrain`. */
  write(chunk: Buffer | string): boolean {
    const goOn = typeof chunk === 'string' ? this.#socket.write(chunk, 'latin1') : this.#socket.write(chunk);
    this.#touch();
    return goOn;
  }

  cork(): void {
    this.#socket.cork();
  }

  uncork(): void {
    this.#socket.uncork();
  }

  requestComplete(): void {
    this.#requestDone = true;
    this.#touch();
  }

  pause(): void {
    this.#socket.pause();
    this.drain.pause(this.#deadlines.now);
    // The client reads slowly; its own timeouts watch over that.
    this.deadline = Number.POSITIVE_INFINITY;
  }

  resume(): void {
    this.drain.resume();
    this.#socket.resume();
    this.#touch();
  }

  reclaim(): void {
    this.#listener?.onReclaimed();
  }

  /** Gives the exchange up; nothing more is told. */
  abandon(): void {
    this.#listener = null;
    this.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  onDeadline(): void {
    const begun = this.#parser?.headSeen ?? false;
    this.#error ??= begun
      ? new OriginError('idle_timeout', 'the origin stopped in the middle of its response')
      : new OriginError('response_timeout', 'the origin did not answer in time');
    this.#socket.destroy();
  }

  onInformational(status: number, headers: string[]): void {
    this.#listener?.onInformational(status, headers);
  }

  onHead(head: ResponseHead): void {
    this.#keepAlive = head.keepAlive;
    this.#keepAliveSeconds = head.keepAliveSeconds;
    this.#touch();
    this.#listener?.onHead(head);
  }

  onBody(chunk: Buffer): void {
    this.#touch();
    this.drain.took(chunk.length);
    this.#listener?.onBody(chunk);
  }

  onComplete(trailers: string[] | null): void {
    this.#responseDone = true;
    this.deadline = Number.POSITIVE_INFINITY;
    const listener = this.#listener;
    this.#listener = null;
    // Released only after the whole chunk was read, so that bytes beyond the response are noticed.
    listener?.onComplete(trailers);
  }

  onUpgrade(head: ResponseHead, rest: Buffer): void {
    const listener = this.#listener;
    this.#listener = null;
    this.#closed = true;
    this.#upgraded = true;
    this.#parser = null;
    this.deadline = Number.POSITIVE_INFINITY;
    this.#deadlines.forget(this);
    this.#socket.removeAllListeners('drain');
    this.#socket.removeAllListeners('end');
    this.#owner.onClosed(this);
    listener?.onUpgraded(head, this.#socket, rest);
  }

  /** The first `length` bytes of READ_BUFFER are the origin's. False: do not read on for now. */
  onRead(length: number): boolean {
    // Handed over: the bytes go on through the stream, whose readers set the pace.
    if (this.#upgraded) return this.#socket.push(copyOf(READ_BUFFER, 0, length));
    this.#onData(length);
    return true;
  }

  #onData(length: number): void {
    const parser = this.#parser;
    if (parser === null) {
      // An idle connection has nothing to say.
      this.#socket.destroy();
      return;
    }
    let excess: boolean;
    try {
      excess = parser.feed(READ_BUFFER, length);
    } catch (error) {
      this.#error =
        error instanceof OriginError
          ? error
          : new OriginError('malformed_response', 'the response could not be read', error);
      this.#socket.destroy();
      return;
    }
    if (!this.#responseDone) {
      if (parser.headSeen) this.#listener?.onLull();
      return;
    }
    if (excess || !this.#keepAlive) this.#socket.destroy();
    else if (this.#requestDone) this.#release();
    else this.#socket.destroy();
  }

  #release(): void {
    this.#parser = null;
    this.#listener = null;
    this.#used = true;
    this.deadline = Number.POSITIVE_INFINITY;
    if (!this.#keepAlive || !this.usable) {
      this.#socket.destroy();
      return;
    }
    if (this.#socket.isPaused()) this.#socket.resume();
    // A second less than the origin says, so that it does not close while our next request is on its way.
    const keepMs = this.#keepAliveSeconds > 0 ? Math.max(0, this.#keepAliveSeconds - 1) * 1_000 : 4_000;
    this.idleUntil = performance.now() + Math.min(keepMs, 60_000);
    this.#owner.onIdle(this);
  }

  #onEnd(): void {
    if (this.#parser === null || this.#responseDone) return;
    try {
      this.#parser.finish();
    } catch (error) {
      this.#error ??=
        error instanceof OriginError ? error : new OriginError('reset', 'the origin closed', error);
    }
    this.#socket.destroy();
  }

  #onClose(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#deadlines.forget(this);
    this.#owner.onClosed(this);
    const listener = this.#listener;
    this.#listener = null;
    if (listener === null) return;
    const error = this.#error ?? new OriginError('reset', 'the origin closed the connection');
    const silent = !(this.#parser?.begun ?? false);
    listener.onFailure(error, this.#used && silent && error.code === 'reset');
  }

  /** Sets who must move next, and by when. While the client is still sending, the origin is not to blame. */
  #touch(): void {
    const { now } = this.#deadlines;
    if (this.#parser?.headSeen) this.deadline = now + BODY_IDLE_MS;
    else if (this.#requestDone) this.deadline = now + this.#responseTimeoutMs;
    else this.deadline = this.#socket.writableNeedDrain ? now + BODY_IDLE_MS : Number.POSITIVE_INFINITY;
  }
}
