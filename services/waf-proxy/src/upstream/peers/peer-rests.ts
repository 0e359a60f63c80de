/** Pause after a node could not be reached, ms, doubled each time. */
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 60_000;
/** Maximum number of paused routes. */
const MAX_RESTING = 1_000;

interface Rest {
  ms: number;
  until: number;
}

/** Routes to other nodes that failed. After a pause, one request tries the route first, the others once it succeeds. */
export class PeerRests {
  private readonly resting = new Map<string, Rest>();

  has(way: string, now: number): boolean {
    return (this.resting.get(way)?.until ?? now) > now;
  }

  /** Marks that a request tries a paused route for all others. */
  taken(way: string, now: number): void {
    const rest = this.resting.get(way);
    if (rest !== undefined) rest.until = now + rest.ms;
  }

  failed(way: string, now: number): void {
    const before = this.resting.get(way);
    const ms = before === undefined ? FIRST_REST_MS : Math.min(before.ms * 2, MAX_REST_MS);
    if (before === undefined && this.resting.size >= MAX_RESTING)
      this.resting.delete(this.resting.keys().next().value!);
    this.resting.set(way, { ms, until: now + ms });
  }

  reached(way: string): void {
    this.resting.delete(way);
  }
}
