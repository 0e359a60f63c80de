import type { Effect, TxWrite } from '../../model/compiled-rules.ts';
import type { TransactionState } from '../state/state.ts';

/** What a matching rule does to its transaction. `tx`: what of it is a write to TX. */
export const effect = (run: (state: TransactionState) => void, tx?: TxWrite): Effect =>
  tx === undefined ? { run } : { run, tx };
