import { FairTable } from '../../io/shares/fair-table.ts';
import type { SharedCount } from './rate-limiter.ts';
import {
  emptyCount,
  estimate,
  leftOf,
  NEAR_LIMIT,
  reportedAtOnce,
  turnTo,
  type WindowCount,
} from './window-count.ts';

const MAX_COUNTERS = 100_000;
/**
 * Maximum keys per network and limit. Further ones are counted together by address, so that inventing keys is no way
 * around a limit.
 */
const KEYS_PER_MAKER = 1_000;
/** Paths that are remembered for limits of distinct paths, of all keys together. */
const MAX_PATHS = 1_000_000;
/** Maximum age of counts received from other counters, ms, while a key is far from its limit. */
const CACHE_TTL_MS = 1_000;

/** One limit: what is counted, and the amount allowed. */
export interface AmountLimit {
  readonly siteId: string;
  /** Begins with the site's id and a slash. */
  readonly scope: string;
  readonly amount: number;
  readonly windowMs: number;
  /** Size of the token bucket; 0: a sliding window. */
  readonly burst: number;
  /** Whether requests over the limit count as well: those that are let through nevertheless. */
  readonly countsRefused: boolean;
}

/** The key under which requests are counted. */
export interface LimitKey {
  /** Hashed, where a stranger can make it up. */
  readonly text: string;
  /** The client's address: what its keys are counted by when it has made up too many. */
  readonly client: string;
  /** The client's network. */
  readonly maker: string;
}

interface Counter extends WindowCount {
  /** By which name others count the same. */
  readonly client: string;
  readonly maker: string;
  heardAtMs: number;
  /** Fill level of a bucket, and since when. */
  level: number;
  filledAtMs: number;
  /** Attempts under way whose answer may count. */
  pending: number;
  paths: Set<number> | null;
}

/** Claims a key for all nodes; resolves to whether no other node had claimed it. */
type Claim = (key: string, seconds: number) => Promise<boolean>;

/**
 * Counts amounts by keys of the owner's choice, shared by all workers of all nodes in the way of {@link RateLimiter}:
 * counts stay local below this counter's share of a limit, are reported in quarters of the share, and near the limit
 * the total is requested. Each counter has its own copy of a bucket and also subtracts what other counters report.
 */
export class AmountLimiter {
  private readonly shared: SharedCount;
  private readonly claim: Claim;
  private sharedFrom: number;
  private pathsHeld = 0;
  private readonly counters = new FairTable<Counter>(MAX_COUNTERS, KEYS_PER_MAKER, ({ paths }) => {
    this.pathsHeld -= paths?.size ?? 0;
  });

  constructor(shared: SharedCount, sharedFrom: number, claim: Claim) {
    this.shared = shared;
    this.sharedFrom = sharedFrom;
    this.claim = claim;
  }

  /** Sets how many counters share the limits from now on. */
  shareAmong(counters: number): void {
    this.sharedFrom = 1 / counters;
  }

  /** Counts one request. @returns whether it goes over the limit */
  take(limit: AmountLimit, key: LimitKey, nowMs: number): boolean | Promise<boolean> {
    return this.takeOne(limit, this.counterOf(limit, key, nowMs), nowMs);
  }

  /** Whether as much as the limit allows has been counted already. */
  isReached(limit: AmountLimit, key: LimitKey, nowMs: number): boolean | Promise<boolean> {
    const counter = this.counterOf(limit, key, nowMs);
    const isReached = () => usedOf(limit, counter, nowMs) >= capacityOf(limit);
    if (isReached()) return true;
    if (this.isAlone) return false;
    const isFresh = nowMs - counter.heardAtMs < CACHE_TTL_MS;
    if (isFresh && usedOf(limit, counter, nowMs) < capacityOf(limit) * NEAR_LIMIT) return false;
    return this.ask(limit, counter, nowMs).then(isReached);
  }

  /** Counts what is known only once a request has ended. */
  add(limit: AmountLimit, key: LimitKey, amount: number, nowMs: number): void {
    const counter = this.counterOf(limit, key, nowMs);
    spend(counter, amount);
    this.tellIfDue(limit, counter, nowMs);
  }

  /**
   * Begins an attempt whose answer may count, unless as many are under way as the limit has left: a thousand at once would
   * all come before the first of their answers. @returns whether it may begin; `endAttempt` follows then
   */
  beginAttempt(limit: AmountLimit, key: LimitKey, nowMs: number): boolean {
    const counter = this.counterOf(limit, key, nowMs);
    if (counter.pending >= Math.max(1, capacityOf(limit) - usedOf(limit, counter, nowMs))) return false;
    counter.pending++;
    return true;
  }

  endAttempt(limit: AmountLimit, key: LimitKey, nowMs: number): void {
    const counter = this.counterOf(limit, key, nowMs);
    counter.pending = Math.max(0, counter.pending - 1);
  }

  /**
   * Counts a path unless the key has requested it already in this window. With several counters, the first one asked
   * for a path decides whether it exceeds the limit.
   * @returns whether the limit is exceeded
   */
  takePath(limit: AmountLimit, key: LimitKey, pathHash: number, nowMs: number): boolean | Promise<boolean> {
    const counter = this.counterOf(limit, key, nowMs);
    counter.paths ??= new Set();
    if (counter.paths.has(pathHash)) return false;
    if (counter.paths.size > limit.amount) return true;
    if (this.pathsHeld >= MAX_PATHS) this.counters.makeRoom();
    counter.paths.add(pathHash);
    this.pathsHeld++;
    const settled = (isOver: boolean) => {
      if (isOver && !limit.countsRefused) this.forgetPath(counter, pathHash);
      return isOver;
    };
    if (this.isAlone) return settled(this.takeOne(limit, counter, nowMs) === true);
    const { scope, windowMs } = limit;
    const name = `${scope}|${counter.client}|${counter.window}|${pathHash}`;
    return this.claim(name, Math.ceil(windowMs / 1_000))
      .then((isFirst) => isFirst && this.takeOne(limit, counter, nowMs))
      .then(settled);
  }

