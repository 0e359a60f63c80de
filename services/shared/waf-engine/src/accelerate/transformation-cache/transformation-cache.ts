import type { StepBudget } from '@palisade/regex';
import { PlainTransformer } from '../../evaluate/transformations/plain-transformer.ts';
import type { Transformer } from '../../evaluate/transformations/transformer.ts';
import type { AcceleratorFlags } from '../../model/accelerator-switches.ts';
import type { ByteString } from '../../model/api.ts';
import type { TransformationChain } from '../../model/compiled-rules.ts';
import type { Pausable } from '../../model/pausable.ts';
import type { TransformationEntry } from '../../model/transformation.ts';
import { BytesInValues } from './bytes-in-values.ts';

/** Above this many distinct values a request's transformations are computed afresh instead of remembered. */
const MAX_REMEMBERED = 4096;

/** A value's transformed forms within one transaction: rules share chains, and chains share beginnings. */
export class TransformationCache implements Transformer {
  private byStep: Map<TransformationEntry, Map<ByteString, ByteString>> | null = null;
  private remembered = 0;
  private bytesIn: BytesInValues | null = null;
  private readonly budget: StepBudget;
  private readonly plain: Transformer;
  private readonly remembers: boolean;
  private readonly looksForTriggers: boolean;

  constructor(
    budget: StepBudget,
    inUse: Pick<AcceleratorFlags, 'transformation_cache' | 'transformation_triggers'>,
  ) {
    this.budget = budget;
    this.plain = new PlainTransformer(budget);
    this.remembers = inUse.transformation_cache;
    this.looksForTriggers = inUse.transformation_triggers;
  }

  apply(chain: TransformationChain, value: ByteString): ByteString {
    if (chain.steps.length === 0) return value;
    if (!this.mayChange(value, chain.triggers)) return value;
    let current = value;
    for (const step of chain.steps) current = this.step(step, current);
    return current;
  }

  step(step: TransformationEntry, value: ByteString): ByteString {
    if (!this.mayChange(value, step.triggers)) return value;
    if (!this.remembers) return this.plain.step(step, value);
    const known = this.knownOf(step);
    const remembered = known.get(value);
    if (remembered !== undefined) return remembered;
    const transformed = this.plain.step(step, value);
    if (this.remembered++ < MAX_REMEMBERED) known.set(value, transformed);
    return transformed;
  }

  *applyInSlices(chain: TransformationChain, value: ByteString): Pausable<ByteString> {
    let current = value;
    for (const step of chain.steps) current = yield* this.stepInSlices(step, current);
    return current;
  }

  *stepInSlices(step: TransformationEntry, value: ByteString): Pausable<ByteString> {
    if (step.triggers !== null && this.looksForTriggers) {
      this.bytesIn ??= new BytesInValues(this.budget);
      if (!haveAnyInCommon(yield* this.bytesIn.of(value), step.triggers)) return value;
    }
    if (!this.remembers) return yield* this.plain.stepInSlices(step, value);
    const known = this.knownOf(step);
    const remembered = known.get(value);
    if (remembered !== undefined) return remembered;
    const transformed = yield* this.plain.stepInSlices(step, value);
    if (this.remembered++ < MAX_REMEMBERED) known.set(value, transformed);
    return transformed;
  }

  /** Results of a transformation, by value. */
  private knownOf(step: TransformationEntry): Map<ByteString, ByteString> {
    this.byStep ??= new Map();
    let known = this.byStep.get(step);
    if (known === undefined) {
      known = new Map();
      this.byStep.set(step, known);
    }
    return known;
  }

  private mayChange(value: ByteString, triggers: Uint8Array | null): boolean {
    return triggers === null || !this.looksForTriggers || containsTrigger(value, triggers);
  }
}

function haveAnyInCommon(one: Uint8Array, other: Uint8Array): boolean {
  return one.some((flag, byte) => flag === 1 && other[byte] === 1);
}

function containsTrigger(value: ByteString, triggers: Uint8Array): boolean {
  for (let index = 0; index < value.length; index++) if (triggers[value.charCodeAt(index)] === 1) return true;
  return false;
}
