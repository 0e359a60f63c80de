import type { ValueSteps } from '@palisade/regex';
import type { RuleMatch } from '@palisade/waf-engine';
import { allHold } from '../../request/conditions/bounded-conditions.ts';
import type { RequestValues } from '../../request/conditions/request-values.ts';
import type { CustomRule, CustomRules } from './custom-rules.ts';

export interface CustomDecision {
  /** The first rule that holds and ends the search; null: none does. */
  readonly decided: CustomRule | null;
  /** Those before it behind which the search goes on. */
  readonly noted: readonly CustomRule[];
}

/**
 * Asks the rules in their order. Null: none of them holds. A condition that is not known when its part of the steps is
 * spent does not hold, negated or not; `onUndecided` is told of its rule.
 */
export function decide(
  { rules }: Pick<CustomRules, 'rules'>,
  request: RequestValues,
  steps: ValueSteps,
  onUndecided: (rule: CustomRule) => void,
): CustomDecision | null {
  let noted: CustomRule[] | null = null;
  for (const rule of rules) {
    if (!holds(rule, request, steps, onUndecided)) continue;
    if (!rule.isOngoing) return { decided: rule, noted: noted ?? [] };
    noted ??= [];
    noted.push(rule);
  }
  return noted && { decided: null, noted };
}

function holds(
  rule: CustomRule,
  request: RequestValues,
  steps: ValueSteps,
  onUndecided: (rule: CustomRule) => void,
): boolean {
  let isUndecided = false;
  for (const group of rule.groups) {
    const answer = allHold(group, request, steps);
    if (answer === true) return true;
    if (answer === null) isUndecided = true;
  }
  if (isUndecided) onUndecided(rule);
  return false;
}

/** Rules that are recorded with one request at most. */
const MAX_RECORDED = 8;

/** What the log says about a request for which rules held, the one that decided first. */
export interface CustomRecord {
  /** Of the first of them. */
  readonly name: string;
  readonly matches: readonly RuleMatch[];
}

export function recordOf(
  rules: readonly CustomRule[],
  request: RequestValues,
  steps: ValueSteps,
): CustomRecord | null {
  const [first] = rules;
  if (first === undefined) return null;
  return {
    name: first.name,
    matches: rules.slice(0, MAX_RECORDED).map((rule) => matchOf(rule, request, steps)),
  };
}

/** A rule that puts clients on a list names it by its id. */
const withListName = ({ does, words }: CustomRule, request: RequestValues): string =>
  does.kind === 'add_to_list'
    ? words.replace(does.listId, () => request.listName(does.listId) ?? does.listId)
    : words;

/** Custom rules have no number; their tags say which one it is and what it does. */
function matchOf(rule: CustomRule, request: RequestValues, steps: ValueSteps): RuleMatch {
  // What has been decided within bounds is found again in as many steps.
  const group = rule.groups.find((one) =>
    one.every(({ condition }) => condition.holds(request, steps, Number.POSITIVE_INFINITY)),
  );
  const conditions = (group ?? rule.groups[0]!).map(({ condition }) => condition);
  // What is there says more than what is not.
  const telling = [...conditions].sort((a, b) => Number(a.negated) - Number(b.negated));
  return {
    ruleId: 0,
    phase: 1,
    message: rule.name,
    data: withListName(rule, request),
    severity: null,
    tags: [rule.reason, `custom-action/${rule.action}`],
    logged: true,
    targets: telling.map((condition) => condition.evidence(request, steps)),
    score: 0,
  };
}
