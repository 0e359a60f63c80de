import type { ValueSteps } from '@palisade/regex';
import { askedTogether } from './body-values.ts';
import type { NamesAsked } from './compile-condition.ts';
import type { AskedPart, Condition } from './conditions.ts';
import type { AskedNames, RequestValues } from './request-values.ts';

/**
 * For all conditions of one list and one request together, which are asked at one stretch. Owners' rules are written within it: they
 * keep it whatever the slices of the rule engine are.
 */
export const CONDITION_STEPS = 300_000;

export interface BoundedCondition {
  readonly condition: Condition;
  /**
   * How many of a request's steps may be spent when it has been asked. Each condition adds its own part, and what those
   * before it have left over is for those behind: none can use up what another needs.
   */
  readonly until: number;
}

/** The parts of the steps for each of these, in their order. */
export function boundedBy(
  conditions: readonly Condition[],
): (of: readonly Condition[]) => BoundedCondition[] {
  const total = conditions.reduce((sum, { weight }) => sum + weight, 0);
  const until = new Map<Condition, number>();
  let weight = 0;
  for (const condition of conditions) {
    weight += condition.weight;
    until.set(condition, total === 0 ? 0 : (CONDITION_STEPS * weight) / total);
  }
  return (of) =>
    of.map((condition) => Object.freeze<BoundedCondition>({ condition, until: until.get(condition)! }));
}

/** Whether all of them hold; null: none is known not to, and of some that is not known. */
export function allHold(
  conditions: readonly BoundedCondition[],
  request: RequestValues,
  steps: ValueSteps,
): boolean | null {
  let isKnown = true;
  for (const { condition, until } of conditions) {
    const answer = condition.holds(request, steps, until);
    if (answer === false) return false;
    if (answer === null) isKnown = false;
  }
  return isKnown ? true : null;
}

/** Whether they may hold, whatever those say that ask for what is not known yet. */
export const mayHold = (
  conditions: readonly BoundedCondition[],
  request: RequestValues,
  steps: ValueSteps,
  unknown: ReadonlySet<AskedPart>,
): boolean =>
  allHold(
    conditions.filter(({ condition }) => !unknown.has(condition.asks)),
    request,
    steps,
  ) !== false;

export const UNKNOWN_BODY: ReadonlySet<AskedPart> = new Set(['body']);

export const noNames = (): NamesAsked => ({
  headers: new Set(),
  cookies: new Set(),
  parameters: new Set(),
  lists: new Set(),
  body: { form: new Set(), json: [], files: false },
});

/** The names in the form in which requests are read. */
export const askedNames = (asked: NamesAsked): AskedNames => ({
  ...asked,
  headerLengths: new Set([...asked.headers].map((name) => name.length)),
  body: askedTogether([asked.body]),
});
