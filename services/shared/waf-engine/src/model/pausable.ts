/**
 * The contract of everything that works in slices, so that no request makes others wait: work is counted in a budget,
 * pauses after a bounded piece once the slice is over, keeps its position, and continues there when called again. The
 * result does not depend on the number of slices. One suite of tests, `test/conformance/pausing.spec.ts`, holds every
 * implementation to it.
 *
 * There are three forms. Nested work is a {@link Pausable}: it yields. Work on every value of every request is {@link
 * Resumable}, which allocates nothing: it returns false. Matching is {@link Judging}: it returns "unfinished".
 */

/** Counts work and decides when to pause; a transaction's step budget is one. */
export interface ReadingBudget {
  steps: number;
  readonly isSliceOver: boolean;
}

/** Cost of reading one byte, and of starting another item, in matcher steps. */
export const STEPS_PER_READ_BYTE = 4;
export const STEPS_PER_ITEM = 32;

/** Counts one item of this many bytes. True: the slice has ended. */
export function endsSlice(budget: ReadingBudget, bytesRead = 0): boolean {
  budget.steps += bytesRead * STEPS_PER_READ_BYTE + STEPS_PER_ITEM;
  return budget.isSliceOver;
}

/** Length in bytes from which a piece of work is done {@link alone}. */
export const MUCH = 16 * 1024;

/** Counts work that reads this many bytes without a pause; from {@link MUCH} bytes on it gets a slice of its own. */
export function* alone<Result>(budget: ReadingBudget, bytes: number, work: () => Result): Pausable<Result> {
  budget.steps += (bytes * STEPS_PER_READ_BYTE) / 2;
  if (budget.isSliceOver) yield;
  const result = work();
  budget.steps += (bytes * STEPS_PER_READ_BYTE) / 2;
  if (budget.isSliceOver) yield;
  return result;
}

/** Work that yields at the end of a slice and continues when asked for the next value. */
export type Pausable<Result> = Generator<undefined, Result, undefined>;

/** Work that keeps its position itself. `Needs`: arguments of each slice. */
export interface Resumable<Needs extends readonly unknown[] = [budget: ReadingBudget]> {
  /** False: the slice has ended and there is more; call again with the same arguments. Then true, once. */
  resume(...needs: Needs): boolean;
}

export const NO = 0;
export const YES = 1;
/** The slice has ended; call again. */
export const UNFINISHED_YET = 2;
/** Whether something matched. */
export type Outcome = typeof NO | typeof YES | typeof UNFINISHED_YET;

/**
 * {@link Resumable} work that returns whether something matched; call again with the same arguments while it is
 * unfinished.
 */
export interface Judging<Needs extends readonly unknown[]> {
  evaluate(...needs: Needs): Outcome;
  /** Drops interrupted work. */
  abandon(): void;
}

/** Turns a {@link Resumable} into a {@link Pausable}. */
export function* inSlices(work: Resumable, budget: ReadingBudget): Pausable<void> {
  while (!work.resume(budget)) yield;
}

/** Runs without pauses, for callers without other requests. */
export function runToEnd<Result>(work: Pausable<Result>): Result {
  while (true) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
