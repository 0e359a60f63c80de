import type { CustomRule } from '../groups/custom-rules.ts';
import { sameValue } from '../model/list-entries.ts';
import type { ExampleRequest } from './example-request.ts';
import { RequestFinder } from './find-request.ts';
import { WorkBudget } from './work-budget.ts';

const STEPS = 5_000_000;
const MAX_EXAMPLES = 20;

/** What custom rules make of a request; `none`: no rule decides. */
export interface RuleOutcome {
  action: Exclude<CustomRule['action'], 'log'> | 'none';
  skip: CustomRule['skip'];
  /** The rule that decides; null where none does. */
  rule: { id: string; name: string } | null;
}

export interface DecisionChange {
  request: ExampleRequest;
  before: RuleOutcome;
  after: RuleOutcome;
}

export interface RuleDifference {
  /** One example for each pair of rules, or of a rule and none, whose requests are decided otherwise. */
  changes: DecisionChange[];
  /** False: there may be others, beyond the bounds. */
  complete: boolean;
}

/** Examples of requests that custom rules decide otherwise in another version. */
export function ruleDifference(
  before: readonly CustomRule[],
  after: readonly CustomRule[],
  host = 'site.example',
): RuleDifference {
  const [old, current] = [decidingOf(before), decidingOf(after)];
  const difference: RuleDifference = { changes: [], complete: true };
  if (old.length === current.length && old.every((rule, at) => decidesAs(rule, current[at]!)))
    return difference;
  const work = new WorkBudget(STEPS);
  const finder = new RequestFinder(work, host);
  for (const [now, at] of scenarios(current))
    for (const [then, was] of scenarios(old)) {
      if (sameOutcome(outcomeOf(then), outcomeOf(now))) continue;
      const holding = [now, then].filter((rule) => rule !== null);
      const failing = [...current.slice(0, at), ...old.slice(0, was)];
      if (holding.some((rule) => failing.some((other) => decidesAs(rule, other)))) continue;
      if (difference.changes.length >= MAX_EXAMPLES || work.isSpent)
        return { ...difference, complete: false };
      const found = finder.find({ holding, failing });
      if (found.answer === 'unknown') difference.complete = false;
      if (found.answer === 'found')
        difference.changes.push({ request: found.request, before: outcomeOf(then), after: outcomeOf(now) });
    }
  return difference;
}

const decidingOf = (rules: readonly CustomRule[]): CustomRule[] =>
  rules.filter(({ enabled, action }) => enabled && action !== 'log');

/** Each rule with its place, and that none decides. */
const scenarios = (rules: readonly CustomRule[]): (readonly [CustomRule | null, number])[] => [
  ...rules.map((rule, at) => [rule, at] as const),
  [null, rules.length],
];

/** Whether they hold for the same requests for certain; names do not matter. */
function decidesAs(a: CustomRule, b: CustomRule): boolean {
  return (
    a.action === b.action &&
    sameValue(a.skip, b.skip) &&
    sameValue(a.conditions, b.conditions) &&
    sameValue(a.alternatives ?? [], b.alternatives ?? [])
  );
}

function outcomeOf(rule: CustomRule | null): RuleOutcome {
  if (rule === null || rule.action === 'log') return { action: 'none', skip: [], rule: null };
  const { id, name, action, skip } = rule;
  return { action, skip: [...skip].sort(), rule: { id, name } };
}

const sameOutcome = (a: RuleOutcome, b: RuleOutcome): boolean =>
  a.action === b.action && sameValue(a.skip, b.skip);
