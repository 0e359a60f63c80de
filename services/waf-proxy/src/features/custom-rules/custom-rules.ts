import type { SkippedChecks } from '../../request/skipped-checks.ts';
import type { Condition } from './conditions.ts';
import type { AskedNames } from './request-values.ts';

export type CustomAction = 'block' | 'challenge' | 'log' | 'skip';

/** One of the owner's own rules, ready to be asked. */
export interface CustomRule {
  readonly name: string;
  readonly action: CustomAction;
  /** As it stands in the log; holds the rule's id. */
  readonly reason: `custom:${string}`;
  readonly skips: SkippedChecks;
  readonly conditions: readonly BoundedCondition[];
}

export interface BoundedCondition {
  readonly condition: Condition;
  /**
   * How many of a request's steps may be spent when it has been asked. Each condition adds its own part, and what those
   * before it have left over is for those behind: none can use up what another needs.
   */
  readonly until: number;
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
