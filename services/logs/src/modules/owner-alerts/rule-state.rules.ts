/**
 * State of a rule. A change in either direction must last as long as the rule requires:
 *
 *   ok → pending → firing → clearing → ok
 */
export const RULE_STATES = ['ok', 'pending', 'firing', 'clearing'] as const;
export type RuleState = (typeof RULE_STATES)[number];

export interface RuleMoment {
  state: RuleState;
  /** Since when, in milliseconds since 1970. */
  sinceMs: number;
}

export interface Step extends RuleMoment {
  /** The transition of this step, if any. */
  event: 'fired' | 'resolved' | null;
}

const STARTING = { ok: 'pending', pending: 'pending', firing: 'firing', clearing: 'firing' } as const;
const ENDING = { ok: 'ok', pending: 'ok', firing: 'clearing', clearing: 'clearing' } as const;

/** @param holds whether the condition holds now */
export function step(before: RuleMoment, holds: boolean, nowMs: number, holdMs: number): Step {
  const next = (holds ? STARTING : ENDING)[before.state];
  const sinceMs = next === before.state ? before.sinceMs : nowMs;
  const lasted = nowMs - sinceMs >= holdMs;
  if (next === 'pending' && lasted) return { state: 'firing', sinceMs: nowMs, event: 'fired' };
  if (next === 'clearing' && lasted) return { state: 'ok', sinceMs: nowMs, event: 'resolved' };
  return { state: next, sinceMs, event: null };
}
