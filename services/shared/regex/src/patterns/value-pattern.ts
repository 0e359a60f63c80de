import { PausedRun } from '../automata/paused-run.ts';
import type { TextAutomaton } from '../automata/text-automaton.ts';
import { StepBudget } from '../budget/step-budget.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { PatternError } from '../syntax/pattern-error.ts';
import { CompiledPattern } from './pattern.ts';
import type { MatchSpan } from './types.ts';

/**
 * The matcher for hosts that let owners of sites write a pattern of their own: short patterns in linear time, in a number of
 * steps that the host chooses, with memory that stays small whatever strangers send.
 */

export const VALUE_PATTERN_LIMITS = {
  /** Instructions that the pattern may come to once its counts are written out: what a byte may cost at worst. */
  instructions: 1_000,
} as const;

/** How much an automaton remembers. Beyond it, it is emptied or simulated: the same answers, more slowly. */
const STATES = { maxStates: 500, maxSetElements: 50_000 };
/** Bytes times instructions up to which a match is located: looking for its place does not pause. */
const LOCATED_WORK = 32_768;

export interface ValuePatternOptions {
  /** Of ASCII letters. Default false. */
  caseInsensitive?: boolean;
}

/** The steps that one request may take; see `StepBudget` for what a step is. */
export class ValueSteps {
  readonly budget = new StepBudget();

  get spent(): number {
    return this.budget.steps;
  }

  /** Counts what is not the matcher's work. */
  spend(steps: number): void {
    this.budget.steps += steps;
  }

  /** For the next request. */
  reset(): void {
    this.budget.reset();
  }
}

/** A compiled pattern. Nothing is left to be compiled when it is asked. */
export class ValuePattern {
  readonly source: string;
  private readonly pattern: CompiledPattern;
  private readonly run = new PausedRun();

  /** @throws PatternError */
  constructor(source: string, options: ValuePatternOptions = {}) {
    this.source = source;
    this.pattern = new CompiledPattern(encodeUtf8(source), {
      caseInsensitive: options.caseInsensitive ?? false,
      multiline: false,
      states: STATES,
    });
    if (!this.pattern.linear) {
      throw new PatternError(
        'pattern_unsupported',
        'back-references, look-around of more than one character and atomic groups are not supported here',
        0,
      );
    }
    if (this.pattern.instructionCount > VALUE_PATTERN_LIMITS.instructions) {
      throw new PatternError(
        'pattern_too_large',
        `the pattern comes to ${this.pattern.instructionCount} instructions, at most ${VALUE_PATTERN_LIMITS.instructions} are accepted`,
        0,
      );
    }
    this.pattern.prepare();
  }

  /**
   * Whether the pattern occurs in `value` (a byte string). Null: that takes more than `most` steps. It may take the steps
   * of one byte more.
   */
  occursIn(value: string, steps: ValueSteps, most: number): boolean | null {
    this.run.waiting = false;
    steps.budget.beginSlice(most);
    return this.pattern.testInSlices(value, steps.budget, this.run);
  }

  /** All values in which it occurs, as an automaton that has as many states as the matcher keeps at most. */
  language(): TextAutomaton {
    return this.pattern.language(STATES);
  }

  /** Where it occurs, for the record. Null where it does not, and where saying so would take too long. */
  locate(value: string, steps: ValueSteps): MatchSpan | null {
    if (value.length * this.pattern.instructionCount > LOCATED_WORK) return null;
    return this.pattern.find(value, 0, steps.budget);
  }
}

/** Compiles the pattern that somebody has typed: PCRE2's syntax on UTF-8 bytes; `^` and `$` are the value's ends. */
export function compileValuePattern(source: string, options: ValuePatternOptions = {}): ValuePattern {
  return new ValuePattern(source, options);
}

/**
 * For whoever stores patterns that others will compile.
 * @throws PatternError `pattern_syntax`, `pattern_unsupported` or `pattern_too_large`, with a message for people
 */
export function assertPattern(source: string): void {
  compileValuePattern(source);
}
