import type { StepBudget } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import type { TransformationChain } from '../../model/compiled-rules.ts';
import type { Pausable } from '../../model/pausable.ts';
import type { TransformationEntry } from '../../model/transformation.ts';
import { beginPass, endPass } from './pass.ts';
import type { Transformer } from './transformer.ts';

/** Bytes of a value between two checks whether the slice is over. */
const PIECE = 2 * 1024;
/** Cost of a transformation, in steps of a matcher. */
export const STEPS_PER_TRANSFORMED_BYTE = 8;

/** Transforms each value as often as it is asked. */
export class PlainTransformer implements Transformer {
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

  *applyInSlices({ steps }: TransformationChain, value: ByteString): Pausable<ByteString> {
    let current = value;
    for (const step of steps) current = yield* this.stepInSlices(step, current);
    return current;
  }

  *stepInSlices(step: TransformationEntry, value: ByteString): Pausable<ByteString> {
    const { budget } = this;
    const { inPieces } = step;
    if (inPieces === undefined || value.length <= PIECE) {
      if (budget.isSliceOver) yield;
      return this.step(step, value);
    }
    const pass = beginPass(value, inPieces);
    while (pass.at < value.length) {
      if (budget.isSliceOver) yield;
      const from = pass.at;
      inPieces.advance(pass, Math.min(value.length, from + PIECE));
      budget.steps += (pass.at - from) * STEPS_PER_TRANSFORMED_BYTE;
    }
    return endPass(pass, inPieces);
  }
}
