import {
  expireVariable,
  identify,
  openCollection,
  setEnvironment,
} from '../../evaluate/effects/collections.ts';
import { persistentCollections } from '../../evaluate/variables/registry.ts';
import type { ActionDefinition } from '../drafts/rule-draft.ts';
import { splitVariable } from './define.ts';

/** `initcol:ip=%{REMOTE_ADDR}`: opens a persistent collection under a key. */
const initCollection: ActionDefinition = {
  apply(draft, _node, environment) {
    const text = environment.required();
    const equals = text.indexOf('=');
    const collection = text.slice(0, Math.max(0, equals)).trim().toUpperCase();
    if (!persistentCollections.has(collection)) {
      environment.fail('seclang_bad_argument', `initcol takes collection=key, not '${text}'`);
    }
    const key = environment.macros(text.slice(equals + 1));
    const effect = openCollection(collection, key);
    draft.onFullMatch.push(() => effect);
  },
};

/** `setsid`, `setuid`, `setrsc`: name the session, user or resource and open its collection. */
const identifying = (collection: 'SESSION' | 'USER' | 'RESOURCE'): ActionDefinition => ({
  apply(draft, _node, environment) {
    const effect = identify(collection, environment.macros(environment.required()));
    draft.onFullMatch.push(() => effect);
  },
});

/** `expirevar:ip.key=60`: the value expires after this many seconds. */
const expireVariableAction: ActionDefinition = {
  apply(draft, _node, environment) {
    const { collection, key, value } = assignment(environment.required(), environment);
    const effect = expireVariable(collection, key, value);
    draft.onFullMatch.push(() => effect);
  },
};

const setEnvironmentAction: ActionDefinition = {
  apply(draft, _node, environment) {
    const text = environment.required();
    const equals = text.indexOf('=');
    if (equals <= 0) environment.fail('seclang_bad_argument', `setenv takes name=value, not '${text}'`);
    const value = environment.macros(text.slice(equals + 1));
    const effect = setEnvironment(text.slice(0, equals), value);
    draft.onFullMatch.push(() => effect);
  },
};

function assignment(text: string, environment: Parameters<ActionDefinition['apply']>[2]) {
  const equals = text.indexOf('=');
  const name = splitVariable(text.slice(0, Math.max(0, equals)));
  if (name === null || !(persistentCollections.has(name.collection) || name.collection === 'TX')) {
    environment.fail('seclang_bad_argument', `collection.key=value expected, not '${text}'`);
  }
  return {
    collection: name.collection,
    key: environment.macros(name.key),
    value: environment.macros(text.slice(equals + 1)),
  };
}

export const persistenceActions = {
  initcol: initCollection,
  setsid: identifying('SESSION'),
  setuid: identifying('USER'),
  setrsc: identifying('RESOURCE'),
  expirevar: expireVariableAction,
  setenv: setEnvironmentAction,
} as const satisfies Readonly<Record<string, ActionDefinition>>;
