import { type Interruption, STEPS_PER_SLICE, UNFINISHED } from '@palisade/waf-engine';
import { FairLine } from '../../io/shares/fair-line.ts';
import type { RequestContext } from '../../request/request-context.ts';

/** What becomes of a phase of the rules that did not come to its end at once. */
export interface TurnTaker {
  /** Owner of the phase; reported by the watchdog if a slice does not end. */
  readonly request: Pick<RequestContext, 'requestId' | 'method' | 'rawTarget' | 'site' | 'client'>;
  readonly transaction: { resume(): Interruption | null | typeof UNFINISHED };
  /** False: the client is gone, or somebody else has answered; the phase is dropped. */
  isWanted(): boolean;
  done(interruption: Interruption | null): void;
  failed(error: unknown): void;
}

/**
 * Lets phases go on, slice by slice. Of all that wait in a worker only one has its slice in each turn of the event loop,
 * so that the worker never works for longer at a stretch, however many requests are made to be dear; and whoever makes
 * many waits for them himself.
 *
 * Of what comes many times in one read (messages of WebSockets), so much is done at once in each turn as one slice may take,
 * by all together, and only while nobody waits; the rest waits as well.
 */
export class RuleTurns {
  private readonly waiting = new FairLine<TurnTaker>();
  /** Steps of this turn. */
  private left = STEPS_PER_SLICE;
  private isRenewalAsked = false;

  /** Nobody waits. */
  get isFree(): boolean {
    return this.waiting.length === 0;
  }

  /** Of what is done at once nothing further may be taken up in this turn. */
  get isSpent(): boolean {
    return this.left <= 0;
  }

  spend(steps: number): void {
    this.left -= steps;
    if (this.isRenewalAsked) return;
    this.isRenewalAsked = true;
    setImmediate(() => {
      this.isRenewalAsked = false;
      this.left = STEPS_PER_SLICE;
    });
  }

  /** Uses up the rest of this turn, as a slice has run in it. */
  useUp(): void {
    this.spend(STEPS_PER_SLICE);
  }

  resume(taker: TurnTaker): void {
    this.waiting.push(taker.request, taker);
    if (this.waiting.length === 1) setImmediate(() => this.takeTurn());
  }

  private takeTurn(): void {
    const taker = this.waiting.shift()!;
    // Before the slice: what it leads to may bring new ones.
    if (this.waiting.length > 0) setImmediate(() => this.takeTurn());
    if (!taker.isWanted()) return;
    this.left = STEPS_PER_SLICE;
    let answer: ReturnType<TurnTaker['transaction']['resume']>;
    try {
      answer = taker.transaction.resume();
    } catch (error) {
      taker.failed(error);
      return;
    }
    if (answer === UNFINISHED) this.resume(taker);
    else taker.done(answer);
  }
}
