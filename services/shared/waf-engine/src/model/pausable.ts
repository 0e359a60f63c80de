/**
 * The contract of everything that works in slices, so that no request keeps others waiting: what it does is counted in its
 * budget, it stops behind a piece of bounded work once the slice is over, keeps its own place, and goes on there when it is
 * asked again. What it finds does not depend on the number of slices. It is held to by one suite of tests, which each
 * piece runs (`test/conformance/pausing.spec.ts`).
 *
 * A piece takes one of three forms. What nests is a {@link Pausable}: it yields. What is asked for every value of every
 * request is {@link Resumable}, which costs no object: it says false. What is asked whether something matches is
 * {@link Judging}: it says that it is unfinished yet.
 */

/** What readers count their work in, and ask whether they should pause; a transaction's step budget is one. */
export interface ReadingBudget {
  steps: number;
  readonly isSliceOver: boolean;
}

/** Steps of a matcher that reading one byte costs, and turning to another thing to be read. */
export const STEPS_PER_READ_BYTE = 4;
export const STEPS_PER_ITEM = 32;

/** Counts one thing that was read, of so many bytes. True: the slice is over. */
export function endsSlice(budget: ReadingBudget, bytesRead = 0): boolean {
  budget.steps += bytesRead * STEPS_PER_READ_BYTE + STEPS_PER_ITEM;
  return budget.isSliceOver;
}

/** Reading more at a stretch than this is done {@link alone}. */
export const MUCH = 16 * 1024;

/** Counts something that reads so many bytes at a stretch, so that its slice does little else where they are {@link MUCH}. */
export function* alone<Result>(budget: ReadingBudget, bytes: number, work: () => Result): Pausable<Result> {
  budget.steps += (bytes * STEPS_PER_READ_BYTE) / 2;
  if (budget.isSliceOver) yield;
  const result = work();
  budget.steps += (bytes * STEPS_PER_READ_BYTE) / 2;
  if (budget.isSliceOver) yield;
  return result;
}

/** Work that yields where the slice of its budget is over, and goes on when it is asked for the next. */
export type Pausable<Result> = Generator<undefined, Result, undefined>;

/** Work that keeps its place by itself. `Needs`: what it is handed anew with each slice. */
export interface Resumable<Needs extends readonly unknown[] = [budget: ReadingBudget]> {
  /** False: the slice is over, and there is more: to be called again with the same. Then true, once. */
  goOn(...needs: Needs): boolean;
}

export const NO = 0;
export const YES = 1;
/** The slice is over: ask again. */
export const UNFINISHED_YET = 2;
/** Whether something matched. */
export type Outcome = typeof NO | typeof YES | typeof UNFINISHED_YET;

/** {@link Resumable} work of which the answer is whether something matched: to be asked again with the same while it is unfinished. */
export interface Judging<Needs extends readonly unknown[]> {
  evaluate(...needs: Needs): Outcome;
  /** What was interrupted is not to go on. */
  abandon(): void;
}

/** The second form as the first. */
export function* inSlices(work: Resumable, budget: ReadingBudget): Pausable<void> {
  while (!work.goOn(budget)) yield;
}

/** For those who have nobody to wait for. */
export function runToEnd<Result>(work: Pausable<Result>): Result {
  while (true) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
