import type { StepBudget } from '@palisade/regex';
import type { AcceleratorFlags, AcceleratorSwitches } from '../../model/accelerator-switches.ts';
import type { ByteString } from '../../model/api.ts';
import type { Entry } from '../../model/entry.ts';
import type { OperatorContext } from '../../model/operator.ts';
import type { Resumable } from '../../model/pausable.ts';
import type { PhasePlans } from '../../model/phase-plan.ts';
import type { RuleState } from '../../model/rule-state.ts';
import type { Transformer } from '../transformations/transformer.ts';

/**
 * All that the evaluation knows of what makes it faster. Accelerators leave out work that cannot change the outcome; they never
 * decide. Without any (`notAccelerated`) every rule is asked about every value.
 */
export interface Accelerators {
  readonly switches: AcceleratorSwitches;
  /** Every rule of a phase, with the group by which a selector knows it. */
  readonly plans: PhasePlans;
  /** By phase; `null`: every rule is asked. */
  readonly selectors: readonly (RuleSelectors | null)[];
  /** `null`: each header is examined as if it were the first. */
  readonly headers: KnownHeaderEntries | null;
  /** For one transaction. */
  newTransformer(budget: StepBudget, inUse: AcceleratorFlags): Transformer;
}

/** A request's headers as entries, of which those that came before are what they were. */
export interface KnownHeaderEntries {
  find(name: ByteString, value: ByteString): Entry;
}

/**
 * Selects the rules of one phase of one transaction that need no evaluation, after scanning what their group inspects.
 */
export interface RuleSelector extends Resumable<[group: number]> {
  /** False only if the first link of the rule at this position certainly does not match. Its group is ready. */
  mayMatch(position: number): boolean;
  /** No rule of the group may match. */
  isQuiet(group: number): boolean;
}

export interface RuleSelectors {
  /** By position in the phase: the rule's group; -1 where it is always asked. */
  readonly groupOf: Int16Array;
  take(state: RuleState, context: OperatorContext): RuleSelector;
  /** Of a phase that has ended. */
  giveBack(selector: RuleSelector): void;
}
