import type { CompiledRule, PhaseProgram } from '../compiler/program.ts';
import type { TxAssignment } from '../transaction/tx-store.ts';

/**
 * The steps of one phase in the order in which they run: rules, and what stands for rules whose outcome is the same for
 * every request. Columns instead of objects, because every site may have plans of its own.
 */
export interface PhasePlan {
  /** Where to begin; `rules.length` if there is nothing to do. */
  readonly first: number;
  /** `null` for a step that assigns. */
  readonly rules: readonly (CompiledRule | null)[];
  readonly assignments: readonly (TxAssignment | null)[];
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

/** What the plan has for one rule's place. */
export type PlannedPlace =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'settled'; readonly next: number }
  | { readonly kind: 'assign'; readonly next: number; readonly assignment: TxAssignment }
  | { readonly kind: 'rule' };

export const afterMatch = (rule: CompiledRule): number =>
  rule.skipTo >= 0 ? rule.skipTo : rule.position + 1 + rule.skip;

/** Lines up the places of a phase, one for each rule; places are positions of rules, jumps among them only go forward. */
export function buildPhasePlan({ rules, index }: PlannedPhase, places: readonly PlannedPlace[]): PhasePlan {
  const count = places.filter(({ kind }) => kind === 'rule' || kind === 'assign').length;
  const plan = {
    rules: new Array<CompiledRule | null>(count).fill(null),
    assignments: new Array<TxAssignment | null>(count).fill(null),
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
  }
  return { ...plan, first: resolve(0) };
}

/** Every rule is asked. */
export const plainPlan = (program: PlannedPhase): PhasePlan =>
  buildPhasePlan(
    program,
    program.rules.map(() => ({ kind: 'rule' })),
  );
