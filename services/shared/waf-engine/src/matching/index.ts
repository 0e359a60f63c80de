import { UnionAbsence } from './absence.ts';
import { PhraseList, PhraseListSet } from './aho-corasick.ts';
import { CompiledPattern } from './pattern.ts';
import { UnionSet } from './pattern-set.ts';
import type { AbsenceCheck, Pattern, PatternOptions, PatternSet, PhraseMatcher, PhraseSet } from './types.ts';

export { PatternError, type PatternErrorCode } from './pattern-error.ts';
export { NOT_BEGUN, SetProgress } from './set-progress.ts';
export { DEFAULT_STEP_LIMITS, StepBudget, type StepLimits } from './step-budget.ts';
export { Subject } from './subject.ts';
export type * from './types.ts';

/**
 * Compiles one regular expression. Note that libmodsecurity takes an empty `@rx` for `.*`; here empty means empty.
 * @throws PatternError
 */
export function compilePattern(source: string, options: PatternOptions = {}): Pattern {
  return new CompiledPattern(source, options);
}

/** Joins patterns (made by {@link compilePattern}) for one pass over a subject. */
export function compilePatternSet(patterns: readonly Pattern[]): PatternSet {
  return new UnionSet(patterns);
}

/** The same for values in which none is expected. */
export function compileAbsenceCheck(patterns: readonly Pattern[]): AbsenceCheck {
  return new UnionAbsence(patterns);
}

/**
 * Compiles `@pm`'s phrases. Case-insensitive (ASCII) unless told otherwise, as in ModSecurity.
 * @throws PatternError
 */
export function compilePhrases(
  phrases: readonly string[],
  options: { caseInsensitive?: boolean } = {},
): PhraseMatcher {
  return new PhraseList(phrases, options.caseInsensitive ?? true);
}

/**
 * Joins phrase lists for one pass over a subject.
 * @throws PatternError
 */
export function compilePhraseSet(
  lists: readonly (readonly string[])[],
  options: { caseInsensitive?: boolean } = {},
): PhraseSet {
  return new PhraseListSet(lists, options.caseInsensitive ?? true);
}
