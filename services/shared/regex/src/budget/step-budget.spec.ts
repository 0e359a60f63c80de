import { PausedRun } from '../automata/paused-run.ts';
import { compilePattern, StepBudget } from '../index.ts';
import { CompiledPattern } from '../patterns/pattern.ts';

/** Words that differ, so that a pattern with repetitions needs states all along. */
const LONG = Array.from({ length: 4_000 }, (_, n) => `word${(n * 7_919) % 4_001} x=${n % 97};`).join(' ');
const SOURCE = '(?:[a-z]{1,12}\\d{1,4}\\s[a-z]=\\d{1,2};\\s?){2,9}!|x=\\d+;.{0,40}\\?';

function stepsOf(limits: { build: number; buildPerSlice: number }): { steps: number; found: boolean | null } {
  const pattern = compilePattern(SOURCE) as CompiledPattern;
  const budget = new StepBudget(limits);
  const pause = new PausedRun();
  let found: boolean | null = null;
  while (found === null) {
    budget.beginSlice(10_000);
    found = pattern.testInSlices(LONG, budget, pause);
  }
  return { steps: budget.steps, found };
}

it('lets each slice build, so that a long text is not simulated to its end for want of a few states', () => {
  const withSlices = stepsOf({ build: 500, buildPerSlice: 1_000 });
  const without = stepsOf({ build: 500, buildPerSlice: 0 });
  expect(withSlices.found).toBe(without.found);
  expect(withSlices.steps * 3).toBeLessThan(without.steps);
});

it('does not add to what is left', () => {
  const budget = new StepBudget({ build: 100, buildPerSlice: 20 });
  for (let slice = 0; slice < 50; slice++) budget.beginSlice(1);
  expect(budget.buildLeft).toBe(100);
  budget.buildLeft = -5;
  budget.beginSlice(1);
  expect(budget.buildLeft).toBe(20);
  budget.reset();
  expect(budget.buildLeft).toBe(100);
});
