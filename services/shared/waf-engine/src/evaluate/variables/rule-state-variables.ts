import type { CollectionVariable, VariableGroup } from '../../model/variable.ts';
import type { TransactionState } from '../state/state.ts';
import { fixed, volatile, volatileCollection } from './define.ts';

const persistent = (name: string): CollectionVariable =>
  volatileCollection(
    (state) => state.persistent.entries(name),
    (state, key) => state.persistent.lookup(name, key),
  );

/** What rules themselves write: scores, what matched last, persistent collections. */
export const ruleStateVariables = {
  TX: {
    kind: 'collection',
    stability: 'volatile',
    entries: (state: TransactionState) => state.tx.entries(),
    lookup: (state: TransactionState, key) => state.tx.lookup(key),
    matching: (state: TransactionState, pattern) => state.tx.matching(pattern, state.budget),
  },
  MATCHED_VAR: volatile((state) => state.matched.lastValue),
  MATCHED_VAR_NAME: volatile((state) => state.matched.lastName),
  MATCHED_VARS: {
    ...volatileCollection((state) => state.matched.values),
    prepare: (state: TransactionState) => state.matched.makeSome(state.budget),
  },
  MATCHED_VARS_NAMES: volatileCollection((state) => state.matched.names('MATCHED_VARS_NAMES')),
  HIGHEST_SEVERITY: volatile((state) => String(state.highestSeverity)),
  RULE: volatileCollection((state) => state.ruleEntries()),
  GEO: volatileCollection((state) => state.geo),
  ENV: volatileCollection((state) => state.environment.entries()),
  IP: persistent('IP'),
  GLOBAL: persistent('GLOBAL'),
  SESSION: persistent('SESSION'),
  USER: persistent('USER'),
  RESOURCE: persistent('RESOURCE'),
  MSC_PCRE_LIMITS_EXCEEDED: volatile((state) => (state.budget.exceeded ? '1' : '0')),
  WEBSERVER_ERROR_LOG: fixed(() => null),
} as const satisfies VariableGroup;
