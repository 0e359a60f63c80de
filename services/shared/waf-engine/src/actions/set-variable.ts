import type { ByteString } from '../api.ts';
import type { Effect } from '../compiler/program.ts';
import type { ActionDefinition, ActionEnvironment } from '../compiler/rule-draft.ts';
import type { OperatorArgument } from '../operators/types.ts';
import { expand } from '../transaction/expand.ts';
import type { TransactionState } from '../transaction/state.ts';
import { lowerAscii } from '../variables/entry.ts';
import { persistentCollections } from '../variables/registry.ts';
import { splitVariable } from './define.ts';

/** Where rule sets keep their anomaly scores by paranoia level; what is added there is what a match "costs". */
const SCORE = /^(?:inbound_|outbound_)?anomaly_score(?:_pl[1-9])?$/;

/** `setvar:tx.a=1`, `tx.a=+%{tx.b}`, `tx.a=-1`, `tx.a` (= 1), `!tx.a`. Runs for every value that matched. */
export const setVariable: ActionDefinition = {
  apply(draft, _node, environment) {
    draft.onMatch.push(compileSetVariable(environment.required(), environment));
  },
};

function compileSetVariable(text: ByteString, environment: ActionEnvironment): Effect {
  const remove = text.startsWith('!');
  const equals = remove ? -1 : text.indexOf('=');
  const name = splitVariable(text.slice(remove ? 1 : 0, equals < 0 ? undefined : equals));
  if (name === null)
    environment.fail('seclang_bad_argument', `setvar takes collection.key=value, not '${text}'`);
  if (name.collection !== 'TX' && !persistentCollections.has(name.collection)) {
    environment.fail('seclang_bad_argument', `setvar cannot write to ${name.collection}`);
  }
  const key = environment.macros(name.key);
  const target = storeOf(name.collection);
  const writes = (effect: Effect, value: OperatorArgument, adds: boolean): Effect =>
    target === txStore ? Object.assign(effect, { tx: { key, value, adds } }) : effect;
  if (remove) return writes((state) => target.remove(state, expand(state, key)), '', false);

  const raw = equals < 0 ? '1' : text.slice(equals + 1);
  const sign = raw[0] === '+' ? 1 : raw[0] === '-' ? -1 : 0;
  const value = environment.macros(sign === 0 ? raw : raw.slice(1));
  if (sign === 0 && target === txStore && typeof key === 'string') {
    const lowerKey = lowerAscii(key);
    return writes((state) => state.tx.set(key, expand(state, value), lowerKey), value, false);
  }
  if (sign === 0) {
    return writes((state) => target.write(state, expand(state, key), expand(state, value)), value, false);
  }
  return writes(addition(target, key, value, sign), value, true);
}

function addition(target: Store, key: OperatorArgument, value: OperatorArgument, sign: 1 | -1): Effect {
  return (state) => {
    const name = expand(state, key);
    const delta = sign * toInteger(expand(state, value));
    const before = toInteger(target.read(state, lowerAscii(name)) ?? '');
    target.write(state, name, String(before + delta));
    if (target === txStore && SCORE.test(lowerAscii(name))) state.currentScore += delta;
  };
}

/** As C's atoi: leading digits count, anything else is 0. */
export function toInteger(text: ByteString): number {
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? 0 : value;
}

interface Store {
  read(state: TransactionState, lowerKey: ByteString): ByteString | null;
  write(state: TransactionState, key: ByteString, value: ByteString): void;
  remove(state: TransactionState, key: ByteString): void;
}

const txStore: Store = {
  read: (state, lowerKey) => state.tx.get(lowerKey),
  write: (state, key, value) => state.tx.set(key, value),
  remove: (state, key) => state.tx.delete(key),
};

function storeOf(collection: string): Store {
  if (collection === 'TX') return txStore;
  return {
    read: (state, lowerKey) => state.persistent.get(collection, lowerKey),
    write: (state, key, value) => state.persistent.set(collection, key, value),
    remove: (state, key) => state.persistent.delete(collection, key),
  };
}
