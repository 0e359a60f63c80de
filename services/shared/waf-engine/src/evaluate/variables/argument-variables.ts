import type { VariableGroup } from '../../model/variable.ts';
import type { TransactionState } from '../state/state.ts';
import { collection, count } from './define.ts';

export const argumentVariables = {
  ARGS: {
    kind: 'collection',
    stability: 'fixed',
    entries: (state: TransactionState) => state.args.entries,
    lookup: (state: TransactionState, key) => state.args.withKey(key),
    list: { of: (state: TransactionState) => state.args, shows: 'values' },
  },
  ARGS_NAMES: {
    kind: 'collection',
    stability: 'fixed',
    entries: (state: TransactionState) => state.args.names,
    lookup: (state: TransactionState, key) => state.args.namesWithKey(key),
    list: { of: (state: TransactionState) => state.args, shows: 'names' },
  },
  ARGS_GET: collection(
    (state) => state.argsGet.entries,
    (state, key) => state.argsGet.withKey(key),
  ),
  ARGS_GET_NAMES: collection(
    (state) => state.argsGet.names,
    (state, key) => state.argsGet.namesWithKey(key),
  ),
  ARGS_POST: collection(
    (state) => state.argsPost.entries,
    (state, key) => state.argsPost.withKey(key),
  ),
  ARGS_POST_NAMES: collection(
    (state) => state.argsPost.names,
    (state, key) => state.argsPost.namesWithKey(key),
  ),
  ARGS_COMBINED_SIZE: count((state) => state.argsCombinedSize),
} as const satisfies VariableGroup;
