import type { ActionDefinition } from '../drafts/rule-draft.ts';
import { control } from './ctl.ts';
import { disruptiveActions } from './disruptive-actions.ts';
import { flowActions } from './flow-actions.ts';
import { metadataActions } from './metadata-actions.ts';
import { persistenceActions } from './persistence-actions.ts';
import { setVariable } from './set-variable.ts';

const table = {
  ...metadataActions,
  ...flowActions,
  ...disruptiveActions,
  ...persistenceActions,
  setvar: setVariable,
  ctl: control,
} as const satisfies Readonly<Record<string, ActionDefinition>>;

/** All actions of the language by lower-case name. */
export const actions: ReadonlyMap<string, ActionDefinition> = new Map(Object.entries(table));
