/** Of a node that could not be reached; twice as long after each further time. */
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 60_000;
/** Ways that rest; strangers' host names are among them only where they are a site's. */
const MAX_RESTING = 1_000;

interface Rest {
  ms: number;
  until: number;
}

/** Ways to other nodes that have led nowhere. When such a rest is over, one request tries first, and the others once that one has come through. */
export class PeerRests {
  private readonly resting = new Map<string, Rest>();

  has(way: string, now: number): boolean {
    return (this.resting.get(way)?.until ?? now) > now;
  }

  /** Whoever takes a way that has rested tries it for all. */
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
