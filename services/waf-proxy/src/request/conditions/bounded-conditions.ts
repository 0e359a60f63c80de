import type { ValueSteps } from '@palisade/regex';
import { askedTogether } from './body-values.ts';
import type { NamesAsked } from './compile-condition.ts';
import type { AskedPart, Condition } from './conditions.ts';
import type { AskedNames, RequestValues } from './request-values.ts';

/**
 * Matcher steps for all conditions of one list on one request, which run without a pause. Rules of owners are validated
 * against this number, so it is independent of the engine's slice size.
 */
export const CONDITION_STEPS = 300_000;

export interface BoundedCondition {
  readonly condition: Condition;
  /**
   * Steps of the request that may be used up once this condition was evaluated. Each condition adds its own share, and
   * what earlier ones leave over is available to later ones: none can use up another's share.
   */
  readonly until: number;
}

/** Divides the steps among these conditions, in order. */
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

/** Whether all hold; null: none is known to fail, but some could not be decided. */
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

/** Whether all may hold, leaving out conditions on facts that are not known yet. */
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

/** The names in the form that requests are searched by. */
export const askedNames = (asked: NamesAsked): AskedNames => ({
  ...asked,
  headerLengths: new Set([...asked.headers].map((name) => name.length)),
  body: askedTogether([asked.body]),
});
