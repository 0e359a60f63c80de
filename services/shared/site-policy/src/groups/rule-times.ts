import type * as z from 'zod/mini';
import { refuse } from '../model/refuse.ts';
import type { CustomRuleAction } from './custom-rule-actions.ts';
import { BODY_FIELDS, type ConditionField } from './custom-rule-conditions.ts';
import type { RuleWithConditions } from './listed-conditions.ts';

/**
 * When a rule is asked: by the head of a request before its other checks, behind the managed rules, or when the request
 * has ended.
 */
export type RuleTime = 'head' | 'late' | 'end';

/** They do nothing to the request itself, so that it can have ended. */
const NOTING_ACTIONS: ReadonlySet<CustomRuleAction> = new Set(['log', 'add_to_list']);

/** @param fields that it asks for in any group */
export function ruleTime(action: CustomRuleAction, fields: ReadonlySet<ConditionField>): RuleTime {
  if (fields.has('answer_status')) return 'end';
  for (const field of BODY_FIELDS) if (fields.has(field)) return 'late';
  if (!fields.has('attack_score')) return 'head';
  // Requests that the managed rules refuse count as well.
  return NOTING_ACTIONS.has(action) ? 'end' : 'late';
}

type TimedRule = RuleWithConditions & { readonly action: CustomRuleAction };

const fieldsOf = ({ conditions, alternatives = [] }: RuleWithConditions): ReadonlySet<ConditionField> =>
  new Set([conditions, ...alternatives].flat().map(({ field }) => field));

export const timeOf = (rule: TimedRule): RuleTime => ruleTime(rule.action, fieldsOf(rule));

/** Whether it names a field of the body, in any group. */
export const asksBody = (rule: RuleWithConditions): boolean =>
  [...fieldsOf(rule)].some((field) => BODY_FIELDS.has(field));

export const SKIP_TOO_LATE =
  'What this rule asks for is known when the checks are over: such a rule cannot skip them';
export const ANSWER_TOO_LATE = 'When the answer is there a rule can only log, or add to a list';
export const BODY_GONE = 'What was in a body is not known any more when the answer is there';

/** Why a rule would be evaluated too late for its action or its conditions. */
export function timeProblem(rule: TimedRule): { message: string; path: (string | number)[] } | null {
  const time = timeOf(rule);
  if (rule.action === 'skip' && time !== 'head') return { message: SKIP_TOO_LATE, path: ['action'] };
  if (time !== 'end') return null;
  if (!NOTING_ACTIONS.has(rule.action)) return { message: ANSWER_TOO_LATE, path: ['action'] };
  const groups = [rule.conditions, ...(rule.alternatives ?? [])];
  for (const [at, group] of groups.entries()) {
    const index = group.findIndex(({ field }) => BODY_FIELDS.has(field));
    if (index < 0) continue;
    const of = at === 0 ? ['conditions'] : ['alternatives', at - 1];
    return { message: BODY_GONE, path: [...of, index, 'field'] };
  }
  return null;
}

export function refuseTooLate(context: z.core.ParsePayload<TimedRule>): void {
  const problem = timeProblem(context.value);
  if (problem !== null) refuse(context, problem.message, problem.path);
}
