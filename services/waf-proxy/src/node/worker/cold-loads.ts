import type { FairCounter, Place } from '../../io/shares/fair-counter.ts';
import type { Holder } from '../../io/shares/holder.ts';

/** How long a site that was read from disk counts for whoever asked for it, ms. */
const COUNTED_MS = 10_000;

/** Counts sites that clients have workers read from disk: whoever names one host after another must not take all of the time. */
export class ColdLoads {
  private readonly pool: FairCounter;
  private readonly now: () => number;
  private readonly places: { place: Place; untilMs: number }[] = [];
  /** Where the oldest stands; what is before has been released. */
  private first = 0;

  constructor(pool: FairCounter, now: () => number = () => performance.now()) {
    this.pool = pool;
    this.now = now;
  }

  /** False: this client has had its share, and others want theirs. */
  enter(client: NonNullable<Holder['client']>): boolean {
    const now = this.now();
    this.release(now);
    const place = this.pool.enter({ client, site: null });
    if (place === null) return false;
    this.places.push({ place, untilMs: now + COUNTED_MS });
    return true;
  }

  private release(now: number): void {
    for (; this.first < this.places.length && this.places[this.first]!.untilMs <= now; this.first++)
      this.pool.leave(this.places[this.first]!.place);
    if (this.first * 2 < this.places.length) return;
    this.places.splice(0, this.first);
    this.first = 0;
  }
}
