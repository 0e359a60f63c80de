import type { VariableDefinition } from '../../model/variable.ts';
import { argumentVariables } from './argument-variables.ts';
import { bodyVariables } from './body-variables.ts';
import { connectionVariables } from './connection-variables.ts';
import { requestVariables } from './request-variables.ts';
import { responseVariables } from './response-variables.ts';
import { ruleStateVariables } from './rule-state-variables.ts';
import { timeVariables } from './time-variables.ts';

const groups = {
  ...connectionVariables,
  ...requestVariables,
  ...argumentVariables,
  ...bodyVariables,
  ...responseVariables,
  ...ruleStateVariables,
  ...timeVariables,
} as const;

/** All variables of the language by upper-case name. */
export const variables: ReadonlyMap<string, VariableDefinition> = new Map(Object.entries(groups));

export const persistentCollections: ReadonlySet<string> = new Set([
  'IP',
  'GLOBAL',
  'SESSION',
  'USER',
  'RESOURCE',
]);
