import { ONGOING_ACTIONS } from '../groups/custom-rule-actions.ts';
import type { CustomRuleCondition } from '../groups/custom-rule-conditions.ts';
import { type CustomRule, groupsOf } from '../groups/custom-rules.ts';
import { RequestFinder } from './find-request.ts';
import { WorkBudget } from './work-budget.ts';

const STEPS = 2_000_000;
/** Browsers give up after some twenty; who writes longer ones by mistake has a shorter one among them. */
const MAX_CIRCLE = 6;

const BY_QUERY: ReadonlySet<CustomRuleCondition['field']> = new Set(['query', 'query_parameter']);
const is = (field: 'path' | 'method', value: string): CustomRuleCondition => ({
  field,
  name: '',
  operator: 'equals',
  negate: false,
  values: [value],
});
const ruleOf = (groups: readonly CustomRuleCondition[][], id: string): CustomRule => ({
  id,
  name: id,
  enabled: true,
  action: 'block',
  skip: [],
  conditions: groups[0] ?? [],
  alternatives: groups.slice(1),
});

/**
 * Rules that redirect a visitor from one to the next and back, in their order; null where none are found. Only what is
 * certain: rules that ask for the query, which changes on the way, and addresses of other hosts are not followed.
 */
export function redirectCircle(rules: readonly CustomRule[]): CustomRule[] | null {
  const deciding = rules.filter(({ enabled, action }) => enabled && !ONGOING_ACTIONS.has(action));
  const redirects = deciding.filter(({ redirect }) => redirect?.to.startsWith('/'));
  if (redirects.length < 2) return null;
  const work = new WorkBudget(STEPS);
  return new CircleSearch(deciding, redirects, work).first();
}

class CircleSearch {
  private readonly deciding: readonly CustomRule[];
  private readonly redirects: readonly CustomRule[];
  private readonly work: WorkBudget;
  private readonly finder: RequestFinder;
  private readonly atPath = new Map<string, CustomRule | null>();

  constructor(deciding: readonly CustomRule[], redirects: readonly CustomRule[], work: WorkBudget) {
    this.deciding = deciding;
    this.redirects = redirects;
    this.work = work;
    this.finder = new RequestFinder(work, 'site.example');
  }

  first(): CustomRule[] | null {
    for (const start of this.redirects) {
      const circle = this.from([start]);
      if (circle !== null) return circle;
    }
    return null;
  }

  /** A way that comes back to where it began; each step is one that the same visitor can take. */
  private from(way: readonly CustomRule[]): CustomRule[] | null {
    if (this.work.isSpent) return null;
    const [start, last] = [way[0]!, way.at(-1)!];
    if (way.length > 1 && this.canTake([...way.slice(1), start], way)) return [...way];
    if (way.length >= MAX_CIRCLE) return null;
    for (const next of this.redirects) {
      if (next === last || way.includes(next) || this.held(next, last) === null) continue;
      if (!this.canTake([...way.slice(1), next], way)) continue;
      const circle = this.from([...way, next]);
      if (circle !== null) return circle;
    }
    return null;
  }

  /** Whether one visitor is redirected by each of these where the one beside it in `from` leads. */
  private canTake(steps: readonly CustomRule[], from: readonly CustomRule[]): boolean {
    const holding: CustomRule[] = [ruleOf([[is('method', 'GET')]], 'method')];
    const failing: CustomRule[] = [];
    for (const [at, rule] of steps.entries()) {
      const held = this.held(rule, from[at]!);
      if (held === null) return false;
      if (held.conditions.length > 0) holding.push(held);
      for (const other of this.deciding.slice(0, this.deciding.indexOf(rule))) {
        const earlier = this.held(other, from[at]!);
        if (earlier === null) continue;
        if (earlier.conditions.length === 0) return false;
        failing.push(earlier);
      }
    }
    return this.finder.find({ holding, failing }).answer === 'found';
  }

  /** What is left of a rule's conditions where a redirect leads; null: they do not hold there, or hang on the query. */
  private held(rule: CustomRule, from: CustomRule): CustomRule | null {
    const path = from.redirect!.to.split(/[?#]/, 1)[0]!;
    const key = `${rule.id} ${path}`;
    const known = this.atPath.get(key);
    if (known !== undefined) return known;
    const groups = groupsOf(rule)
      .filter((group) => !group.some(({ field }) => BY_QUERY.has(field)))
      .filter((group) =>
        group.every((condition) => condition.field !== 'path' || this.holdsAt(condition, path)),
      )
      .map((group) => group.filter(({ field }) => field !== 'path'));
    const always = groups.some((group) => group.length === 0);
    const held = groups.length === 0 ? null : ruleOf(always ? [[]] : groups, key);
    this.atPath.set(key, held);
    return held;
  }

  private holdsAt(condition: CustomRuleCondition, path: string): boolean {
    return (
      this.finder.find({ holding: [ruleOf([[condition, is('path', path)]], 'at')], failing: [] }).answer ===
      'found'
    );
  }
}
