import { PausedRun, type StepBudget } from '@palisade/regex';
import type { CompiledTarget } from '../../model/compiled-rules.ts';
import { type Entry, Lowering } from '../../model/entry.ts';
import { type KeyPattern, MAX_KEY_LENGTH } from '../../model/key-pattern.ts';
import { type Resumable, STEPS_PER_ITEM } from '../../model/pausable.ts';
import type { TransactionState } from '../state/state.ts';

/** Up to this many entries with short names are matched without a pause; usual requests have no more. */
const FEW_ENTRIES = 64;

/**
 * Selects the entries of a target such as `ARGS:/^id_/` in slices: a body may have a hundred thousand, or one name as
 * long as the body.
 */
export class KeySelection implements Resumable<[budget: StepBudget]> {
  readonly found: Entry[] = [];
  private readonly all: readonly Entry[];
  private readonly pattern: KeyPattern;
  private readonly run = new PausedRun();
  private readonly lowering = new Lowering();
  private at = 0;

  /** `null` for targets with other selectors, or with so few entries that no pause is needed. */
  static of(state: TransactionState, { variable, selector, count }: CompiledTarget): KeySelection | null {
    if (selector?.kind !== 'regex' || count || variable.kind !== 'collection') return null;
    if (variable.matching !== undefined) return null;
    const all = variable.entries(state);
    if (all.length <= FEW_ENTRIES && all.every(({ key }) => (key ?? '').length <= MAX_KEY_LENGTH))
      return null;
    return new KeySelection(all, selector.pattern);
  }

  private constructor(all: readonly Entry[], pattern: KeyPattern) {
    this.all = all;
    this.pattern = pattern;
  }

  resume(budget: StepBudget): boolean {
    for (; this.at < this.all.length; this.at++) {
      if (budget.isSliceOver) return false;
      const entry = this.all[this.at]!;
      if (!entry.lowerSome(this.lowering, budget)) return false;
      const isSelected = this.pattern.testInSlices(entry.lowerKey, budget, this.run);
      if (isSelected === null) return false;
      if (isSelected) this.found.push(entry);
      budget.steps += STEPS_PER_ITEM;
    }
    return true;
  }
}
