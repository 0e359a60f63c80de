import { type Interruption, UNFINISHED } from '@palisade/waf-engine';
import { FairLine } from '../../io/shares/fair-line.ts';
import type { RequestContext } from '../../request/request-context.ts';

/** What becomes of a phase of the rules that did not come to its end at once. */
export interface TurnTaker {
  /** Whose phase it is; told by the watchdog should a slice not come to its end. */
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
 */
export class RuleTurns {
  private readonly waiting = new FairLine<TurnTaker>();

  goOn(taker: TurnTaker): void {
    this.waiting.push(taker.request, taker);
    if (this.waiting.length === 1) setImmediate(() => this.takeTurn());
  }

  private takeTurn(): void {
    const taker = this.waiting.shift()!;
    // Before the slice: what it leads to may bring new ones.
    if (this.waiting.length > 0) setImmediate(() => this.takeTurn());
    if (!taker.isWanted()) return;
    let answer: ReturnType<TurnTaker['transaction']['resume']>;
    try {
      answer = taker.transaction.resume();
    } catch (error) {
      taker.failed(error);
      return;
    }
    if (answer === UNFINISHED) this.goOn(taker);
    else taker.done(answer);
  }
}
