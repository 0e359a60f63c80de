import type { RateLimitRule as RateLimitRuleSetting } from '@palisade/site-policy';
import type { BoundedCondition } from '../../request/conditions/bounded-conditions.ts';
import type { AskedNames } from '../../request/conditions/request-values.ts';
import type { AmountLimit } from './amount-limiter.ts';
import type { KeyReader } from './limit-key.ts';

export type LimitAction = RateLimitRuleSetting['action'];

/** One of the owner's limits, ready to be asked. */
export interface LimitRule {
  readonly name: string;
  /** As it stands in the log; holds the limit's id. */
  readonly reason: `limit:${string}`;
  readonly conditions: readonly BoundedCondition[];
  readonly key: KeyReader;
  readonly counts: RateLimitRuleSetting['counts'];
  readonly statuses: ReadonlySet<number>;
  readonly limit: AmountLimit;
  readonly action: LimitAction;
  readonly blockMs: number;
  readonly delayMs: number;
  /** For the log: "more than 5 failures in 600 s by address". */
  readonly words: string;
}

/** All limits of a site that apply, in their order. */
export interface LimitRules {
  readonly rules: readonly LimitRule[];
  /** Those that ask for the body: they are asked once it is there. */
  readonly bodyRules: readonly LimitRule[];
  /** What is held of a body for them that nobody has held before. */
  readonly bodyBytes: number;
  readonly asked: AskedNames;
  /** Whether any of them asks what a crawler is for. */
  readonly asksCrawlers: boolean;
  /** Whether any of them may ask a visitor for a proof of work. */
  readonly challenges: boolean;
}

/** What is left while nobody is asked for proofs. */
export function withoutChallenges(limits: LimitRules | null): LimitRules | null {
  if (limits === null || !limits.challenges) return limits;
  const passable = ({ action }: LimitRule) => action !== 'challenge';
  const [rules, bodyRules] = [limits.rules.filter(passable), limits.bodyRules.filter(passable)];
  if (rules.length === 0 && bodyRules.length === 0) return null;
  return Object.freeze({ ...limits, rules, bodyRules, challenges: false });
}
