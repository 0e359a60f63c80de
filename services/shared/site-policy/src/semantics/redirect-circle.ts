import { ONGOING_ACTIONS } from '../groups/custom-rule-actions.ts';
import type { CustomRuleCondition } from '../groups/custom-rule-conditions.ts';
import { type CustomRule, groupsOf } from '../groups/custom-rules.ts';
import { RequestFinder } from './find-request.ts';
import { WorkBudget } from './work-budget.ts';

/** Some tens of milliseconds: it is asked within a save. What is not found by then is let be. */
const STEPS = 300_000;
/** Looking at a rule, or at a condition of it. */
const LOOK_STEPS = 10;
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

/** Such a path is read the same way by every server. */
const PLAIN_PATH = /^(?:\/[\w-]+)+$/;
/** What need not be looked for. */
const LITERALS: Partial<Record<CustomRuleCondition['operator'], (path: string, value: string) => boolean>> = {
  equals: (path, value) => path === value,
  starts_with: (path, value) => path.startsWith(value),
  ends_with: (path, value) => path.endsWith(value),
  contains: (path, value) => path.includes(value),
};
const GET = ruleOf([[is('method', 'GET')]], 'method');

/**
 * Rules that redirect a visitor from one to the next and back, in their order; null where none are found. Only what is
 * certain: rules that ask for the query, which changes on the way, and addresses of other hosts are not followed, nor
 * those of the site's own where any rule asks for the host or the scheme, which they may change.
 *
 * @param hosts of the site
 */
export function redirectCircle(
  rules: readonly CustomRule[],
  hosts: readonly string[] = [],
  work: WorkBudget = new WorkBudget(STEPS),
): CustomRule[] | null {
  const deciding = rules.filter(({ enabled, action }) => enabled && !ONGOING_ACTIONS.has(action));
  const asksPlace = deciding.some((rule) =>
    groupsOf(rule)
      .flat()
      .some(({ field }) => BY_PLACE.has(field)),
  );
  const written = new Map(
    deciding.map((rule) => [asksPlace ? rule : withoutOwnHost(rule, new Set(hosts)), rule]),
  );
  const followed = [...written.keys()];
  if (followed.filter(leadsOn).length < 2) return null;
  return new CircleSearch(followed, work).first()?.map((rule) => written.get(rule)!) ?? null;
}

const BY_PLACE: ReadonlySet<CustomRuleCondition['field']> = new Set(['host', 'scheme']);
const USUAL_PORTS: ReadonlySet<string> = new Set(['', '80', '443']);

/** The same with the path alone, where its redirect leads to one of these hosts. */
function withoutOwnHost(rule: CustomRule, hosts: ReadonlySet<string>): CustomRule {
  const { redirect } = rule;
  const address = redirect === undefined ? null : URL.parse(redirect.to);
  if (redirect === undefined || address === null) return rule;
  const isOwn = hosts.has(address.hostname) && USUAL_PORTS.has(address.port);
  if (!isOwn || !/^https?:$/.test(address.protocol)) return rule;
  return { ...rule, redirect: { ...redirect, to: `${address.pathname}${address.search}` } };
}

const leadsOn = ({ redirect }: CustomRule): boolean => redirect?.to.startsWith('/') === true;

/** A rule that may decide where a redirect leads. */
interface Arrival {
  readonly rule: CustomRule;
  /** The remaining conditions there; null: it decides in any case. */
  readonly left: CustomRule | null;
}

/** Rules that follow on each other, and what a visitor must be like to be led by each. */
interface Way {
  readonly rules: readonly CustomRule[];
  readonly holding: readonly CustomRule[];
  readonly failing: readonly CustomRule[];
}

class CircleSearch {
  private readonly deciding: readonly CustomRule[];
  private readonly work: WorkBudget;
  private readonly finder: RequestFinder;
  private readonly rules: RulesByPath;
  private readonly known = new Map<string, readonly Arrival[]>();

  constructor(deciding: readonly CustomRule[], work: WorkBudget) {
    this.deciding = deciding;
    this.work = work;
    this.finder = new RequestFinder(work, 'site.example');
    this.rules = new RulesByPath(deciding);
  }

  /** Short ones first: they are the usual ones, and many rules give no time for all long ones. */
  first(): CustomRule[] | null {
    const starts = this.deciding.filter(leadsOn);
    for (let length = 2; length <= MAX_CIRCLE; length++)
      for (const start of starts) {
        const circle = this.from({ rules: [start], holding: [GET], failing: [] }, length);
        if (circle !== null) return circle;
        if (this.work.isSpent) return null;
      }
    return null;
  }

