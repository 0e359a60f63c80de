import type { ByteString } from '../../model/api.ts';
import { TwoGenerationCache } from '../../model/two-generation-cache.ts';
import { Recurrence } from './recurrence.ts';

const MAX_VALUES = 512;

/** Positions of the rules that a value makes candidates. */
export type Candidates = readonly number[];
export const NO_CANDIDATES: Candidates = [];

/**
 * Remembers what scanning a short value led to: header values, names and methods come again and again. Candidates are
 * evaluated in full afterwards, so the memo decides nothing. It is bounded, and a value is stored only when it comes a
 * second time.
 */
export class CandidateMemo {
  private readonly values = new TwoGenerationCache<Candidates>(MAX_VALUES);
  private readonly recurrence = new Recurrence();

  get(value: ByteString): Candidates | undefined {
    return this.values.get(value);
  }

  learn(value: ByteString, candidates: Candidates): void {
    if (TwoGenerationCache.holds(value) && this.recurrence.has(value)) this.values.set(value, candidates);
  }
}
