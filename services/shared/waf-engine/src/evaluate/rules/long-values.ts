import type { StepBudget } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { CompiledOperator, OperatorContext } from '../../model/operator.ts';
import type { Pausable } from '../../model/pausable.ts';

/** Length in bytes from which values are transformed and evaluated with pauses. */
export const LONG = 16 * 1024;

/** The operator's answer for a long value. */
export function* evaluateInSlices(
  operator: CompiledOperator,
  value: ByteString,
  context: OperatorContext,
  budget: StepBudget,
): Pausable<boolean> {
  if (operator.evaluateInSlices !== undefined && value.length > LONG)
    return yield* operator.evaluateInSlices(value, context, budget);
  if (budget.isSliceOver) yield;
  budget.steps += value.length * (operator.stepsPerByte ?? 1);
  return operator.evaluate(value, context);
}
