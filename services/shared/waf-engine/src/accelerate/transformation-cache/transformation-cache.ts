import type { StepBudget } from '@palisade/regex';
import type { Transformer } from '../../evaluate/state/accelerators.ts';
import { PlainTransformer } from '../../evaluate/transformations/plain-transformer.ts';
import type { AcceleratorFlags } from '../../model/accelerator-switches.ts';
import type { ByteString } from '../../model/api.ts';
import type { TransformationChain } from '../../model/compiled-rules.ts';
import type { TransformationEntry } from '../../model/transformation.ts';

/** Above this many distinct values a request's transformations are computed afresh instead of remembered. */
const MAX_REMEMBERED = 4096;

/** A value's transformed forms within one transaction: rules share chains, and chains share beginnings. */
export class TransformationCache implements Transformer {
  private byStep: Map<TransformationEntry, Map<ByteString, ByteString>> | null = null;
  private remembered = 0;
  private readonly plain: Transformer;
  private readonly remembers: boolean;
  private readonly looksForTriggers: boolean;

  constructor(
    budget: StepBudget,
    inUse: Pick<AcceleratorFlags, 'transformation_cache' | 'transformation_triggers'>,
  ) {
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
    this.byStep ??= new Map();
    let known = this.byStep.get(step);
    if (known === undefined) {
      known = new Map();
      this.byStep.set(step, known);
    }
    const remembered = known.get(value);
    if (remembered !== undefined) return remembered;
    const transformed = this.plain.step(step, value);
    if (this.remembered++ < MAX_REMEMBERED) known.set(value, transformed);
    return transformed;
  }

  private mayChange(value: ByteString, triggers: Uint8Array | null): boolean {
    return triggers === null || !this.looksForTriggers || containsTrigger(value, triggers);
  }
}

function containsTrigger(value: ByteString, triggers: Uint8Array): boolean {
  for (let index = 0; index < value.length; index++) if (triggers[value.charCodeAt(index)] === 1) return true;
  return false;
}
