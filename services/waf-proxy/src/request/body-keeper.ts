import type { SlicedTransaction } from '@palisade/waf-engine';
import type { EdgeAction } from './verdict.ts';

/** What is known of a request when its held body is offered. */
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
