/** A request's body of which nothing arrives for so long is given up. */
const IDLE_MS = 30_000;
/** Bytes per second, on average, below which a request's body only serves to hold a connection (slow POST). */
const LEAST_RATE = 256;

/** How long a client may take to send its body, or to take the answer, while we are the ones who wait for it. */
export class BodyPace {
  readonly #idleMs: number;
  readonly #leastRate: number;
  #since = -1;
  #suspendedAt = -1;

  /**
   * @param idleMs so long nothing need come along, and so long it may be slower than the least rate.
   * @param leastRate bytes per second, on average.
   */
  constructor(idleMs = IDLE_MS, leastRate = LEAST_RATE) {
    this.#idleMs = idleMs;
    this.#leastRate = leastRate;
  }

  /** Until when more must have come along. `now`: ms, from any fixed moment on. `received`: bytes so far. */
  deadline(now: number, received: number): number {
    if (this.#since < 0) this.#since = now;
    if (this.#suspendedAt >= 0) {
      // Time in which we did not wait is not the client's.
      this.#since += now - this.#suspendedAt;
      this.#suspendedAt = -1;
    }
    return Math.min(now + this.#idleMs, this.#since + this.#idleMs + (received / this.#leastRate) * 1_000);
  }

  /** We do not wait for now; there is no deadline until we do. */
  suspend(now: number): number {
    if (this.#suspendedAt < 0) this.#suspendedAt = now;
    return Number.POSITIVE_INFINITY;
  }
}
