import type { Effect, TxWrite } from '../../model/compiled-rules.ts';
import type { TransactionState } from '../state/state.ts';

/** Effect of a matching rule on its transaction. `tx`: its writes to TX. */
export const effect = (run: (state: TransactionState) => void, tx?: TxWrite): Effect =>
  tx === undefined ? { run } : { run, tx };
