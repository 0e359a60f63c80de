import { PatternError } from './pattern-error.ts';
import type { Pattern, PatternOptions, PatternSet, PhraseMatcher, PhraseSet } from './types.ts';

export { PatternError, type PatternErrorCode } from './pattern-error.ts';
export { DEFAULT_STEP_LIMITS, StepBudget, type StepLimits } from './step-budget.ts';
export type * from './types.ts';

/**
 * Compiles one regular expression.
 * @throws PatternError
 */
export function compilePattern(source: string, _options: PatternOptions = {}): Pattern {
  throw new PatternError('pattern_unsupported', `not compiled yet: ${source}`, 0);
}

/** Joins patterns for one pass over a subject. */
export function compilePatternSet(_patterns: readonly Pattern[]): PatternSet {
  throw new PatternError('pattern_unsupported', 'not compiled yet', 0);
}

/** Compiles `@pm`'s phrases. Case-insensitive (ASCII) unless told otherwise, as in ModSecurity. */
export function compilePhrases(
  _phrases: readonly string[],
  _options: { caseInsensitive?: boolean } = {},
): PhraseMatcher {
  throw new PatternError('pattern_unsupported', 'not compiled yet', 0);
}

/** Joins phrase lists for one pass over a subject. */
export function compilePhraseSet(
  _lists: readonly (readonly string[])[],
  _options: { caseInsensitive?: boolean } = {},
): PhraseSet {
  throw new PatternError('pattern_unsupported', 'not compiled yet', 0);
}
