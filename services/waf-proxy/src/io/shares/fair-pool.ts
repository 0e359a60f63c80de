import { type Holder, sharesOf } from './holder.ts';
import type { PoolSpec, PoolState } from './pools.ts';

/** Share of a full pool that is freed at once, as finding the largest holder costs a step per holder. */
const ROOM_MADE = 1 / 16;

/**
 * A bounded amount that many hold parts of. Nobody is kept out while there is room, however much they hold. When there is
 * none, those give way who hold most in relation to their share: of a client, a network, a site, an owner, whichever is
 * the greatest; among theirs first what was most for longest. So a newcomer gets in whatever others hoard, and many people
 * behind one address lose nothing while nobody else wants the room.
 */
export class FairPool {
  private readonly spec: PoolSpec;
  private readonly bound: number;
  private readonly now: () => number;
  private readonly held = new Set<Hold>();
  private used = 0;
  private refused = 0;
  private shed = 0;

  constructor(spec: PoolSpec, bound: number = spec.bound, now: () => number = () => performance.now()) {
    this.spec = spec;
    this.bound = bound;
    this.now = now;
  }

  get state(): PoolState {
    return { used: this.used, bound: this.bound, refused: this.refused, shed: this.shed };
  }

  /** @param giveWay called once when the room is wanted for others; all of it has been given back by then. */
  open(holder: Holder, giveWay: () => void): Hold {
    return new Hold(this, holder, giveWay, this.now());
  }

  /** For `Hold`. False: it has had to give way itself, and holds nothing any more. */
  take(hold: Hold, amount: number): boolean {
    if (hold.gone) return false;
    if (this.used + amount > this.bound) this.makeRoom(hold, amount);
    if (hold.gone || this.used + amount > this.bound) {
      this.refused++;
      this.release(hold);
      return false;
    }
    this.used += amount;
    hold.amount += amount;
    this.held.add(hold);
    return true;
  }

  give(hold: Hold, amount: number): void {
    const given = Math.min(amount, hold.amount);
    this.used -= given;
    hold.amount -= given;
    if (hold.amount === 0) this.held.delete(hold);
  }

  release(hold: Hold): void {
    this.used -= hold.amount;
    hold.amount = 0;
    hold.gone = true;
    this.held.delete(hold);
  }

  /** The requester counts with what it requests. It is not asked to give way: it learns that from the result. */
  private makeRoom(asker: Hold, amount: number): void {
    const target = this.bound * (1 - ROOM_MADE) - amount;
    asker.amount += amount;
    this.held.add(asker);
    const givingWay: Hold[] = [];
    let left = this.used;
    for (const group of this.greediestFirst()) {
      let rest = group.amount / 2;
      for (const hold of this.mostForLongestFirst(group.holds)) {
        if (left <= target || rest <= 0) break;
        if (hold.gone) continue;
        hold.gone = true;
        rest -= hold.amount;
        left -= hold === asker ? hold.amount - amount : hold.amount;
        givingWay.push(hold);
      }
      if (left <= target) break;
    }
    asker.amount -= amount;
    if (asker.amount === 0) this.held.delete(asker);
    for (const hold of givingWay) this.release(hold);
    for (const hold of givingWay) {
      if (hold === asker) continue;
      this.shed++;
      hold.giveWay();
    }
  }

  private greediestFirst(): Group[] {
    const groups = new Map<string, Group>();
    for (const hold of this.held) {
      for (const [key, share] of sharesOf(hold.holder, this.spec.shares)) {
        let group = groups.get(key);
        if (group === undefined) {
          group = { share, amount: 0, holds: [] };
          groups.set(key, group);
        }
        group.amount += hold.amount;
        group.holds.push(hold);
      }
    }
    return [...groups.values()].sort((one, other) => other.amount / other.share - one.amount / one.share);
  }

  private mostForLongestFirst(holds: readonly Hold[]): Hold[] {
    const now = this.now();
    // A moment for all: of what has come just now the greatest goes first.
    const cost = (hold: Hold) => hold.amount * (now - hold.since + 1);
    return [...holds].sort((one, other) => cost(other) - cost(one));
  }
}

interface Group {
  share: number;
  amount: number;
  holds: Hold[];
}

/** The share of a pool held by one request, stream or connection. */
export class Hold {
  private readonly pool: FairPool;
  readonly holder: Holder;
  readonly giveWay: () => void;
  readonly since: number;
  amount = 0;
  /** Nothing more is given. */
  gone = false;

  constructor(pool: FairPool, holder: Holder, giveWay: () => void, since: number) {
    this.pool = pool;
    this.holder = holder;
    this.giveWay = giveWay;
    this.since = since;
  }

  /** False: there is not enough room, and the holder's share has been returned. */
  take(amount: number): boolean {
    return this.pool.take(this, amount);
  }

  give(amount: number): void {
    this.pool.give(this, amount);
  }

  /** Gives all back; may be called again. */
  release(): void {
    this.pool.release(this);
  }
}
