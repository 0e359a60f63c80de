import type { CompiledRule, PhaseProgram } from '../compiler/program.ts';
import type { TxAssignment } from '../transaction/tx-store.ts';
import type { TxValues } from '../transaction/tx-values.ts';

/**
 * The steps of one phase in the order in which they run: rules, and what stands for rules whose outcome is the same for
 * every request. Columns instead of objects, because every site may have plans of its own.
 */
export interface PhasePlan {
  /** Where to begin; `rules.length` if there is nothing to do. */
  readonly first: number;
  /** `null` for a step that assigns, or foresees. */
  readonly rules: readonly (CompiledRule | null)[];
  readonly assignments: readonly (TxAssignment | null)[];
  readonly foreseen: readonly (Foreseen | null)[];
  /** The scan group that tells whether the step's rule may match; -1: the rule is evaluated in any case. */
  readonly groups: Int16Array;
  /** The step after one that did not match. */
  readonly next: Int16Array;
  /** The step after a match. */
  readonly jump: Int16Array;
  /** Behind the run of steps of one group that begins here: where to go on if nothing in the group may match. */
  readonly runEnd: Int16Array;
}

export type PlannedPhase = Pick<PhaseProgram, 'rules' | 'index'>;

/**
 * What a stretch of rules does as long as the request has not written what they read: scores are added up and compared
 * by many rules, for requests that have none as for those that have. If it has, the rules run, which follow.
 */
export interface Foreseen {
  readonly shared: TxValues;
  /** What the rules read. */
  readonly keys: readonly string[];
  readonly assignment: TxAssignment | null;
  /** Place to go on at. */
  readonly next: number;
}

/** What the plan has for one rule's place. */
export type PlannedPlace =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'settled'; readonly next: number }
  | { readonly kind: 'assign'; readonly next: number; readonly assignment: TxAssignment }
  | { readonly kind: 'rule'; readonly foreseen: Foreseen | null };

export const afterMatch = (rule: CompiledRule): number =>
  rule.skipTo >= 0 ? rule.skipTo : rule.position + 1 + rule.skip;

/** Lines up the places of a phase, one for each rule; places are positions of rules, jumps among them only go forward. */
export function buildPhasePlan({ rules, index }: PlannedPhase, places: readonly PlannedPlace[]): PhasePlan {
  let count = 0;
  for (const place of places) {
    if (place.kind === 'rule' || place.kind === 'assign') count++;
    if (place.kind === 'rule' && place.foreseen !== null) count++;
  }
  const plan = {
    rules: new Array<CompiledRule | null>(count).fill(null),
    assignments: new Array<TxAssignment | null>(count).fill(null),
    foreseen: new Array<Foreseen | null>(count).fill(null),
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
      plan.groups[step] = index === null ? -1 : index.groupOf[position]!;
      plan.next[step] = resolve(position + 1);
      plan.jump[step] = resolve(afterMatch(rule));
    }
    const straight = plan.next[step] === step + 1 && step + 1 < count;
    const sameGroup = straight && plan.groups[step + 1] === plan.groups[step];
    plan.runEnd[step] = sameGroup ? plan.runEnd[step + 1]! : plan.next[step]!;
    if (place.kind === 'rule' && place.foreseen !== null) {
      step--;
      stepAt[position] = step;
      plan.foreseen[step] = place.foreseen;
      plan.next[step] = step + 1;
      plan.jump[step] = resolve(place.foreseen.next);
      plan.runEnd[step] = step + 1;
    }
  }
  return { ...plan, first: resolve(0) };
}

/** Every rule is asked. */
export const plainPlan = (program: PlannedPhase): PhasePlan =>
  buildPhasePlan(
    program,
    program.rules.map(() => ({ kind: 'rule', foreseen: null })),
  );
