import type { CustomRuleAction } from '@palisade/site-policy';
import type { BoundedCondition } from '../../request/conditions/bounded-conditions.ts';
import type { AskedNames } from '../../request/conditions/request-values.ts';
import type { SiteHeaders } from '../../request/header-changes.ts';
import type { PageTemplate } from '../../request/own-pages.ts';
import type { SkippedChecks } from '../../request/skipped-checks.ts';

/** What a rule does with a request for which it holds. */
export type CustomAction =
  | { readonly kind: 'block' | 'challenge' | 'log' }
  | { readonly kind: 'skip'; readonly skips: SkippedChecks }
  | { readonly kind: 'redirect'; readonly to: string; readonly status: number; readonly keepQuery: boolean }
  | { readonly kind: 'page'; readonly status: number; readonly page: PageTemplate }
  | { readonly kind: 'rewrite'; readonly from: string; readonly to: string }
  | { readonly kind: 'change_headers'; readonly headers: SiteHeaders }
  | { readonly kind: 'add_to_list'; readonly listId: string; readonly lastsMs: number };

/** One of the owner's own rules, ready to be asked. */
export interface CustomRule {
  readonly name: string;
  readonly action: CustomRuleAction;
  /** The same, with what it needs. */
  readonly does: CustomAction;
  /** The search for a rule that decides goes on behind it. */
  readonly isOngoing: boolean;
  /** As it stands in the log; holds the rule's id. */
  readonly reason: `custom:${string}`;
  /** What it does in words, where its name does not say it; '' otherwise. */
  readonly words: string;
  /** Where it stands among the site's rules. */
  readonly place: number;
  /** One of them must hold as a whole. */
  readonly groups: readonly (readonly BoundedCondition[])[];
}

/** All rules of a site that apply, in their order. */
export interface CustomRules {
  readonly rules: readonly CustomRule[];
  /** Those that ask for the body: they are asked behind the managed rules. */
  readonly bodyRules: readonly CustomRule[];
  /** What is held of a body for them that nobody has held before. */
  readonly bodyBytes: number;
  readonly asked: AskedNames;
  /** Whether any of them may ask a visitor for a proof of work. */
  readonly challenges: boolean;
}

/** What is left while nobody is asked for proofs. */
export function withoutChallenges(custom: CustomRules | null): CustomRules | null {
  if (custom === null || !custom.challenges) return custom;
  const passable = ({ action }: CustomRule) => action !== 'challenge';
  const [rules, bodyRules] = [custom.rules.filter(passable), custom.bodyRules.filter(passable)];
  if (rules.length === 0 && bodyRules.length === 0) return null;
  return Object.freeze({ ...custom, rules, bodyRules, challenges: false });
}
