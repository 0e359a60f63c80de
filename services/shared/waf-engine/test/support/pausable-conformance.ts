import { StepBudget } from '@palisade/regex';
import type { Pausable } from '../../src/model/pausable.ts';

/** The slice is over: to be called again. */
export const PAUSED = Symbol('paused');

/**
 * The contract of everything that pauses: begun on a budget, it is asked to go on until it answers something else than
 * {@link PAUSED}. Pieces say "not yet" in their own ways (a generator that yields, false, UNFINISHED); one line adapts each.
 */
export interface PausableWork<Result> {
  resume(): Result | typeof PAUSED;
  /** Gives an unfinished piece up. */
  abandon?(): void;
}

/** Begins the same work anew each time. */
export type Begin<Result> = (budget: StepBudget) => PausableWork<Result>;

export const generated = <Result>(work: Pausable<Result>): PausableWork<Result> => ({
  resume: () => {
    const { done, value } = work.next();
    return done === true ? value : PAUSED;
  },
  abandon: () => {
    work.return(undefined as Result);
  },
});

/** As fine as slices can be: every question whether the slice is over is answered with yes. */
const ONE_STEP = 1;
/** More pauses than any case has: what does not come forward is a fault, not slowness. */
const MAX_PAUSES = 1_000_000;

interface Run<Result> {
  readonly result: Result;
  readonly pauses: number;
}

function run<Result>(
  begin: Begin<Result>,
  steps: number,
  between: () => void = () => undefined,
): Run<Result> {
  const budget = new StepBudget();
  budget.beginSlice(steps);
  const work = begin(budget);
  for (let pauses = 0; pauses < MAX_PAUSES; pauses++) {
    const result = work.resume();
    if (result !== PAUSED) return { result, pauses };
    between();
    budget.beginSlice(steps);
  }
  throw new Error(`not done after ${MAX_PAUSES} slices`);
}

/** The suite that each piece runs. `leastPauses`: so often it can be paused at least with this input. */
export function pausesAsOne<Result>(name: string, begin: Begin<Result>, leastPauses: number): void {
  describe(`${name}, as pausable work,`, () => {
    const whole = () => run(begin, Number.POSITIVE_INFINITY);

    it('does not pause where the slice has no end', () => {
      expect(whole().pauses).toBe(0);
    });

    it('comes to the same paused at every step', () => {
      const paused = run(begin, ONE_STEP);
      expect(paused.result).toEqual(whole().result);
      expect(paused.pauses).toBeGreaterThanOrEqual(leastPauses);
    });

    it.each([7, 100, 1_000])('comes to the same in slices of %d steps', (steps) => {
      expect(run(begin, steps).result).toEqual(whole().result);
    });

    it('comes to the same while others do the same work, whole and in turns', () => {
      const { result } = whole();
      const others = [3, 50].map((steps) => {
        const budget = new StepBudget();
        const work = begin(budget);
        let found: Result | typeof PAUSED = PAUSED;
        return {
          turn: () => {
            budget.beginSlice(steps);
            if (found === PAUSED) found = work.resume();
          },
          found: () => found,
        };
      });
      let turns = 0;
      const mine = run(begin, ONE_STEP, () => {
        for (const other of others) other.turn();
        if (turns++ % 256 === 0) whole();
      });
      expect(mine.result).toEqual(result);
      for (const other of others) {
        for (let turn = 0; other.found() === PAUSED && turn < MAX_PAUSES; turn++) other.turn();
        expect(other.found()).toEqual(result);
      }
    });

    it('leaves nothing behind for others where it is given up', () => {
      const { result } = whole();
      const { pauses } = run(begin, ONE_STEP);
      for (const stop of new Set([0, 1, pauses >> 1, pauses - 1])) {
        const budget = new StepBudget();
        budget.beginSlice(ONE_STEP);
        const work = begin(budget);
        for (let pause = 0; pause <= stop && work.resume() === PAUSED; pause++) budget.beginSlice(ONE_STEP);
        work.abandon?.();
        expect(whole().result).toEqual(result);
        expect(run(begin, 50).result).toEqual(result);
      }
    });
  });
}
