import type { ValueSteps } from '@palisade/regex';
import type { RuleMatch } from '@palisade/waf-engine';
import { allHold, type BoundedCondition } from '../../request/conditions/bounded-conditions.ts';
import type { RequestValues } from '../../request/conditions/request-values.ts';
import type { CustomRule, CustomRules } from './custom-rules.ts';

export interface HeldRule {
  readonly rule: CustomRule;
  /** All conditions of it hold; null: that is not known, and it is taken to hold. */
  readonly group: readonly BoundedCondition[] | null;
}

export interface CustomDecision {
  /** The first rule that holds and ends the search; null: none does. */
  readonly decided: HeldRule | null;
  /** Those before it behind which the search goes on. */
  readonly noted: readonly HeldRule[];
}

/** What the caller has a say in. */
interface Exceptions {
  /** Whether a rule of which that is not known is taken to hold. */
  takenToHold?(rule: CustomRule): boolean;
  /** Whether a rule that holds has nothing left to do: the search goes on as if it did not hold. */
  isDone?(rule: CustomRule): boolean;
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

/** Null: it is not known whether one does; undefined: none does. */
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

/** Rules that are recorded with one request at most. */
const MAX_RECORDED = 8;

/** What the log says about a request for which rules held, the one that decided first. */
export interface CustomRecord {
  /** Of the first of them. */
  readonly name: string;
  readonly matches: readonly RuleMatch[];
}

/** To be asked for before rules change what their conditions look at, such as lists. */
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

/** A rule that puts clients on a list names it by its id. */
const withListName = ({ does, words }: CustomRule, request: RequestValues): string =>
  does.kind === 'add_to_list'
    ? words.replace(does.listId, () => request.listName(does.listId) ?? does.listId)
    : words;

const TAKEN_TO_HOLD =
  'It was taken to hold, since the body is longer than what is looked at, or not readable';

/** Custom rules have no number; their tags say which one it is and what it does. */
function matchOf({ rule, group }: HeldRule, request: RequestValues, steps: ValueSteps): RuleMatch {
  const conditions = (group ?? []).map(({ condition }) => condition);
  // What is there says more than what is not.
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
