import type { RateLimitRule as RateLimitRuleSetting } from '@palisade/site-policy';
import type { BoundedCondition } from '../../request/conditions/bounded-conditions.ts';
import type { AskedNames } from '../../request/conditions/request-values.ts';
import type { AmountLimit } from './amount-limiter.ts';
import type { KeyReader } from './limit-key.ts';

export type LimitAction = RateLimitRuleSetting['action'];

/** One of the owner's limits, compiled. */
export interface LimitRule {
  readonly name: string;
  /** The reason in the log, with the limit's id. */
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

/** All limits of a site that apply, in order. */
export interface LimitRules {
  readonly rules: readonly LimitRule[];
  /** Limits that depend on the body; evaluated once it is there. */
  readonly bodyRules: readonly LimitRule[];
  /** Bytes of the body to hold for them if nothing else holds it. */
  readonly bodyBytes: number;
  readonly asked: AskedNames;
  /** Whether any limit depends on a crawler's purpose. */
  readonly asksCrawlers: boolean;
  /** Whether any limit may challenge visitors. */
  readonly challenges: boolean;
}

/** The limits that remain while challenges are off. */
export function withoutChallenges(limits: LimitRules | null): LimitRules | null {
  if (limits === null || !limits.challenges) return limits;
  const passable = ({ action }: LimitRule) => action !== 'challenge';
  const [rules, bodyRules] = [limits.rules.filter(passable), limits.bodyRules.filter(passable)];
  if (rules.length === 0 && bodyRules.length === 0) return null;
  return Object.freeze({ ...limits, rules, bodyRules, challenges: false });
}