  /** Milliseconds until the key may send requests again, if it sends none meanwhile. */
  waitMs(limit: AmountLimit, key: LimitKey, nowMs: number): number {
    const counter = this.counterOf(limit, key, nowMs);
    const { amount, windowMs, burst } = limit;
    if (burst > 0) return Math.max(0, ((1 - counter.level) * windowMs) / amount);
    const left = leftOf(counter, windowMs, nowMs);
    const now = counter.current + counter.elsewhere;
    if (counter.paths !== null) return left * windowMs;
    if (now + 1 <= amount) {
      const mayBeLeft = counter.previous === 0 ? 1 : (amount - now - 1) / counter.previous;
      return Math.max(0, left - mayBeLeft) * windowMs;
    }
    return (left + 1 - Math.min(1, (amount - 1) / now)) * windowMs;
  }

  /** A refused request does not count as a visit of the path. */
  private forgetPath({ paths }: Counter, pathHash: number): void {
    if (paths?.delete(pathHash) === true) this.pathsHeld--;
  }

  private get isAlone(): boolean {
    return this.sharedFrom >= 1;
  }

  private takeOne(limit: AmountLimit, counter: Counter, nowMs: number): boolean | Promise<boolean> {
    const capacity = capacityOf(limit);
    spend(counter, 1);
    const isOver = () => {
      if (usedOf(limit, counter, nowMs) <= capacity) return false;
      if (!limit.countsRefused) spend(counter, -1);
      return true;
    };
    if (isOver()) return true;
    if (this.isAlone) return false;
    const share = capacity * this.sharedFrom;
    const used = usedOf(limit, counter, nowMs);
    const isFar =
      used - counter.elsewhere < share && (counter.elsewhere === 0 || used < capacity * NEAR_LIMIT);
    if (!isFar) return this.ask(limit, counter, nowMs).then(isOver);
    this.tellIfDue(limit, counter, nowMs);
    return false;
  }

  private tellIfDue(limit: AmountLimit, counter: Counter, nowMs: number): void {
    const capacity = capacityOf(limit);
    const due = reportedAtOnce(capacity, capacity * this.sharedFrom);
    if (!this.isAlone && counter.current - counter.reported >= due) void this.ask(limit, counter, nowMs);
  }

  private async ask(limit: AmountLimit, counter: Counter, nowMs: number): Promise<void> {
    const { window, current, client, maker } = counter;
    counter.reported = current;
    const windowMs = countedWindowMs(limit);
    const elsewhere = await this.shared({ scope: limit.scope, client, windowMs, window, maker }, current);
    // The answer may be late: what it says of a window that has ended must not count in the next.
    if (elsewhere === null || counter.window !== window) return;
    counter.level -= Math.max(0, elsewhere - counter.elsewhere);
    counter.elsewhere = elsewhere;
    counter.heardAtMs = nowMs;
  }

  private counterOf(limit: AmountLimit, key: LimitKey, nowMs: number): Counter {
    const window = Math.floor(nowMs / countedWindowMs(limit));
    const counter =
      this.known(limit, key.text) ??
      this.begun(limit, key.text, key.maker, window, nowMs) ??
      this.known(limit, `~${key.client}`) ??
      this.begun(limit, `~${key.client}`, `~${key.client}`, window, nowMs)!;
    if (turnTo(window, counter)) {
      this.pathsHeld -= counter.paths?.size ?? 0;
      counter.paths = null;
      counter.heardAtMs = 0;
    }
    fill(limit, counter, nowMs);
    return counter;
  }

  private known({ scope }: AmountLimit, client: string): Counter | undefined {
    return this.counters.get(`${scope}|${client}`);
  }

  /** Undefined: the maker has as many keys as one may have. */
  private begun(
    { siteId, scope, burst }: AmountLimit,
    client: string,
    maker: string,
    window: number,
    nowMs: number,
  ): Counter | undefined {
    const own = { client, maker, heardAtMs: 0, level: burst, filledAtMs: nowMs, pending: 0, paths: null };
    const counter: Counter = { ...emptyCount(window), ...own };
    const isAdded = this.counters.add(`${scope}|${client}`, siteId, `${scope}|${maker}`, counter);
    return isAdded ? counter : undefined;
  }
}

const capacityOf = ({ amount, burst }: AmountLimit): number => (burst > 0 ? burst : amount);

/** Totals are reported per window; a bucket's window is the time it takes to fill. */
const countedWindowMs = ({ amount, burst, windowMs }: AmountLimit): number =>
  burst > 0 ? Math.ceil(Math.max(1, burst / amount) * windowMs) : windowMs;

function usedOf({ burst, windowMs }: AmountLimit, counter: Counter, nowMs: number): number {
  if (burst > 0) return burst - counter.level;
  // A path of the last window that is asked for again would count twice.
  if (counter.paths !== null) return counter.current + counter.elsewhere;
  return estimate(counter, windowMs, nowMs);
}

function spend(counter: Counter, amount: number): void {
  counter.current = Math.max(0, counter.current + amount);
  counter.level -= amount;
}

function fill({ amount, burst, windowMs }: AmountLimit, counter: Counter, nowMs: number): void {
  if (burst === 0) return;
  const passedMs = Math.max(0, nowMs - counter.filledAtMs);
  counter.level = Math.min(burst, counter.level + (passedMs * amount) / windowMs);
  counter.filledAtMs = nowMs;
}
