import type { CompiledRule } from './compiled-rules.ts';
import type { TxAssignment, TxValues } from './tx-values.ts';

/**
 * The steps of one phase in execution order: rules, and replacements for rules whose outcome is the same for every
 * request. Columns instead of objects, because every site may have its own plans.
 */
export interface PhasePlan {
  /** First step; `rules.length` if there is nothing to do. */
  readonly first: number;
  /** `null` for an assignment or a shortcut. */
  readonly rules: readonly (CompiledRule | null)[];
  readonly assignments: readonly (TxAssignment | null)[];
  readonly shortcuts: readonly (Shortcut | null)[];
  /** The scan group that decides whether the step's rule can match; -1: always evaluated. */
  readonly groups: Int16Array;
  /** Next step if the rule did not match. */
  readonly next: Int16Array;
  /** Next step after a match. */
  readonly jump: Int16Array;
  /**
   * For the first step of a run in the same group: the step after the run, to continue at if nothing in the group may
   * match.
   */
  readonly runEnd: Int16Array;
}

/** Plans by phase; index 0 is unused. */
export type PhasePlans = readonly PhasePlan[];

/** Input of a plan: the rules, and their scan groups by position. */
export interface PlannedPhase {
  readonly rules: readonly CompiledRule[];
  readonly groupOf: Int16Array | null;
}

/**
 * Replaces a range of rules as long as the request has not written what they read. Many rules add up and compare
 * scores, which most requests do not have. If the request has written it, the rules that follow are run instead.
 */
export interface Shortcut {
  readonly shared: TxValues;
  /** Keys that the rules read. */
  readonly keys: readonly string[];
  readonly assignment: TxAssignment | null;
  /** Step to continue at. */
  readonly next: number;
}

/** A plan's replacement for one rule. */
export type PlannedPlace =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'settled'; readonly next: number }
  | { readonly kind: 'assign'; readonly next: number; readonly assignment: TxAssignment }
  | { readonly kind: 'rule'; readonly shortcut: Shortcut | null };

export const afterMatch = (rule: CompiledRule): number =>
  rule.skipTo >= 0 ? rule.skipTo : rule.position + 1 + rule.skip;

/** Builds a plan from one place per rule; jumps only go forward. */
export function buildPhasePlan({ rules, groupOf }: PlannedPhase, places: readonly PlannedPlace[]): PhasePlan {
  let count = 0;
  for (const place of places) {
    if (place.kind === 'rule' || place.kind === 'assign') count++;
    if (place.kind === 'rule' && place.shortcut !== null) count++;
  }
  const plan = {
    rules: new Array<CompiledRule | null>(count).fill(null),
    assignments: new Array<TxAssignment | null>(count).fill(null),
    shortcuts: new Array<Shortcut | null>(count).fill(null),
    groups: new Int16Array(count).fill(-1),
    next: new Int16Array(count),
    jump: new Int16Array(count),
    runEnd: new Int16Array(count),
  };
  const stepAt = new Int16Array(rules.length + 1).fill(-1);
  stepAt[rules.length] = count;
  const resolve = (position: number): number => stepAt[Math.min(position, rules.length)]!;
  let step = count;
  for (let position = rules.length - 1; position >= 0; position--) {
    const place = places[position]!;
    if (place.kind === 'unreachable') continue;
    if (place.kind === 'settled') {
      stepAt[position] = resolve(place.next);
      continue;
    }
    step--;
    stepAt[position] = step;
    if (place.kind === 'assign') {
      plan.assignments[step] = place.assignment;
      plan.next[step] = resolve(place.next);
    } else {
      const rule = rules[position]!;
      plan.rules[step] = rule;
      plan.groups[step] = groupOf === null ? -1 : groupOf[position]!;
      plan.next[step] = resolve(position + 1);
      plan.jump[step] = resolve(afterMatch(rule));
    }
    const straight = plan.next[step] === step + 1 && step + 1 < count;
    const sameGroup = straight && plan.groups[step + 1] === plan.groups[step];
    plan.runEnd[step] = sameGroup ? plan.runEnd[step + 1]! : plan.next[step]!;
    if (place.kind === 'rule' && place.shortcut !== null) {
      step--;
      stepAt[position] = step;
      plan.shortcuts[step] = place.shortcut;
      plan.next[step] = step + 1;
      plan.jump[step] = resolve(place.shortcut.next);
      plan.runEnd[step] = step + 1;
    }
  }
  return { ...plan, first: resolve(0) };
}

/** Evaluates every rule. */
export const plainPlan = (phase: PlannedPhase): PhasePlan =>
  buildPhasePlan(
    phase,
    phase.rules.map(() => ({ kind: 'rule', shortcut: null })),
  );
