import type { CompiledTarget, SingleValue } from '../../model/compiled-rules.ts';
import { Entry } from '../../model/entry.ts';
import type { TransactionState } from '../state/state.ts';

/**
 * Most rules of a rule set do not inspect requests but control the set itself: `TX:level "@lt 2"`, `&TX:limit "@eq 0"`.
 * Those read one value, unchanged; reading it directly costs a fraction of resolving targets.
 */
export function singleValue(target: CompiledTarget): SingleValue | null {
  if (target.count) return countOf(target);
  const { variable, selector, name } = target;
  if (variable.kind === 'scalar') {
    return {
      read: (state: TransactionState) => variable.read(state),
      entry: (_state: TransactionState, value) => new Entry(name, null, value),
    };
  }
  if (name !== 'TX' || selector?.kind !== 'key') return null;
  const { lowerKey } = selector;
  return {
    read: (state: TransactionState) => state.tx.get(lowerKey),
    entry: (state: TransactionState, value) =>
      state.tx.lookup(lowerKey)[0] ?? new Entry(name, lowerKey, value),
  };
}

function countOf({ variable, selector, text }: CompiledTarget): SingleValue | null {
  if (variable.kind !== 'collection' || selector?.kind === 'regex' || selector?.kind === 'macro') return null;
  const entry = (_state: TransactionState, value: string) => new Entry(`&${text}`, null, value);
  if (selector === null) {
    const { list } = variable;
    const count = (state: TransactionState) => list?.of(state).size ?? variable.entries(state).length;
    return { read: (state: TransactionState) => String(count(state)), entry };
  }
  const { lookup } = variable;
  if (lookup === undefined || selector.kind !== 'key') return null;
  const { lowerKey } = selector;
  return { read: (state: TransactionState) => String(lookup(state, lowerKey).length), entry };
}
