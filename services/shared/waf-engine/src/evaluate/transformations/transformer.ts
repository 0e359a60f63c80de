import type { ByteString } from '../../model/api.ts';
import type { TransformationChain } from '../../model/compiled-rules.ts';
import type { Pausable } from '../../model/pausable.ts';
import type { TransformationEntry } from '../../model/transformation.ts';

/** Applies transformations to the values of one transaction. */
export interface Transformer {
  apply(chain: TransformationChain, value: ByteString): ByteString;
  step(step: TransformationEntry, value: ByteString): ByteString;
  /** The same for long values, with pauses where the budget's slice ends. */
  applyInSlices(chain: TransformationChain, value: ByteString): Pausable<ByteString>;
  stepInSlices(step: TransformationEntry, value: ByteString): Pausable<ByteString>;
}
