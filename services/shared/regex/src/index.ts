import { UnionAbsence } from './patterns/absence.ts';
import { CompiledPattern } from './patterns/pattern.ts';
import { UnionSet } from './patterns/pattern-set.ts';
import type { AbsenceCheck, Pattern, PatternSet } from './patterns/types.ts';
import { PhraseList, PhraseListSet } from './phrases/aho-corasick.ts';
import type { PhraseMatcher, PhraseSet } from './phrases/types.ts';
import type { PatternOptions } from './syntax/pattern-options.ts';

export { PausedRun } from './automata/paused-run.ts';
export { FOUND_EVERYWHERE, type TextAutomaton, TooManyStates } from './automata/text-automaton.ts';
export { DEFAULT_STEP_LIMITS, StepBudget, type StepLimits } from './budget/step-budget.ts';
export type { ByteString } from './bytes/byte-string.ts';
export { bytesToLatin1, indexOfByte, Latin1Buffer, writeLatin1 } from './bytes/latin1.ts';
export { Subject } from './bytes/subject.ts';
export { decodeUtf8, encodeUtf8 } from './bytes/utf8.ts';
export { NOT_BEGUN, SetProgress } from './patterns/set-progress.ts';
export type * from './patterns/types.ts';
export {
  assertPattern,
  compileValuePattern,
  VALUE_PATTERN_LIMITS,
  type ValuePattern,
  type ValuePatternOptions,
  ValueSteps,
} from './patterns/value-pattern.ts';
export { LiteralLanguage, type LiteralPlace } from './phrases/literal-language.ts';
export type * from './phrases/types.ts';
export { PatternError, type PatternErrorCode } from './syntax/pattern-error.ts';
export type { PatternOptions } from './syntax/pattern-options.ts';

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
