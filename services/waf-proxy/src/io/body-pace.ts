import type { Socket } from 'node:net';

/** A request whose body stalls for this long is aborted. */
const IDLE_MS = 30_000;
/** Bytes per second below which a request's body only serves to hold a connection (slow POST). */
const MIN_RATE = 256;

/**
 * How long a client may take to send its body, or to take the answer, while we are the ones who wait for it. Each byte
 * buys time by the least rate, and no more than the idle time is ever ahead: what came quickly at first does not pay for
 * a byte now and then afterwards.
 */
export class BodyPace {
  private readonly idleMs: number;
  private readonly leastRate: number;
  private until = -1;
  private received = 0;
  private suspendedAt = -1;

  /**
   * @param idleMs maximum time without data, and the time over which the rate is measured.
   * @param leastRate minimum bytes per second, over any such time.
   */
  constructor(idleMs = IDLE_MS, leastRate = MIN_RATE) {
    this.idleMs = idleMs;
    this.leastRate = leastRate;
  }

  /** Until when more must have come along. `now`: ms, from any fixed moment on. `received`: bytes so far. */
  deadline(now: number, received: number): number {
    if (this.until < 0) this.until = now + this.idleMs;
    if (this.suspendedAt >= 0) {
      // Time in which we did not wait is not the client's.
      this.until += now - this.suspendedAt;
      this.suspendedAt = -1;
    }
    const bought = ((received - this.received) / this.leastRate) * 1_000;
    this.received = received;
    this.until = Math.min(now + this.idleMs, this.until + bought);
    return this.until;
  }

  /** We do not wait for now; there is no deadline until we do. */
  suspend(now: number): number {
    if (this.suspendedAt < 0) this.suspendedAt = now;
    return Number.POSITIVE_INFINITY;
  }
}

/** A client that accepts no part of its response for this long is gone. */
const READER_IDLE_MS = 60_000;
/** Bytes per second below which an answer only serves to hold a connection. The kernel takes some by itself. */
const MIN_READ_RATE = 2_048;

/** How long a client may take for what it does not take at once. */
export class ReaderPace {
  private readonly socket: Socket;
  private readonly pace = new BodyPace(READER_IDLE_MS, MIN_READ_RATE);
  private readonly takenBefore: number;

  constructor(socket: Socket) {
    this.socket = socket;
    this.takenBefore = takenOf(socket);
  }

  /** Something waits for the client: until when it must have moved on. */
  deadline(now: number): number {
    return this.pace.deadline(now, takenOf(this.socket) - this.takenBefore);
  }

  /** Nothing waits for the client. */
  suspend(now: number): void {
    this.pace.suspend(now);
  }
}

const takenOf = (socket: Socket) => socket.bytesWritten - socket.writableLength;
