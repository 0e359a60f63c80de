import type { ValueSteps } from '@palisade/regex';
import type { RuleMatch } from '@palisade/waf-engine';
import { allHold, type BoundedCondition } from '../../request/conditions/bounded-conditions.ts';
import type { RequestValues } from '../../request/conditions/request-values.ts';
import type { CustomRule, CustomRules } from './custom-rules.ts';

export interface HeldRule {
  readonly rule: CustomRule;
  /** A group whose conditions all hold; null: undecided, and counted as matching. */
  readonly group: readonly BoundedCondition[] | null;
}

export interface CustomDecision {
  /** The first matching rule that ends the search; null: none. */
  readonly decided: HeldRule | null;
  /** Matching rules before it that do not end the search. */
  readonly noted: readonly HeldRule[];
}

/** Decisions of the caller. */
interface Exceptions {
  /** Whether an undecided rule counts as matching. */
  takenToHold?(rule: CustomRule): boolean;
  /** Whether a matching rule has nothing left to do, so that the search goes on as if it did not match. */
  isDone?(rule: CustomRule): boolean;
}

/**
 * Evaluates the rules in order. Null: none matches. A condition that is undecided when its share of the steps is used
 * up does not hold, negated or not; `onUndecided` receives its rule.
 */
export function decide(
  { rules }: Pick<CustomRules, 'rules'>,
  request: RequestValues,
  steps: ValueSteps,
  onUndecided: (rule: CustomRule) => void,
  { takenToHold, isDone }: Exceptions = {},
): CustomDecision | null {
  let noted: HeldRule[] | null = null;
  for (const rule of rules) {
    const group = groupThatHolds(rule, request, steps);
    if (group === undefined) continue;
    if (group === null) {
      onUndecided(rule);
      if (takenToHold?.(rule) !== true) continue;
    }
    if (isDone?.(rule) === true) continue;
    if (!rule.isOngoing) return { decided: { rule, group }, noted: noted ?? [] };
    noted ??= [];
    noted.push({ rule, group });
  }
  return noted && { decided: null, noted };
}

/** Null: undecided; undefined: no group holds. */
function groupThatHolds(
  { groups }: CustomRule,
  request: RequestValues,
  steps: ValueSteps,
): readonly BoundedCondition[] | null | undefined {
  let isUndecided = false;
  for (const group of groups) {
    const answer = allHold(group, request, steps);
    if (answer === true) return group;
    if (answer === null) isUndecided = true;
  }
  return isUndecided ? null : undefined;
}

/** Maximum number of rules in one request's record. */
const MAX_RECORDED = 8;

/** Log record of the matching rules, the deciding one first. */
export interface CustomRecord {
  /** Name of the first rule. */
  readonly name: string;
  readonly matches: readonly RuleMatch[];
}

/** To be called before actions change what the conditions depend on, such as lists. */
export function recordOf(
  held: readonly HeldRule[],
  request: RequestValues,
  steps: ValueSteps,
): CustomRecord | null {
  const [first] = held;
  if (first === undefined) return null;
  return {
    name: first.rule.name,
    matches: held.slice(0, MAX_RECORDED).map((one) => matchOf(one, request, steps)),
  };
}

/** Replaces the list's id by its name in what the rule does. */
const withListName = ({ does, words }: CustomRule, request: RequestValues): string =>
  does.kind === 'add_to_list'
    ? words.replace(does.listId, () => request.listName(does.listId) ?? does.listId)
    : words;

const TAKEN_TO_HOLD =
  'It was taken to hold, since the body is longer than what is looked at, or not readable';

/** Custom rules have no number; their tags say which rule it is and what it does. */
function matchOf({ rule, group }: HeldRule, request: RequestValues, steps: ValueSteps): RuleMatch {
  const conditions = (group ?? []).map(({ condition }) => condition);
  // A present value explains more than an absent one.
  const telling = [...conditions].sort((a, b) => Number(a.negated) - Number(b.negated));
  return {
    ruleId: 0,
    phase: 1,
    message: rule.name,
    data: group === null ? TAKEN_TO_HOLD : withListName(rule, request),
    severity: null,
    tags: [rule.reason, `custom-action/${rule.action}`],
    logged: true,
    targets: telling.map((condition) => condition.evidence(request, steps)),
    score: 0,
  };
}
