import type { ByteString } from '../../model/api.ts';
import { transformations } from './index.ts';

export interface TransformationStep {
  readonly name: string;
  readonly value: ByteString;
}

/**
 * The results of a rule's transformations on a value, one after the other: for explanations. Unknown names change
 * nothing.
 */
export function transformationSteps(names: readonly string[], value: ByteString): TransformationStep[] {
  let current = value;
  return names.map((name) => {
    const known = name.toLowerCase();
    if (Object.hasOwn(transformations, known)) current = transformations[known]!.apply(current);
    return { name, value: current };
  });
}
