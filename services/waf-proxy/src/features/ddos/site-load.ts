import type { DdosLevel } from './ddos-part.ts';

/** When traffic counts as an attack. Rates are requests or clients per second at one worker. */
export interface AttackThresholds {
  /** Multiple of the usual rate. */
  readonly factor: number;
  /** Minimum rates of an attack, since small sites vary by large factors. */
  readonly requestFloor: number;
  readonly clientFloor: number;
  /** Consecutive seconds over a threshold before the defence begins. */
  readonly secondsOver: number;
  /** Consecutive seconds well below before it ends. */
  readonly secondsCalm: number;
}

export const ATTACK_THRESHOLDS: Readonly<Record<Exclude<DdosLevel, 'none'>, AttackThresholds>> = {
  low: { factor: 12, requestFloor: 800, clientFloor: 400, secondsOver: 5, secondsCalm: 120 },
  medium: { factor: 6, requestFloor: 400, clientFloor: 150, secondsOver: 3, secondsCalm: 180 },
  high: { factor: 3, requestFloor: 120, clientFloor: 50, secondsOver: 2, secondsCalm: 300 },
};

/**
 * Learning rate of the usual load: about ten minutes in normal times, hours while defended, so that lasting growth ends
 * a defence.
 */
const LEARN = 1 / 600;
const LEARN_DEFENDED = 1 / 14_400;
/** Smooths single seconds. */
const SMOOTH = 0.5;
/** A defence ends below this fraction of its threshold. */
const CALM_PART = 0.5;
/** Fraction of failed responses that counts as failing, at a few times the usual rate. */
const FAILING_PART = 0.5;
const FAILING_FLOOR_PART = 0.25;
const FAILING_FACTOR = 2;
/**
 * Size of the bit set that estimates the number of clients per second, accurate to a few per cent up to some thousands.
 */
const CLIENT_BITS = 4_096;

export type LoadChange = 'attack' | 'calm' | null;

/** One site's traffic at one worker: the usual rates, and whether it is under attack. About 700 bytes. */
export class SiteLoad {
  level: Exclude<DdosLevel, 'none'>;
  defended = false;
  /** Smoothed, per second. */
  rate = 0;
  clients = 0;
  /** The usual, per second. */
  usualRate = 0;
  usualClients = 0;
  private readonly share: number;
  private readonly seen = new Uint32Array(CLIENT_BITS / 32);
  private seenBits = 0;
  private requests = 0;
  private failures = 0;
  private over = 0;
  private calm = 0;

  /** @param share part of the node's traffic that this worker sees; thresholds are for whole nodes */
  constructor(level: Exclude<DdosLevel, 'none'>, share: number) {
    this.level = level;
    this.share = share;
  }

  /** @param client hash of the client, 32 bits */
  arrived(client: number): void {
    this.requests++;
    const bit = client % CLIENT_BITS;
    const word = bit >>> 5;
    const mask = 1 << (bit & 31);
    if ((this.seen[word]! & mask) !== 0) return;
    this.seen[word]! |= mask;
    this.seenBits++;
  }

  /** Counts a failure of the origin. */
  failed(): void {
    this.failures++;
  }

  /** Whether the state can be dropped without losing anything. */
  get isIdle(): boolean {
    return !this.defended && this.rate < 0.01 && this.usualRate < 0.1;
  }

  /** Ends a second, or more if the timer was late, and returns what changed. */
  tick(seconds: number): LoadChange {
    const requests = this.requests / seconds;
    const clients = distinct(this.seenBits) / seconds;
    const failures = this.failures / seconds;
    this.requests = 0;
    this.failures = 0;
    if (this.seenBits > 0) this.seen.fill(0);
    this.seenBits = 0;
    this.rate += SMOOTH * (requests - this.rate);
    this.clients += SMOOTH * (clients - this.clients);
    const change = this.judge(seconds, requests, failures);
    const learn = 1 - (1 - (this.defended ? LEARN_DEFENDED : LEARN)) ** seconds;
    this.usualRate += learn * (this.rate - this.usualRate);
    this.usualClients += learn * (this.clients - this.usualClients);
    return change;
  }

  private judge(seconds: number, requests: number, failures: number): LoadChange {
    const limits = ATTACK_THRESHOLDS[this.level];
    const rateLimit = Math.max(limits.requestFloor * this.share, limits.factor * this.usualRate);
    const clientLimit = Math.max(limits.clientFloor * this.share, limits.factor * this.usualClients);
    const failing =
      failures > FAILING_PART * requests &&
      this.rate > FAILING_FLOOR_PART * limits.requestFloor * this.share &&
      this.rate > FAILING_FACTOR * this.usualRate;
    const over = this.rate > rateLimit || this.clients > clientLimit || failing;
    const calm = this.rate < CALM_PART * rateLimit && this.clients < CALM_PART * clientLimit && !failing;
    this.over = over ? this.over + seconds : 0;
    this.calm = calm ? this.calm + seconds : 0;
    if (!this.defended && this.over >= limits.secondsOver) {
      this.defended = true;
      this.calm = 0;
      return 'attack';
    }
    if (this.defended && this.calm >= limits.secondsCalm) {
      this.defended = false;
      this.over = 0;
      return 'calm';
    }
    return null;
  }
}

/** Estimated number of distinct clients for this many set bits (linear counting). */
function distinct(bits: number): number {
  if (bits >= CLIENT_BITS) return CLIENT_BITS * Math.log(CLIENT_BITS);
  return -CLIENT_BITS * Math.log(1 - bits / CLIENT_BITS);
}
