import type { ActionDefinition } from '../compiler/rule-draft.ts';
import { expand } from '../transaction/expand.ts';
import { persistentCollections } from '../variables/registry.ts';
import { splitVariable } from './define.ts';
import { toInteger } from './set-variable.ts';

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
    draft.onFullMatch.push(() => (state) => state.persistent.open(collection, expand(state, key)));
  },
};

/** `setsid`, `setuid`, `setrsc`: name the session, user or resource and open its collection. */
const identify = (collection: 'SESSION' | 'USER' | 'RESOURCE'): ActionDefinition => ({
  apply(draft, _node, environment) {
    const template = environment.macros(environment.required());
    draft.onFullMatch.push(() => (state) => {
      const key = expand(state, template);
      if (collection === 'SESSION') state.session = key;
      if (collection === 'USER') state.user = key;
      state.persistent.open(collection, key);
    });
  },
});

/** `expirevar:ip.key=60`: the value lives so many seconds from now. */
const expireVariable: ActionDefinition = {
  apply(draft, _node, environment) {
    const { collection, key, value } = assignment(environment.required(), environment);
    draft.onFullMatch.push(() => (state) => {
      state.persistent.expire(collection, expand(state, key), toInteger(expand(state, value)));
    });
  },
};

const setEnvironment: ActionDefinition = {
  apply(draft, _node, environment) {
    const text = environment.required();
    const equals = text.indexOf('=');
    if (equals <= 0) environment.fail('seclang_bad_argument', `setenv takes name=value, not '${text}'`);
    const value = environment.macros(text.slice(equals + 1));
    const name = text.slice(0, equals);
    draft.onFullMatch.push(() => (state) => state.environment.set(name, expand(state, value)));
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
  setsid: identify('SESSION'),
  setuid: identify('USER'),
  setrsc: identify('RESOURCE'),
  expirevar: expireVariable,
  setenv: setEnvironment,
} as const satisfies Readonly<Record<string, ActionDefinition>>;
