/**
 * Where a rule is between quiet and alert. What begins has to last for as long as the rule asks, and so has what ends:
 *
 *   ok → pending → firing → clearing → ok
 */
export const RULE_STATES = ['ok', 'pending', 'firing', 'clearing'] as const;
export type RuleState = (typeof RULE_STATES)[number];

export interface RuleMoment {
  state: RuleState;
  /** Since when, milliseconds of 1970. */
  sinceMs: number;
}

export interface Step extends RuleMoment {
  /** What happened in this step, if anything. */
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
