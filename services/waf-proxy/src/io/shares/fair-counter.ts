import { type Holder, sharesOf } from './holder.ts';
import type { PoolSpec, PoolState } from './pools.ts';

/**
 * Counts a bounded resource that cannot be taken back once given, with a guaranteed share for each holder. Up to
 * `freeUpTo` of the bound no shares are checked. Half of the rest is reserved for clients and networks below their
 * share, which protects the other visitors of a site under attack; the last half is reserved for sites and owners below
 * theirs, which protects everybody else's sites. Sums per holder are computed only while they matter: at rest a request
 * costs one list node.
 */
export class FairCounter {
  private readonly spec: PoolSpec;
  private bound = 0;
  private freeUpTo = 0;
  private keptForSites = 0;
  private first: Place | null = null;
  /** Amount held per client, network, site and owner; null while no shares are checked. */
  private sums: Map<string, number> | null = null;
  private used = 0;
  private refused = 0;

  constructor(spec: PoolSpec, bound: number = spec.bound) {
    this.spec = spec;
    this.resize(bound);
  }

  /** Amounts already held beyond a lowered bound stay until they are released. */
  resize(bound: number): void {
    const { freeUpTo, shares } = this.spec;
    this.bound = bound;
    this.freeUpTo = bound * freeUpTo;
    const sitesOnly = shares.client === undefined && shares.network === undefined;
    this.keptForSites = sitesOnly ? this.freeUpTo : (bound + this.freeUpTo) / 2;
  }

  get state(): PoolState {
    return { used: this.used, bound: this.bound, refused: this.refused, shed: 0 };
  }

  /** Takes `amount`; null if it is not available now. Every non-null result has to be passed to `leave`. */
  enter(holder: Holder, amount = 1): Place | null {
    if (!this.mayEnter(holder, amount)) {
      this.refused++;
      return null;
    }
    const place: Place = { holder, amount: 0, before: null, after: this.first };
    if (this.first !== null) this.first.before = place;
    this.first = place;
    this.add(place, amount);
    return place;
  }

  /** Takes more for an existing holder. Returns false if it is not available now; what is held stays held. */
  grow(place: Place, amount: number): boolean {
    if (!this.mayEnter(place.holder, amount)) {
      this.refused++;
      return false;
    }
    this.add(place, amount);
    return true;
  }

  /** Releases everything that a place holds. To be called once. */
  leave(place: Place): void {
    this.add(place, -place.amount);
    if (place.before === null) this.first = place.after;
    else place.before.after = place.after;
    if (place.after !== null) place.after.before = place.before;
    // Well below the limit, so that the cost of recounting is spread over the entries and releases in between.
    if (this.used < this.freeUpTo / 2) this.sums = null;
  }

  /** The largest ratio of what this holder's client, network, site or owner holds to its share (0 or more). */
  pressureOf(holder: Holder): number {
    const sums = this.summedUp();
    let most = 0;
    for (const [key, share] of sharesOf(holder, this.spec.shares)) {
      most = Math.max(most, (sums.get(key) ?? 0) / (this.bound * share));
    }
    return most;
  }

  /** Priority among waiters: the lowest value is served first; Infinity if it cannot be served now. */
  claimOf(holder: Holder): number {
    return this.mayEnter(holder) ? this.pressureOf(holder) : Number.POSITIVE_INFINITY;
  }

  mayEnter(holder: Holder, amount = 1): boolean {
    const used = this.used + amount;
    if (used > this.bound) return false;
    if (used <= this.freeUpTo) return true;
    const sums = this.summedUp();
    const { shares } = this.spec;
    const asked =
      used <= this.keptForSites
        ? sharesOf({ client: holder.client, site: null }, shares)
        : sharesOf(holder, shares);
    for (const [key, share] of asked) {
      if ((sums.get(key) ?? 0) + amount > Math.max(1, this.bound * share)) return false;
    }
    return true;
  }

  private summedUp(): Map<string, number> {
    if (this.sums !== null) return this.sums;
    const sums = new Map<string, number>();
    for (let place = this.first; place !== null; place = place.after) {
      this.addTo(sums, place.holder, place.amount);
    }
    this.sums = sums;
    return sums;
  }

  private add(place: Place, amount: number): void {
    place.amount += amount;
    this.used += amount;
    if (this.sums !== null) this.addTo(this.sums, place.holder, amount);
  }

  private addTo(sums: Map<string, number>, holder: Holder, amount: number): void {
    for (const [key] of sharesOf(holder, this.spec.shares)) {
      const sum = (sums.get(key) ?? 0) + amount;
      if (sum <= 0) sums.delete(key);
      else sums.set(key, sum);
    }
  }
}

/** One holder's share; a node of the counter's linked list. */
export interface Place {
  readonly holder: Holder;
  amount: number;
  before: Place | null;
  after: Place | null;
}
