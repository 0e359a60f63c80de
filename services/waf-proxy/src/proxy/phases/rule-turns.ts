import { type Interruption, type SlicedTransaction, UNFINISHED } from '@palisade/waf-engine';
import { FairLine } from '../../limits/fair-line.ts';
import type { RequestContext } from '../request-context.ts';

/** What becomes of a phase of the rules that did not come to its end at once. */
export interface TurnTaker {
  /** Whose phase it is; told by the watchdog should a slice not come to its end. */
  readonly request: Pick<RequestContext, 'requestId' | 'method' | 'rawTarget' | 'site' | 'client'>;
  readonly transaction: SlicedTransaction;
  /** False: the client is gone, or somebody else has answered; the phase is dropped. */
  isWanted(): boolean;
  done(interruption: Interruption | null): void;
  failed(error: unknown): void;
}

const waiting = new FairLine<TurnTaker>();

/**
 * Lets a phase go on, slice by slice. Of all that wait only one has its slice in each turn of the event loop, so that a
 * worker never works for longer at a stretch, however many requests are made to be dear; and whoever makes many waits for
 * them himself.
 */
export function goOnInTurns(taker: TurnTaker): void {
  waiting.push(taker.request, taker);
  if (waiting.length === 1) setImmediate(takeTurn);
}

function takeTurn(): void {
  const taker = waiting.shift()!;
  // Before the slice: what it leads to may bring new ones.
  if (waiting.length > 0) setImmediate(takeTurn);
  if (!taker.isWanted()) return;
  let answer: ReturnType<SlicedTransaction['resume']>;
  try {
    answer = taker.transaction.resume();
  } catch (error) {
    taker.failed(error);
    return;
  }
  if (answer === UNFINISHED) goOnInTurns(taker);
  else taker.done(answer);
}
