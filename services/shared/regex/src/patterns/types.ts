import type { PausedRun } from '../automata/paused-run.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import type { Subject } from '../bytes/subject.ts';
import type { SetProgress } from './set-progress.ts';

export interface MatchSpan {
  readonly start: number;
  readonly end: number;
}

/** A compiled regular expression with PCRE2's syntax and meaning on bytes (no UTF mode). Immutable to its users. */
export interface Pattern {
  readonly source: string;
  /** Number of capturing groups, group 0 not counted. */
  readonly groupCount: number;
  /** False: needs long look-around, back-references or true atomic groups, and runs on the bounded backtracker. */
  readonly linear: boolean;
  /**
   * Whether the pattern occurs in `subject` (a byte string). A pattern that is not linear answers false when the budget
   * runs out, and `budget.exceeded` is then true.
   */
  test(subject: string, budget?: StepBudget): boolean;
  /** As `test`. Null where the budget's slice ends, which can be only with `pause`: then to be called again with the same. */
  testInSlices(subject: string, budget: StepBudget, pause: PausedRun | null): boolean | null;
  /**
   * Where the match that `exec` would find begins and ends. Much cheaper than `exec` for patterns with groups: no captures
   * are followed.
   */
  find(subject: string, from?: number, budget?: StepBudget): MatchSpan | null;
  /**
   * The leftmost match in PCRE's order of preference, searched from byte `from`: [start0, end0, start1, end1, …], -1 for
   * groups that took no part; null if there is none (or, for a pattern that is not linear, if the budget ran out).
   */
  exec(subject: string, from?: number, budget?: StepBudget): Int32Array | null;
  /** For long subjects: as `exec`, without groups as `find`, and yields where the budget's slice ends. */
  searchInSlices(
    subject: string,
    from: number,
    budget: StepBudget,
    groups: boolean,
  ): Generator<undefined, Int32Array | null, undefined>;
}

/** Many patterns, looked for in one pass. */
export interface PatternSet {
  readonly size: number;
  /**
   * Sets bit `i & 31` of word `i >> 5` in `out` for each pattern `i` that occurs in `subject`. Other bits are left as they
   * are, so that several scans can be joined. `out` has at least `ceil(size / 32)` words.
   */
  scan(subject: Subject | string, out: Uint32Array, budget?: StepBudget): void;
  /**
   * As `scan`, and stops where the budget's slice ends: false, and `progress` tells the next call, with the same subject and
   * the same `out`, where to go on.
   */
  scanInSlices(subject: Subject, out: Uint32Array, budget: StepBudget, progress: SetProgress): boolean;
}

/** A fast check that none of many patterns occurs in a value. It may be undecided; then `PatternSet.scan` decides. */
export interface AbsenceCheck {
  /** State in which every walk begins; 0: undecided for every value. */
  readonly start: number;
  /** Changes when the states returned by earlier walks are no longer valid; only `begin` changes it. */
  readonly generation: number;
  /** To be called before walks; `values` and `bytes` are estimates of what they will cover. */
  begin(values: number, bytes: number): void;
  /**
   * The state after `bytes[start..end)`, from the state of an earlier walk or from `start`; 0 (undecided) unless it is certain
   * that no match ends before the last byte. A match that ends with the last byte shows in the next step, or in `endsWithout`.
   */
  walk(from: number, bytes: Uint8Array, start: number, end: number, budget: StepBudget): number;
  /** Whether it is certain that no match ends at the end of the value. `lastByte`: the value's last byte, -1 if it is empty. */
  endsWithout(state: number, lastByte: number, budget: StepBudget): boolean;
}
