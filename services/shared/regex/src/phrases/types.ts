import type { StepBudget } from '../budget/step-budget.ts';
import type { Subject } from '../bytes/subject.ts';

export interface PhraseMatch {
  /** Position of the phrase in the list given to `compilePhrases`. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** A list of literal phrases (`@pm`), found with Aho-Corasick. */
export interface PhraseMatcher {
  readonly size: number;
  test(subject: string): boolean;
  /** The phrase that ends first; of several that end at the same byte, the longest. Null if there is none. */
  find(subject: string): PhraseMatch | null;
  /** The same for long subjects: yields where the budget's slice ends. */
  findInSlices(subject: string, budget: StepBudget): Generator<undefined, PhraseMatch | null, undefined>;
  /** Sets the bit of every phrase that occurs in `subject`; bit `i & 31` of word `i >> 5` is that of phrase `i`. */
  scan(subject: Subject | string, out: Uint32Array): void;
}

/** Many phrase lists, looked for in one pass. */
export interface PhraseSet {
  readonly size: number;
  /** Sets bit `i` in `out` for each list `i` of which at least one phrase occurs in `subject`. */
  scan(subject: Subject | string, out: Uint32Array): void;
  /**
   * As `scan`, and stops where the budget's slice ends: false, and `progress`, which begins with zeros and is then zeros again,
   * tells the next call where to go on. Counts a step a byte.
   */
  scanInSlices(subject: Subject, out: Uint32Array, budget: StepBudget, progress: PhraseProgress): boolean;
}

/** Where a scan for phrases stands. */
export interface PhraseProgress {
  position: number;
  state: number;
}
