import type { ByteString } from '../../model/api.ts';
import type { Effect } from '../../model/compiled-rules.ts';
import { lowerAscii } from '../../model/entry.ts';
import type { OperatorArgument } from '../../model/operator.ts';
import { expand } from '../rules/expand.ts';
import type { TransactionState } from '../state/state.ts';
import { effect } from './effect.ts';

/** Where rule sets keep their anomaly scores by paranoia level; what is added there is what a match "costs". */
const SCORE = /^(?:inbound_|outbound_)?anomaly_score(?:_pl[1-9])?$/;

/** `setvar:!tx.a` */
export function removeVariable(collection: string, key: OperatorArgument): Effect {
  const store = storeOf(collection);
  return write(collection, (state) => store.remove(state, expand(state, key)), key, '', false);
}

/** `setvar:tx.a=1` */
export function assignVariable(collection: string, key: OperatorArgument, value: OperatorArgument): Effect {
  if (collection === 'TX' && typeof key === 'string') {
    const lowerKey = lowerAscii(key);
    return effect((state) => state.tx.set(key, expand(state, value), lowerKey), { key, value, adds: false });
  }
  const store = storeOf(collection);
  return write(
    collection,
    (state) => store.write(state, expand(state, key), expand(state, value)),
    key,
    value,
    false,
  );
}

/** `setvar:tx.a=+1`, `setvar:tx.a=-1` */
export function addToVariable(
  collection: string,
  key: OperatorArgument,
  value: OperatorArgument,
  sign: 1 | -1,
): Effect {
  const store = storeOf(collection);
  const add = (state: TransactionState): void => {
    const name = expand(state, key);
    const delta = adjusted(state, name, sign * toInteger(expand(state, value)));
    const before = toInteger(store.read(state, lowerAscii(name)) ?? '');
    store.write(state, name, String(before + delta));
    if (store === txStore && SCORE.test(lowerAscii(name))) state.currentScore += delta;
  };
  return write(collection, add, key, value, true);
}

function write(
  collection: string,
  run: (state: TransactionState) => void,
  key: OperatorArgument,
  value: OperatorArgument,
  adds: boolean,
): Effect {
  return collection === 'TX' ? effect(run, { key, value, adds }) : effect(run);
}

/** Variables in which rules count what they found, by level and by kind of attack: a site may have one count otherwise. */
const COUNTED = /score/i;

function adjusted({ site, currentRule }: TransactionState, name: ByteString, delta: number): number {
  if (site.adjustments === null || currentRule === null || !COUNTED.test(name)) return delta;
  const adjustment = site.adjustments.get(currentRule.index);
  if (adjustment === undefined) return delta;
  return adjustment.logOnly ? 0 : (adjustment.score ?? delta);
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
