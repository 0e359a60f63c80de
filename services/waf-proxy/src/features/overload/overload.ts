import type { Holder } from '../../io/shares/holder.ts';
import { DemandShares, Greed } from './demand-shares.ts';

/**
 * Average lag of the worker's event loop above which requests are shed, ms. At this lag requests wait longer for the
 * edge than for most origins.
 */
export const SHED_ABOVE_MS = 250;
/**
 * Threshold that never sheds: for tests and tools in which client, edge and origin share a process whose
 * lag has nothing to do with the edge.
 */
export const NEVER_SHED_MS = 300_000;
/** Fraction of the threshold below which less is shed again. */
const RELAX_PART = 0.4;
export const SAMPLE_MS = 100;
const SMOOTH = 0.2;
/**
 * Maximum weight of one sample, as a multiple of the threshold, so that it takes three late samples in a row to shed.
 * After a pause of the whole machine only the requests that arrived meanwhile have to be answered; none of them should
 * be refused.
 */
const MAX_SAMPLE = 2.5;
const MORE = 0.1;
const LESS = 0.03;
/** Maximum share of requests refused: some always get through, so that recovery can be noticed. */
const MAX_PART = 0.95;
/** Share of refused requests below which allow-listed and cleared visitors are always served. */
const PRIVILEGED_FROM = 0.8;

/**
 * Refuses a share of all requests while the worker cannot keep up: cheap refusals for some instead of timeouts for all.
 * The share rises and falls slowly, and falls only once the lag is well below the threshold. First refused are those
 * who ask for more than their share of the worker's time: clients and networks, then sites and owners, then everybody.
 */
export class Overload {
  /** Share of the requests that are refused, 0 to 0.95. */
  part = 0;
  private readonly shedAboveMs: number;
  private late = 0;
  private due = 0;
  private timer: NodeJS.Timeout | null = null;
  /** Accumulated fractions for each kind of greed, so that refusals are spread evenly. */
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

  /** @param lateMs lag of the event loop: how much later than planned the timer fired */
  sample(lateMs: number): void {
    this.late += SMOOTH * (Math.min(lateMs, MAX_SAMPLE * this.shedAboveMs) - this.late);
    if (this.late > this.shedAboveMs) this.part = Math.min(MAX_PART, this.part + MORE);
    else if (this.part > 0 && this.late < RELAX_PART * this.shedAboveMs) {
      this.part = Math.max(0, this.part - LESS);
    }
  }

  /** Whether to refuse this request. To be called once per request while `part` is more than 0. */
  sheds(privileged: boolean, holder: Holder, nowMs: number): boolean {
    if (this.part === 0) return false;
    const greed = this.shares.ask(holder, nowMs);
    if (privileged && this.part < PRIVILEGED_FROM) return false;
    return this.takesTurn(greed);
  }

  /**
   * Whether to close a connection before its TLS handshake, which costs as much as many requests. Only for clients that
   * ask for more than their share; others get their handshake, and a proper error response if they are refused
   * afterwards.
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
