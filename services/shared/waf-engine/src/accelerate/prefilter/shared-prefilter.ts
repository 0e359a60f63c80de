import type { StepBudget } from '@palisade/regex';
import type { PackedArguments } from '../../model/packed-arguments.ts';
import type { PackedKeys } from '../../model/packed-keys.ts';
import { PackedPrefilter, type Prefilter } from './prefilter.ts';

/**
 * For the groups of a phase that prefilter the same packed arguments: one pass tells all of them which values no group
 * needs.
 */
export interface SharedPrefilter {
  /** Place among the shared prefilters of the phase. */
  readonly index: number;
  /** For all rules of these groups. */
  readonly prefilter: Prefilter;
  /** For all these groups; `null`: none of their rules selects a key. */
  readonly keys: PackedKeys | null;
}

export interface HowToLook {
  readonly areNames: boolean;
  readonly usesRepeats: boolean;
}

/** Which packed arguments of a transaction are of interest to any group: found by the first that asks, kept for the others. */
export class SharedInterest {
  private readonly prefilter = new PackedPrefilter();
  private readonly found: number[] = [];
  /** Everything before this was examined; -1: nothing yet. */
  private lookedAt = -1;

  /** For another transaction. */
  reset(): void {
    this.lookedAt = -1;
    this.found.length = 0;
  }

  /** The first from here on that is of interest, or the count of all; the complement of the next where the slice ends first. */
  next(
    shared: SharedPrefilter,
    packed: PackedArguments,
    from: number,
    { areNames, usesRepeats }: HowToLook,
    budget: StepBudget,
  ): number {
    if (this.lookedAt < 0) {
      this.prefilter.begin(shared.prefilter, packed, shared.keys, usesRepeats);
      this.lookedAt = 0;
    }
    const { found } = this;
    const { count } = packed;
    if (from < this.lookedAt) {
      const known = found[firstFrom(found, from)];
      if (known !== undefined) return known;
    }
    if (this.lookedAt === count) return count;
    const next = this.prefilter.next(this.lookedAt, count, areNames, budget);
    this.lookedAt = next < 0 ? ~next : Math.min(next + 1, count);
    if (next >= 0 && next < count) found.push(next);
    return next;
  }
}

/** Place of the first number that is not below this one, in rising numbers. */
function firstFrom(numbers: readonly number[], from: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
