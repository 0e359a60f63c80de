import type { ByteString } from '../api.ts';
import type { TransformationChain } from '../compiler/program.ts';
import type { StepBudget } from '../matching/index.ts';
import type { TransformationEntry } from '../transformations/types.ts';

/** Above this many distinct values a request's transformations are computed afresh instead of remembered. */
const MAX_REMEMBERED = 4096;
/** What a transformation costs, in steps of a matcher. */
const STEPS_PER_BYTE = 8;

/** A value's transformed forms within one transaction: rules share chains, and chains share beginnings. */
export class TransformationCache {
  #byStep: Map<TransformationEntry, Map<ByteString, ByteString>> | null = null;
  #remembered = 0;
  readonly #budget: StepBudget;

  constructor(budget: StepBudget) {
    this.#budget = budget;
  }

  apply(chain: TransformationChain, value: ByteString): ByteString {
    if (chain.steps.length === 0) return value;
    if (chain.triggers !== null && !containsTrigger(value, chain.triggers)) return value;
    let current = value;
    for (const step of chain.steps) current = this.step(step, current);
    return current;
  }

  step(step: TransformationEntry, value: ByteString): ByteString {
    if (step.triggers !== null && !containsTrigger(value, step.triggers)) return value;
    this.#byStep ??= new Map();
    let known = this.#byStep.get(step);
    if (known === undefined) {
      known = new Map();
      this.#byStep.set(step, known);
    }
    const remembered = known.get(value);
    if (remembered !== undefined) return remembered;
    this.#budget.steps += value.length * STEPS_PER_BYTE;
    const transformed = step.apply(value);
    if (this.#remembered++ < MAX_REMEMBERED) known.set(value, transformed);
    return transformed;
  }
}

function containsTrigger(value: ByteString, triggers: Uint8Array): boolean {
  for (let index = 0; index < value.length; index++) if (triggers[value.charCodeAt(index)] === 1) return true;
  return false;
}
