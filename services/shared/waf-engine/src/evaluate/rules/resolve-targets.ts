import type { ByteString } from '../../model/api.ts';
import type { CompiledSelector, CompiledTarget } from '../../model/compiled-rules.ts';
import { Entry, lowerAscii, NO_ENTRIES } from '../../model/entry.ts';
import type { TransactionState } from '../state/state.ts';
import { expand } from './expand.ts';

/** The current values of a target. */
export function resolveTarget(state: TransactionState, target: CompiledTarget): readonly Entry[] {
  if (!target.count) return select(state, target);
  return [new Entry(`&${target.text}`, null, String(select(state, target).length))];
}

function select(state: TransactionState, target: CompiledTarget): readonly Entry[] {
  const { variable, selector } = target;
  if (variable.kind === 'scalar') {
    const value = variable.read(state);
    return value === null ? NO_ENTRIES : [new Entry(target.name, null, value)];
  }
  if (variable.kind === 'xpath') {
    return variable.select(state, pathOf(selector));
  }
  if (selector === null) return variable.entries(state);
  if (selector.kind === 'regex') {
    const { pattern } = selector;
    if (variable.matching !== undefined) return variable.matching(state, pattern);
    return variable.entries(state).filter((entry) => pattern.test(entry.lowerKey, state.budget));
  }
  const key = keyOf(state, selector);
  if (variable.lookup !== undefined) return variable.lookup(state, key);
  return variable.entries(state).filter((entry) => entry.hasKey(key));
}

/** Makes entries of a large collection in slices, before it is resolved. False: the slice has ended; call again. */
export function prepareTarget(state: TransactionState, { variable, selector }: CompiledTarget): boolean {
  if (variable.kind === 'xpath') return variable.prepare(state, pathOf(selector));
  return variable.kind === 'scalar' || variable.prepare?.(state) !== false;
}

const pathOf = (selector: CompiledSelector | null): ByteString =>
  selector?.kind === 'xpath' ? selector.path : '/*';

function keyOf(state: TransactionState, selector: CompiledSelector): string {
  if (selector.kind === 'key') return selector.lowerKey;
  return selector.kind === 'macro' ? lowerAscii(expand(state, selector.template)) : '';
}

/** Whether an exclusion such as `!ARGS:comment` covers a value. */
export function covers(state: TransactionState, exclusion: CompiledTarget, entry: Entry): boolean {
  if (exclusion.name !== entry.collection) return false;
  const { selector } = exclusion;
  if (selector === null) return true;
  if (selector.kind === 'regex') return selector.pattern.test(entry.lowerKey, state.budget);
  if (selector.kind === 'xpath') return entry.key === selector.path;
  return entry.hasKey(keyOf(state, selector));
}
