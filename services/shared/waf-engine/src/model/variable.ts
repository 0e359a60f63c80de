import type { ByteString } from './api.ts';
import type { Entry } from './entry.ts';
import type { KeyPattern } from './key-pattern.ts';
import type { KeyedEntries } from './keyed-entries.ts';
import type { RuleState } from './rule-state.ts';

/** `fixed`: its values cannot change while a phase runs; `volatile`: rules themselves change them. */
export type Stability = 'fixed' | 'volatile';

export interface ScalarVariable {
  readonly kind: 'scalar';
  readonly stability: Stability;
  /** `null` where the request has no such thing; rules then do not see the variable. */
  read(state: RuleState): ByteString | null;
}

export interface CollectionVariable {
  readonly kind: 'collection';
  readonly stability: Stability;
  entries(state: RuleState): readonly Entry[];
  /** Makes some of many `entries`. False: the slice has ended; call again. */
  prepare?(state: RuleState): boolean;
  /** The list behind `entries` if it may hold packed arguments, and which part of them the variable shows. */
  readonly list?: { of(state: RuleState): KeyedEntries; readonly shows: 'names' | 'values' };
  /** Faster than filtering `entries` where an index exists. Key in lower case. */
  lookup?(state: RuleState, lowerKey: ByteString): readonly Entry[];
  /** Faster than filtering `entries` by key. */
  matching?(state: RuleState, pattern: KeyPattern): readonly Entry[];
}

/** The only collection whose selectors are paths instead of keys. */
export interface XPathVariable {
  readonly kind: 'xpath';
  readonly stability: Stability;
  select(state: RuleState, path: ByteString): readonly Entry[];
  /** Selects some of them. False: the slice has ended; call again. */
  prepare(state: RuleState, path: ByteString): boolean;
}

export type VariableDefinition = ScalarVariable | CollectionVariable | XPathVariable;
export type VariableGroup = Readonly<Record<string, VariableDefinition>>;
