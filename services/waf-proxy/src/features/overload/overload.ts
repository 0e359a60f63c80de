import type { Holder } from '../../io/shares/holder.ts';
import { DemandShares, Greed } from './demand-shares.ts';

/** The worker's event loop is late by so much, on average: requests wait longer for us than for most origins. */
export const SHED_ABOVE_MS = 250;
/** Where client, edge and origin share a process, which is late for reasons that have nothing to do with the edge. */
export const NEVER_SHED_MS = 300_000;
/** Below this part of it, shedding becomes less. */
const RELAX_PART = 0.4;
export const SAMPLE_MS = 100;
const SMOOTH = 0.2;
/**
 * One sample counts for at most so many times the threshold, so that it takes three late ones in a row: a machine that
 * stood still for seconds has only those requests to answer that came meanwhile, and nobody is to be refused for it.
 */
const MAX_SAMPLE = 2.5;
const MORE = 0.1;
const LESS = 0.03;
/** Somebody always gets through, so that recovery is seen. */
const MAX_PART = 0.95;
/** Up to here allow-listed and cleared visitors are served. */
const PRIVILEGED_FROM = 0.8;

/**
 * Refuses a part of all requests while the worker cannot keep up: cheap refusals for some instead of time-outs for all.
 * The part rises and falls slowly, and less is shed only once the loop is well in time. Those are refused first who ask
 * for more than their share of the worker's time: clients and networks, then sites and owners, then everybody.
 */
export class Overload {
  /** Part of the requests that are refused, 0–0.95. */
  part = 0;
  private readonly shedAboveMs: number;
  private late = 0;
  private due = 0;
  private timer: NodeJS.Timeout | null = null;
  /** Of each greed, so that what is refused is evenly spread. */
  private readonly turns: [number, number, number] = [0, 0, 0];
  private readonly shares = new DemandShares();

  constructor(shedAboveMs = SHED_ABOVE_MS) {
    this.shedAboveMs = shedAboveMs;
  }

  start(now: () => number = () => performance.now()): void {
    this.due = now() + SAMPLE_MS;
    this.timer = setInterval(() => {
      this.sample(Math.max(0, now() - this.due));
      this.due = now() + SAMPLE_MS;
    }, SAMPLE_MS);
    this.timer.unref();
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }

  /** @param lateMs how much later than planned the loop came round */
  sample(lateMs: number): void {
    this.late += SMOOTH * (Math.min(lateMs, MAX_SAMPLE * this.shedAboveMs) - this.late);
    if (this.late > this.shedAboveMs) this.part = Math.min(MAX_PART, this.part + MORE);
    else if (this.part > 0 && this.late < RELAX_PART * this.shedAboveMs) {
      this.part = Math.max(0, this.part - LESS);
    }
  }

  /** Whether to refuse this request; asked once for each, and only while `part` is more than 0. */
  sheds(privileged: boolean, holder: Holder, nowMs: number): boolean {
    if (this.part === 0) return false;
    const greed = this.shares.ask(holder, nowMs);
    if (privileged && this.part < PRIVILEGED_FROM) return false;
    return this.takesTurn(greed);
  }

  /**
   * Whether to end a connection before its handshake, which costs as much as many a request: of clients who ask for more
   * than their share only. Others get theirs, and a word with the refusal if there is to be one.
   */
  shedsHandshake(client: Holder['client'], nowMs: number): boolean {
    if (this.part === 0) return false;
    const greed = this.shares.ask({ client, site: null }, nowMs);
    return greed === Greed.Client && this.takesTurn(greed);
  }

  private takesTurn(greed: Greed): boolean {
    const before = Math.floor(this.turns[greed]);
    this.turns[greed] += this.shares.partOf(greed, this.part, MAX_PART);
    return Math.floor(this.turns[greed]) > before;
  }
}
