import type { StepBudget } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { TransformationChain } from '../../model/compiled-rules.ts';
import type { TransformationEntry } from '../../model/transformation.ts';

/** What a transformation costs, in steps of a matcher. */
export const STEPS_PER_TRANSFORMED_BYTE = 8;

/** Transforms each value as often as it is asked. */
export class PlainTransformer {
  private readonly budget: StepBudget;

  constructor(budget: StepBudget) {
    this.budget = budget;
  }

  apply(chain: TransformationChain, value: ByteString): ByteString {
    let current = value;
    for (const step of chain.steps) current = this.step(step, current);
    return current;
  }

  step(step: TransformationEntry, value: ByteString): ByteString {
    this.budget.steps += value.length * STEPS_PER_TRANSFORMED_BYTE;
    return step.apply(value);
  }
}
