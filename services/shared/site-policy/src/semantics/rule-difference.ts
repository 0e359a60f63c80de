import { ONGOING_ACTIONS, PART_NAMES } from '../groups/custom-rule-actions.ts';
import { BODY_FIELDS } from '../groups/custom-rule-conditions.ts';
import { type CustomRule, groupsOf } from '../groups/custom-rules.ts';
import type { Redirect } from '../groups/redirects.ts';
import { type RuleTime, timeOf } from '../groups/rule-times.ts';
import { sameValue } from '../model/list-entries.ts';
import type { RuleActionParts } from '../words/custom-rule-words.ts';
import type { ExampleRequest } from './example-request.ts';
import { type Found, RequestFinder } from './find-request.ts';
import { isPath, plainEnd, RedirectEnds } from './redirect-ends.ts';
import { WorkBudget } from './work-budget.ts';

const STEPS = 5_000_000;
const MAX_EXAMPLES = 20;

/** The outcome of custom rules for a request; `none`: no rule decides, or changes it. */
export interface RuleOutcome extends Omit<RuleActionParts, 'action'> {
  action: Exclude<CustomRule['action'], 'log'> | 'none';
  /** The rule that does it; null where none does. */
  rule: { id: string; name: string } | null;
}

export interface DecisionChange {
  request: ExampleRequest;
  before: RuleOutcome;
  after: RuleOutcome;
}

export interface RuleDifference {
  /** One example for each pair of rules, or of a rule and none, whose requests are decided or changed otherwise. */
  changes: DecisionChange[];
  /** False: there may be others, beyond the bounds. */
  complete: boolean;
}

export interface ComparedSite {
  /** That examples name where rules leave it open. */
  host?: string;
  /** The site's tables before and after: redirects of rules lead on by them. */
  redirects?: readonly [before: readonly Redirect[], after: readonly Redirect[]];
}

/** Examples of requests that custom rules decide otherwise in another version. */
export function ruleDifference(
  before: readonly CustomRule[],
  after: readonly CustomRule[],
  { host = 'site.example', redirects = [[], []] }: ComparedSite = {},
): RuleDifference {
  const isRedirected = [...before, ...after].some(
    ({ enabled, redirect }) => enabled && redirect !== undefined,
  );
  // The same redirect may end elsewhere.
  const difference: RuleDifference = {
    changes: [],
    complete: !isRedirected || sameValue(redirects[0], redirects[1]),
  };
  const work = new WorkBudget(STEPS);
  const finder = new RequestFinder(work, host);
  const search: Search = { difference, work, finder, ends: new RedirectEnds(redirects) };
  const [old, current] = [of(before, 'head'), of(after, 'head')];
  compareDecisions(decidingOf(old), decidingOf(current), search);
  compareChanges(ongoingOf(old), ongoingOf(current), search);
  // Additions to lists at the end of a request are not compared: they depend on more than the request.
  if (!areSame(of(before, 'end'), of(after, 'end'))) difference.complete = false;
  return withLate(difference, of(before, 'late'), of(after, 'late'));
}

const of = (rules: readonly CustomRule[], time: RuleTime): CustomRule[] =>
  rules.filter((rule) => timeOf(rule) === time);

/**
 * Rules on bodies and attack scores are evaluated after all others, and examples have neither: their outcome is not
 * stated. Where such a rule may hold for any request, examples prove nothing either.
 */
function withLate(
  difference: RuleDifference,
  before: readonly CustomRule[],
  after: readonly CustomRule[],
): RuleDifference {
  if ([...before, ...after].some((rule) => rule.enabled && mayHoldForExamples(rule)))
    return { changes: [], complete: false };
  return areSame(before, after) ? difference : { ...difference, complete: false };
}

function areSame(before: readonly CustomRule[], after: readonly CustomRule[]): boolean {
  const [old, current] = [before, after].map((rules) => rules.filter(({ enabled }) => enabled));
  return old!.length === current!.length && old!.every((rule, at) => decidesAs(rule, current![at]!));
}

/** Without a body no condition on one holds; the score of an example is anybody's guess. */
const mayHoldForExamples = (rule: CustomRule): boolean =>
  groupsOf(rule).some((group) => group.every(({ field, negate }) => negate || !BODY_FIELDS.has(field)));

interface Search {
  readonly difference: RuleDifference;
  readonly work: WorkBudget;
  readonly finder: RequestFinder;
  readonly ends: RedirectEnds;
}

type Question = Parameters<RequestFinder['find']>[0];

/** False where no more can be looked for. */
function ask(
  search: Search,
  question: Question,
  before: CustomRule | null,
  after: CustomRule | null,
): boolean {
  const { difference, work } = search;
  if (difference.changes.length >= MAX_EXAMPLES || work.isSpent) {
    difference.complete = false;
    return false;
  }
  const found = decidedSo(question, search);
  if (found.answer === 'unknown') difference.complete = false;
  if (found.answer === 'found')
    difference.changes.push({ request: found.request, before: outcomeOf(before), after: outcomeOf(after) });
  return true;
}

/** A request that the ones decide and the others do not: not even where it is at the end of one's redirect. */
function decidedSo({ holding, failing }: Question, { finder, ends }: Search): Found {
  const narrow = (rules: readonly CustomRule[]) => rules.map((rule) => ends.elsewhere(rule));
  if ([...holding, ...failing].every(({ redirect }) => redirect === undefined))
    return finder.find({ holding, failing });
  // All that may be.
  const all = finder.find({ holding, failing: narrow(failing) });
  if (all.answer !== 'found') return all;
  // What is certain.
  const some = finder.find({ holding: narrow(holding), failing });
  if (some.answer === 'found') return some;
  for (const end of new Set(failing.map(plainEnd))) {
    if (end === null) continue;
    const others = failing.filter((rule) => plainEnd(rule) !== end);
    const found = finder.find({ holding: [...narrow(holding), atPath(end)], failing: others });
    // A query that something else asks for would be another place.
    if (found.answer === 'found' && found.request.target === end) return found;
  }
  return { answer: 'unknown' };
}

