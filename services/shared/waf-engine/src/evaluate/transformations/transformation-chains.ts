import type { TransformationChain } from '../../model/compiled-rules.ts';
import type { TransformationEntry } from '../../model/transformation.ts';
import { transformations } from './index.ts';
import { triggerBitsOf } from './trigger-bits.ts';

/** Equal lists of transformations become one object, so that work on a value can be shared between rules. */
export class TransformationChains {
  private readonly byNames = new Map<string, TransformationChain>();

  /** `null` where a name is unknown; `names` in lower case. */
  intern(names: readonly string[]): TransformationChain | null {
    const key = names.join(',');
    const known = this.byNames.get(key);
    if (known !== undefined) return known;
    const steps = names.map((name) =>
      Object.hasOwn(transformations, name) ? transformations[name] : undefined,
    );
    if (!steps.every((step) => step !== undefined)) return null;
    const chain = {
      index: this.byNames.size,
      names: Object.freeze([...names]),
      steps,
      triggers: unionOf(steps),
      triggerBits: steps.reduce((all, step) => all | triggerBitsOf(step), 0),
    };
    this.byNames.set(key, chain);
    return chain;
  }
}

/** A value without any of these bytes passes through the whole chain unchanged. */
function unionOf(steps: readonly TransformationEntry[]): Uint8Array | null {
  const union = new Uint8Array(256);
  for (const { triggers } of steps) {
    if (triggers === null) return null;
    for (let byte = 0; byte < 256; byte++) union[byte]! |= triggers[byte]!;
  }
  return union;
}