  /** A way of that length which comes back to where it began; each step is one that the same visitor can take. */
  private from(way: Way, length: number): CustomRule[] | null {
    const isWhole = way.rules.length === length;
    const before: CustomRule[] = [];
    for (const { rule, left } of this.arrivalsAt(way.rules.at(-1)!)) {
      if (this.work.isSpent) return null;
      this.work.spend(LOOK_STEPS);
      if (isWhole ? rule === way.rules[0] : leadsOn(rule) && !way.rules.includes(rule)) {
        const next = {
          rules: [...way.rules, rule],
          holding: left === null ? way.holding : [...way.holding, left],
          failing: [...way.failing, ...before],
        };
        if (this.finder.find(next).answer === 'found') {
          const circle = isWhole ? [...way.rules] : this.from(next, length);
          if (circle !== null) return circle;
        }
      }
      if (left === null) return null;
      before.push(left);
    }
    return null;
  }

  /** In their order; those behind one that decides in any case are not asked. */
  private arrivalsAt(from: CustomRule): readonly Arrival[] {
    const path = from.redirect!.to.split(/[?#]/, 1)[0]!;
    const known = this.known.get(path);
    if (known !== undefined) return known;
    const arrivals: Arrival[] = [];
    for (const rule of this.rules.maybeAt(path)) {
      if (this.work.isSpent) break;
      const groups = this.groupsAt(rule, path);
      if (groups.length === 0) continue;
      const always = groups.some((group) => group.length === 0);
      arrivals.push({ rule, left: always ? null : ruleOf(groups, `${rule.id} ${path}`) });
      if (always) break;
    }
    this.known.set(path, arrivals);
    return arrivals;
  }

  /** The remaining groups that can hold at a path; without those that depend on the query. */
  private groupsAt(rule: CustomRule, path: string): CustomRuleCondition[][] {
    const conditions = groupsOf(rule).flat();
    this.work.spend(conditions.reduce((sum, { values }) => sum + LOOK_STEPS + values.length, LOOK_STEPS));
    return groupsOf(rule)
      .filter((group) => !group.some(({ field }) => BY_QUERY.has(field)))
      .filter((group) =>
        group.every((condition) => condition.field !== 'path' || this.holdsAt(condition, path)),
      )
      .map((group) => group.filter(({ field }) => field !== 'path'));
  }

  private holdsAt(condition: CustomRuleCondition, path: string): boolean {
    const { operator, negate } = condition;
    const fits = negate ? undefined : LITERALS[operator];
    if (fits !== undefined) {
      // However the edge compares.
      const text = path.toLowerCase();
      if (!condition.values.some((value) => fits(text, value.toLowerCase()))) return false;
      if (PLAIN_PATH.test(path) && condition.values.some((value) => fits(path, value))) return true;
    }
    const there = ruleOf([[condition, is('path', path)]], 'at');
    return this.finder.find({ holding: [there], failing: [] }).answer === 'found';
  }
}

/** Most redirects match one path each: only those matching a redirect's target need to be examined. */
class RulesByPath {
  private readonly places = new Map<CustomRule, number>();
  private readonly byPath = new Map<string, CustomRule[]>();
  private readonly others: CustomRule[] = [];

  constructor(rules: readonly CustomRule[]) {
    for (const [place, rule] of rules.entries()) {
      this.places.set(rule, place);
      const paths = onlyPaths(rule);
      if (paths === null) this.others.push(rule);
      else
        for (const path of paths) {
          const known = this.byPath.get(path);
          if (known === undefined) this.byPath.set(path, [rule]);
          else known.push(rule);
        }
    }
  }

  /** Rules that may hold at a path, in order. */
  maybeAt(path: string): readonly CustomRule[] {
    const own = this.byPath.get(path.toLowerCase());
    if (own === undefined) return this.others;
    return [...own, ...this.others].sort((a, b) => this.places.get(a)! - this.places.get(b)!);
  }
}

/** Outside of these, in lower case, it does not hold; null: it may hold anywhere. */
function onlyPaths(rule: CustomRule): Set<string> | null {
  const paths = new Set<string>();
  for (const group of groupsOf(rule)) {
    const one = group.find(
      ({ field, operator, negate }) => field === 'path' && operator === 'equals' && !negate,
    );
    if (one === undefined) return null;
    for (const value of one.values) paths.add(value.toLowerCase());
  }
  return paths;
}
