import { requestLogV1 } from '@palisade/contracts';
import type { Threat } from './threats.rules.ts';

const { EdgeAction } = requestLogV1;

interface ActionMeaning {
  /** Name in the API. */
  name: string;
  /** Whether the visitor did not get what they requested. */
  blocked: boolean;
  /** The threat class that the action alone implies; `byRule`: the matched rule decides. */
  threat: Threat | 'byRule';
}

export const ACTIONS = {
  [EdgeAction.UNSPECIFIED]: { name: 'allow', blocked: false, threat: 'safe' },
  [EdgeAction.ALLOW]: { name: 'allow', blocked: false, threat: 'safe' },
  [EdgeAction.BLOCK]: { name: 'block', blocked: true, threat: 'byRule' },
  [EdgeAction.REJECT]: { name: 'reject', blocked: true, threat: 'securityRule' },
  [EdgeAction.CHALLENGE]: { name: 'challenge', blocked: true, threat: 'badBot' },
  [EdgeAction.RATE_LIMIT]: { name: 'rate_limit', blocked: true, threat: 'rateLimiting' },
  [EdgeAction.BAN]: { name: 'ban', blocked: true, threat: 'rateLimiting' },
  [EdgeAction.GEO]: { name: 'geo', blocked: true, threat: 'securityRule' },
  [EdgeAction.IP_LIST]: { name: 'ip_list', blocked: true, threat: 'securityRule' },
  [EdgeAction.BOT]: { name: 'bot', blocked: true, threat: 'badBot' },
  [EdgeAction.LOG_ONLY]: { name: 'log_only', blocked: false, threat: 'byRule' },
  [EdgeAction.DDOS]: { name: 'ddos', blocked: true, threat: 'rateLimiting' },
  [EdgeAction.CUSTOM_RULE]: { name: 'custom_rule', blocked: true, threat: 'securityRule' },
} as const satisfies Record<requestLogV1.EdgeAction, ActionMeaning>;

/** An action that this version does not know is treated as a refusal. */
const UNKNOWN: ActionMeaning = { name: 'block', blocked: true, threat: 'byRule' };

export function actionOf(action: number): ActionMeaning {
  return (ACTIONS as Record<number, ActionMeaning>)[action] ?? UNKNOWN;
}

/** Codes of the edge's actions by their names in entries. */
export const actionCodes = new Map<string, number[]>();
for (const [code, { name }] of Object.entries(ACTIONS))
  actionCodes.set(name, [...(actionCodes.get(name) ?? []), Number(code)]);
