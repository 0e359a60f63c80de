import type { Effect } from '../../model/compiled-rules.ts';
import type { OperatorArgument } from '../../model/operator.ts';
import { expand } from '../rules/expand.ts';
import { effect } from './effect.ts';
import { toInteger } from './set-variable.ts';

/** `initcol:ip=%{REMOTE_ADDR}` */
export const openCollection = (collection: string, key: OperatorArgument): Effect =>
  effect((state) => state.persistent.open(collection, expand(state, key)));

/** `setsid`, `setuid`, `setrsc`: name the session, user or resource and open its collection. */
export const identify = (collection: 'SESSION' | 'USER' | 'RESOURCE', template: OperatorArgument): Effect =>
  effect((state) => {
    const key = expand(state, template);
    if (collection === 'SESSION') state.session = key;
    if (collection === 'USER') state.user = key;
    state.persistent.open(collection, key);
  });

/** `expirevar:ip.key=60` */
export const expireVariable = (
  collection: string,
  key: OperatorArgument,
  seconds: OperatorArgument,
): Effect =>
  effect((state) => {
    state.persistent.expire(collection, expand(state, key), toInteger(expand(state, seconds)));
  });

/** `setenv:name=value` */
export const setEnvironment = (name: string, value: OperatorArgument): Effect =>
  effect((state) => state.environment.set(name, expand(state, value)));