const atPath = (path: string): CustomRule => ({
  id: path,
  name: path,
  enabled: true,
  action: 'block',
  skip: [],
  conditions: [isPath([path])],
});

function compareDecisions(old: readonly CustomRule[], current: readonly CustomRule[], search: Search): void {
  if (old.length === current.length && old.every((rule, at) => decidesAs(rule, current[at]!))) return;
  for (const [now, at] of scenarios(current))
    for (const [then, was] of scenarios(old)) {
      if (sameOutcome(outcomeOf(then), outcomeOf(now))) continue;
      const holding = [now, then].filter((rule) => rule !== null);
      if (search.work.isSpent) {
        search.difference.complete = false;
        return;
      }
      const failing = [...current.slice(0, at), ...old.slice(0, was)];
      search.work.spend(holding.length * failing.length);
      if (holding.some((rule) => failing.some((other) => decidesAs(rule, other)))) continue;
      if (!ask(search, { holding, failing }, then, now)) return;
    }
}

function compareChanges(old: readonly Ongoing[], current: readonly Ongoing[], search: Search): void {
  if (inOtherOrder(old, current)) search.difference.complete = false;
  for (const [of, others, isNew] of [
    [current, old, true],
    [old, current, false],
  ] as const) {
    const reported = new Set<CustomRule>();
    for (const { rule, question } of newlyDone(of, others)) {
      if (reported.has(rule)) continue;
      if (question === null) {
        search.difference.complete = false;
        continue;
      }
      const before = search.difference.changes.length;
      if (!ask(search, question, isNew ? null : rule, isNew ? rule : null)) return;
      if (search.difference.changes.length > before) reported.add(rule);
    }
  }
}

const decidingOf = (rules: readonly CustomRule[]): CustomRule[] =>
  rules.filter(({ enabled, action }) => enabled && !ONGOING_ACTIONS.has(action));

/** Each rule with its place, and that none decides. */
const scenarios = (rules: readonly CustomRule[]): (readonly [CustomRule | null, number])[] => [
  ...rules.map((rule, at) => [rule, at] as const),
  [null, rules.length],
];

/** Whether they hold for the same requests for certain; names do not matter. */
const holdsAs = (a: CustomRule, b: CustomRule): boolean =>
  sameValue(a.conditions, b.conditions) && sameValue(a.alternatives ?? [], b.alternatives ?? []);

const decidesAs = (a: CustomRule, b: CustomRule): boolean => doesAs(a, b) && holdsAs(a, b);

function outcomeOf(rule: CustomRule | null): RuleOutcome {
  if (rule === null || rule.action === 'log') return { action: 'none', skip: [], rule: null };
  const { id, name, action, skip } = rule;
  const parts = Object.fromEntries(
    PART_NAMES.filter((part) => rule[part] !== undefined).map((part) => [part, rule[part]]),
  );
  return { action, skip: [...skip].sort(), ...parts, rule: { id, name } };
}

const sameOutcome = (a: RuleOutcome, b: RuleOutcome): boolean =>
  sameValue({ ...a, rule: null }, { ...b, rule: null });

/** Whether a request for which they hold is treated alike. */
const doesAs = (a: CustomRule, b: CustomRule): boolean => sameOutcome(outcomeOf(a), outcomeOf(b));

/** A rule that changes requests and decides about none, with those that decide before it is asked. */
interface Ongoing {
  readonly rule: CustomRule;
  readonly before: readonly CustomRule[];
}

const ongoingOf = (rules: readonly CustomRule[]): Ongoing[] =>
  rules.flatMap((rule, at) =>
    rule.enabled && rule.action !== 'log' && ONGOING_ACTIONS.has(rule.action)
      ? [{ rule, before: decidingOf(rules.slice(0, at)) }]
      : [],
  );

/** Examples of what a rule behind which the search goes on does, and none of the others does; null: there may be further ones. */
function* newlyDone(
  of: readonly Ongoing[],
  others: readonly Ongoing[],
): Generator<{ rule: CustomRule; question: Question | null }> {
  for (const { rule, before } of of) {
    const alike = others.filter((other) => doesAs(other.rule, rule));
    const same = alike.find(
      (other) =>
        holdsAs(other.rule, rule) &&
        other.before.length === before.length &&
        other.before.every((decides, at) => decidesAs(decides, before[at]!)),
    );
    if (same !== undefined) continue;
    yield {
      rule,
      question: { holding: [rule], failing: [...before, ...alike.map((other) => other.rule)] },
    };
    // Or the one that does the same is not asked any more, since another decides before it.
    if (alike.length === 1)
      for (const decides of alike[0]!.before)
        yield { rule, question: { holding: [rule, decides], failing: [...before] } };
    // Of several, each may be shadowed by another: that is not examined.
    else if (alike.some((other) => other.before.length > 0)) yield { rule, question: null };
  }
}

/** The order in which those of one kind that both have stand; it matters, as of paths the first is taken and of headers the last. */
function inOtherOrder(old: readonly Ongoing[], current: readonly Ongoing[]): boolean {
  const places = current
    .map(({ rule }) => old.findIndex((other) => decidesAs(other.rule, rule)))
    .filter((place) => place >= 0);
  return places.some((place, at) => at > 0 && place < places[at - 1]!);
}
