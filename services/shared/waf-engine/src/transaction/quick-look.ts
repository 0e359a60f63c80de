import type { PatternSet, StepBudget, Subject } from '../matching/index.ts';
import { BITS_OF_BYTE, closerLook } from '../transformations/trigger-bits.ts';

/** For sources of which a single pass tells, for nearly all values, that no rule wants them. */
export interface QuickLook {
  readonly patterns: PatternSet;
  /** Of the rules that have no pattern. */
  readonly tests: readonly ((value: Subject) => boolean)[];
}

/**
 * True only if the scan would find no rule for the value: no transformation changes it, no pattern occurs, no test holds.
 * A document has hundreds of values, of which the most is what the scan keeps for each: forms, wanted and found rules.
 */
export function isOfNoInterest(
  { patterns, tests }: QuickLook,
  triggers: number,
  value: Subject,
  budget: StepBudget,
): boolean {
  const traits = patterns.traitsIfNothing(value, BITS_OF_BYTE, budget);
  if (traits === 0) return false;
  value.traits = traits;
  if (closerLook(value, triggers) !== 0) return false;
  for (let index = 0; index < tests.length; index++) if (tests[index]!(value)) return false;
  return true;
}
