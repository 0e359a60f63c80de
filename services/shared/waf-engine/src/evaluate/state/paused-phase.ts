import type { PhasePlan } from '../../model/phase-plan.ts';
import type { RuleSelector } from './accelerators.ts';
import type { MatchedSpan } from './matched-span.ts';

/** State of a phase interrupted by the end of a slice. */
export interface PausedPhase {
  readonly plan: PhasePlan;
  readonly step: number;
  readonly selector: RuleSelector | null;
  /** The rule at `step` has been begun. */
  readonly rule: RuleProgress | null;
}

export interface RuleProgress {
  readonly link: number;
  readonly targets: MatchedSpan[] | null;
}
