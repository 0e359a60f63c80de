// What `ctl` changes for one transaction.
import type { EngineMode } from '../../model/api.ts';
import type { CompiledTarget, Effect } from '../../model/compiled-rules.ts';
import { effect } from './effect.ts';

type Body = 'body' | 'responseBody';

/** `unsettles`: a site's plan may have settled one of these rules beforehand. */
export const removeRules = (rules: readonly number[], unsettles: boolean): Effect =>
  effect((state) => {
    state.removedRules ??= new Set();
    for (const rule of rules) state.removedRules.add(rule);
    if (unsettles) state.regular = false;
  });

export function removeTarget(rules: readonly number[], target: CompiledTarget, unsettles: boolean): Effect {
  const removal = { target, exclusion: null };
  return effect((state) => {
    state.removedTargets ??= new Map();
    for (const rule of rules) {
      const known = state.removedTargets.get(rule);
      if (known === undefined) state.removedTargets.set(rule, [removal]);
      // nosemgrep: no-nested-scan-of-input -- at most one per ctl action of the rule set
      else if (!known.includes(removal)) known.push(removal);
    }
    if (unsettles) state.regular = false;
  });
}

export const setMode = (mode: EngineMode): Effect =>
  effect((state) => {
    state.mode = mode;
  });

export const setBodyProcessor = (name: string): Effect =>
  effect((state) => {
    state.body.processorName = name;
  });

export const setBodyLimit = (which: Body, bytes: number): Effect =>
  effect((state) => {
    state[which].limit = bytes;
  });

export const setBodyAccess = (which: Body, on: boolean): Effect =>
  effect((state) => {
    state[which].access = on;
  });

export const forceBodyVariable = (on: boolean): Effect =>
  effect((state) => {
    state.body.forceVariable = on;
  });

export const NO_EFFECT: Effect = effect(() => undefined);
