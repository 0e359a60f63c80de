import { PausedRun, type StepBudget } from '@palisade/regex';
import type { CompiledTarget } from '../../model/compiled-rules.ts';
import type { Entry } from '../../model/entry.ts';
import type { KeyPattern } from '../../model/key-pattern.ts';
import { type Resumable, STEPS_PER_ITEM } from '../../model/pausable.ts';
import type { TransactionState } from '../state/state.ts';

/** The entries of a target such as `ARGS:/^id_/`, of which a body may have a hundred thousand, or one as long as the body. */
export class KeySelection implements Resumable<[budget: StepBudget]> {
  readonly found: Entry[] = [];
  private readonly all: readonly Entry[];
  private readonly pattern: KeyPattern;
  private readonly run = new PausedRun();
  private at = 0;

  /** `null` for targets that select otherwise. */
  static of(state: TransactionState, { variable, selector, count }: CompiledTarget): KeySelection | null {
    if (selector?.kind !== 'regex' || count || variable.kind !== 'collection') return null;
    if (variable.matching !== undefined) return null;
    return new KeySelection(variable.entries(state), selector.pattern);
  }

  private constructor(all: readonly Entry[], pattern: KeyPattern) {
    this.all = all;
    this.pattern = pattern;
  }

  goOn(budget: StepBudget): boolean {
    for (; this.at < this.all.length; this.at++) {
      if (budget.isSliceOver) return false;
      const entry = this.all[this.at]!;
      const isSelected = this.pattern.testInSlices(entry.lowerKey, budget, this.run);
      if (isSelected === null) return false;
      if (isSelected) this.found.push(entry);
      budget.steps += STEPS_PER_ITEM;
    }
    return true;
  }
}
