import { addToVariable, assignVariable, removeVariable } from '../../evaluate/effects/set-variable.ts';
import { persistentCollections } from '../../evaluate/variables/registry.ts';
import type { ByteString } from '../../model/api.ts';
import type { Effect } from '../../model/compiled-rules.ts';
import type { ActionDefinition, ActionEnvironment } from '../drafts/rule-draft.ts';
import { splitVariable } from './define.ts';

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
  if (remove) return removeVariable(name.collection, key);
  const raw = equals < 0 ? '1' : text.slice(equals + 1);
  const sign = raw[0] === '+' ? 1 : raw[0] === '-' ? -1 : 0;
  const value = environment.macros(sign === 0 ? raw : raw.slice(1));
  return sign === 0
    ? assignVariable(name.collection, key, value)
    : addToVariable(name.collection, key, value, sign);
}
