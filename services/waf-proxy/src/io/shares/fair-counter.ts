import { type Holder, sharesOf } from './holder.ts';
import type { PoolSpec, PoolState } from './pools.ts';

/**
 * A bounded amount of what cannot be taken back once it is given. Up to a part of it nobody is asked who they are; half of the
 * rest is kept for clients and networks that hold less than their share, for the good of the others of a site that is
 * attacked, and the last half for those of sites and owners that do, for the good of everybody else's. What each holds is only added up while that matters: at rest a
 * request costs a link of a list.
 */
export class FairCounter {
  private readonly spec: PoolSpec;
  private bound = 0;
  private freeUpTo = 0;
  private keptForSites = 0;
  private first: Place | null = null;
  /** By client, network, site and owner; null while nobody is asked. */
  private sums: Map<string, number> | null = null;
  private used = 0;
  private refused = 0;

  constructor(spec: PoolSpec, bound: number = spec.bound) {
    this.spec = spec;
    this.resize(bound);
  }

  /** What is held beyond a lesser bound stays until it is given back. */
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

  /** Null: not now. Otherwise `leave` follows. */
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

  /** As much more for who holds some already. False: not now; what is held stays. */
  grow(place: Place, amount: number): boolean {
    if (!this.mayEnter(place.holder, amount)) {
      this.refused++;
      return false;
    }
    this.add(place, amount);
    return true;
  }

  /** Gives all of it back; once. */
  leave(place: Place): void {
    this.add(place, -place.amount);
    if (place.before === null) this.first = place.after;
    else place.before.after = place.after;
    if (place.after !== null) place.after.before = place.before;
    // Well below, so that adding up anew is paid for by what has come and gone in between.
    if (this.used < this.freeUpTo / 2) this.sums = null;
  }

  /** What others of the same client, network, site or owner hold: the greatest part of a share, 0 and more. */
  pressureOf(holder: Holder): number {
    const sums = this.summedUp();
    let most = 0;
    for (const [key, share] of sharesOf(holder, this.spec.shares)) {
      most = Math.max(most, (sums.get(key) ?? 0) / (this.bound * share));
    }
    return most;
  }

  /** Against whoever waits to enter; Infinity: not now. */
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

/** What one holder holds of a counter: an entry of its list. */
export interface Place {
  readonly holder: Holder;
  amount: number;
  before: Place | null;
  after: Place | null;
}
