/** A body of which nothing arrives for so long is given up. */
const IDLE_MS = 30_000;
/** So long it may be slower than the least rate. */
const GRACE_MS = 30_000;
/** Bytes per second, on average, below which a body only serves to hold a connection (slow POST). */
const LEAST_RATE = 256;

/** How long a request body may take, while we are the ones who wait for it. */
export class BodyPace {
  #since = -1;
  #suspendedAt = -1;

  /** Until when more must have arrived. `now`: ms, from any fixed moment on. */
  deadline(now: number, received: number): number {
    if (this.#since < 0) this.#since = now;
    if (this.#suspendedAt >= 0) {
      // Time in which we did not read is not the client's.
      this.#since += now - this.#suspendedAt;
      this.#suspendedAt = -1;
    }
    return Math.min(now + IDLE_MS, this.#since + GRACE_MS + (received / LEAST_RATE) * 1_000);
  }

  /** We do not read for now; there is no deadline until we do. */
  suspend(now: number): number {
    if (this.#suspendedAt < 0) this.#suspendedAt = now;
    return Number.POSITIVE_INFINITY;
  }
}
