/** What readers count their work in, and ask whether they should pause; a transaction's step budget is one. */
export interface ReadingBudget {
  steps: number;
  readonly isSliceOver: boolean;
}

/** Steps of a matcher that reading one byte costs, and turning to another thing to be read. */
export const STEPS_PER_READ_BYTE = 4;
export const STEPS_PER_ITEM = 32;

/** Work that yields where the slice of its budget is over, and goes on when it is asked for the next. */
export type Pausable<Result> = Generator<undefined, Result, undefined>;

/** For those who have nobody to wait for. */
export function runToEnd<Result>(work: Pausable<Result>): Result {
  while (true) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
