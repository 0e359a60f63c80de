import type { SlicedTransaction } from '@palisade/waf-engine';
import type { EdgeAction } from './verdict.ts';

/** What a request says of the body that was held for it. */
export interface HeldRequest {
  readonly action: EdgeAction;
  readonly transaction: SlicedTransaction | null;
  readonly bodyStarted: boolean;
  readonly bodyComplete: boolean;
  readonly heldBody: readonly Buffer[];
}

/** Looks at what was held of a body before it is given up, once. */
export interface BodyKeeper {
  take(request: HeldRequest): void;
}
