import type { BoundedCondition } from '../../request/conditions/bounded-conditions.ts';
import type { AskedNames } from '../../request/conditions/request-values.ts';
import type { SkippedChecks } from '../../request/skipped-checks.ts';

export type CustomAction = 'block' | 'challenge' | 'log' | 'skip';

/** One of the owner's own rules, ready to be asked. */
export interface CustomRule {
  readonly name: string;
  readonly action: CustomAction;
  /** As it stands in the log; holds the rule's id. */
  readonly reason: `custom:${string}`;
  readonly skips: SkippedChecks;
  /** One of them must hold as a whole. */
  readonly groups: readonly (readonly BoundedCondition[])[];
}

/** All rules of a site that apply, in their order. */
export interface CustomRules {
  readonly rules: readonly CustomRule[];
  readonly asked: AskedNames;
  /** Whether any of them may ask a visitor for a proof of work. */
  readonly challenges: boolean;
}

/** What is left while nobody is asked for proofs. */
export function withoutChallenges(custom: CustomRules | null): CustomRules | null {
  if (custom === null || !custom.challenges) return custom;
  const rules = custom.rules.filter(({ action }) => action !== 'challenge');
  return rules.length === 0 ? null : Object.freeze({ ...custom, rules, challenges: false });
}
