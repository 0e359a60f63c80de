// Whether there is a request for which some rules hold and others do not, and which:
//
//   rules ─▶ groups of constraints ─▶ one group of each that shall hold ─▶ one opposite in each group that shall not ─▶ example
//
// Each constraint is on one place of a request, and places are independent of each other, so that a request exists where every
// place has something that fits it.
import { type CustomRule, groupsOf } from '../groups/custom-rules.ts';
import { type Constraint, constraintOf, oppositeOf } from './constraints.ts';
import type { ExampleRequest } from './example-request.ts';
import { PartialRequest } from './partial-request.ts';
import { TextsSearch } from './texts-search.ts';
import type { WorkBudget } from './work-budget.ts';

export type Found =
  | { readonly answer: 'none' }
  /** Neither an example nor a proof of absence was found within the bounded work. */
  | { readonly answer: 'unknown' }
  | { readonly answer: 'found'; readonly request: ExampleRequest };

/** The same constraint is the same object, by which it is known again. */
interface ConstraintPair {
  readonly itself: Constraint;
  readonly opposite: Constraint;
}
type Group = readonly ConstraintPair[];

/** Cost of a query before the first text is searched for; and of one check of each group that must fail. */
const FIND_STEPS = 100;
const GROUP_STEPS = 10;
/** Cost of a regular expression: most compile in less than a millisecond. */
const PATTERN_STEPS = 20_000;

export class RequestFinder {
  private readonly search: TextsSearch;
  private readonly work: WorkBudget;
  private readonly host: string;
  private readonly pairs = new Map<string, ConstraintPair>();
  private readonly groups = new WeakMap<CustomRule, readonly Group[]>();

  /** @param host that examples name where rules leave it open */
  constructor(work: WorkBudget, host: string) {
    this.work = work;
    this.host = host;
    this.search = new TextsSearch(work);
  }

  get isSpent(): boolean {
    return this.work.isSpent;
  }

  find({ holding, failing }: { holding: readonly CustomRule[]; failing: readonly CustomRule[] }): Found {
    if (this.work.isSpent) return UNKNOWN;
    this.work.spend(FIND_STEPS + holding.length + failing.length);
    const wanted = holding.map((rule) => this.groupsIn(rule));
    const refused = failing.flatMap((rule) => this.groupsIn(rule));
    return this.holdAll(PartialRequest.any(this.search), wanted, refused);
  }

  private holdAll(
    request: PartialRequest,
    rules: readonly (readonly Group[])[],
    refused: readonly Group[],
  ): Found {
    const [groups, ...others] = rules;
    if (groups === undefined) return this.failAll(request, refused);
    return this.firstOf(groups, (group) => {
      const narrowed = request.withAll(group.map(({ itself }) => itself));
      return narrowed && this.holdAll(narrowed, others, refused);
    });
  }

  /** A group fails where one of its conditions does. Those with the fewest ways to fail come first. */
  private failAll(request: PartialRequest, groups: readonly Group[]): Found {
    const open: PartialRequest[][] = [];
    const left: Group[] = [];
    for (const group of groups) {
      if (this.work.isSpent) return UNKNOWN;
      this.work.spend(GROUP_STEPS * group.length);
      if (request.withAll(group.map(({ itself }) => itself)) === null) continue;
      const ways = group.flatMap(({ opposite }) => request.with(opposite) ?? []);
      if (ways.length === 0) return NONE;
      open.push(ways);
      left.push(group);
    }
    if (open.length === 0) {
      const example = request.example(this.host);
      return example === null ? UNKNOWN : { answer: 'found', request: example };
    }
    const fewest = open.reduce((best, ways, at) => (ways.length < open[best]!.length ? at : best), 0);
    const others = left.filter((_, at) => at !== fewest);
    return this.firstOf(open[fewest]!, (narrowed) => this.failAll(narrowed, others));
  }

  /** The first example; without one, «none» only where that is known of each. */
  private firstOf<T>(choices: readonly T[], tried: (choice: T) => Found | null): Found {
    let answer: Found = NONE;
    for (const choice of choices) {
      if (this.work.isSpent) return UNKNOWN;
      const found = tried(choice);
      if (found?.answer === 'found') return found;
      if (found?.answer === 'unknown') answer = found;
    }
    return answer;
  }

  private groupsIn(rule: CustomRule): readonly Group[] {
    let groups = this.groups.get(rule);
    if (groups === undefined) {
      groups = groupsOf(rule).map((conditions) =>
        conditions.map((condition) => this.pairOf(condition, rule.action === 'skip')),
      );
      this.groups.set(rule, groups);
    }
    return groups;
  }

  private pairOf(condition: CustomRule['conditions'][number], everyReading: boolean): ConstraintPair {
    const key = JSON.stringify([condition, everyReading && condition.field === 'path']);
    let pair = this.pairs.get(key);
    if (pair === undefined) {
      const { operator, values } = condition;
      this.work.spend(values.length * (operator === 'matches' ? PATTERN_STEPS : 1));
      const itself = constraintOf(condition, everyReading);
      pair = { itself, opposite: oppositeOf(itself) };
      this.pairs.set(key, pair);
    }
    return pair;
  }
}

const NONE: Found = { answer: 'none' };
const UNKNOWN: Found = { answer: 'unknown' };
