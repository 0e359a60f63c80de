/** An exchange whose client does not read may be ended once it has stalled for this long. */
const STANDS_STILL_MS = 250;

/** Measures how fast a client reads its response. Times are ms of the worker's `Deadlines.now`. */
export class DrainMeter {
  private begunAt = 0;
  private taken = 0;
  /** When reading stopped because the client does not take the response; 0: it is read. */
  private pausedAt = 0;

  begin(now: number): void {
    this.begunAt = now;
    this.taken = 0;
    this.pausedAt = 0;
  }

  took(bytes: number): void {
    this.taken += bytes;
  }

  pause(now: number): void {
    if (this.pausedAt === 0) this.pausedAt = now;
  }

  resume(): void {
    this.pausedAt = 0;
  }

  standsStill(now: number): boolean {
    return this.pausedAt > 0 && now - this.pausedAt >= STANDS_STILL_MS;
  }

  /** Bytes per millisecond on average since the request was sent. */
  rate(now: number): number {
    return this.taken / Math.max(1, now - this.begunAt);
  }
}

/** An exchange with an origin that can be taken from its client. */
export interface Reclaimable {
  readonly drain: DrainMeter;
  /** Asks for the exchange's place back. */
  reclaim(): void;
}

/**
 * Makes room for others: ends exchanges that are stalled, the slowest overall first. A pause alone says little (a slow
 * download leaves megabytes in the kernel and pauses for seconds), but a client that reads next to nothing is soon the
 * slowest of all.
 */
export function reclaimSlowest(exchanges: Iterable<Reclaimable>, now: number, places: number): void {
  const still = [...exchanges].filter(({ drain }) => drain.standsStill(now));
  still.sort((a, b) => a.drain.rate(now) - b.drain.rate(now));
  for (const exchange of still.slice(0, places)) exchange.reclaim();
}
