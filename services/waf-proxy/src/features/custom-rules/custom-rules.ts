import type { CustomRuleAction, RuleTime } from '@palisade/site-policy';
import type { BoundedCondition } from '../../request/conditions/bounded-conditions.ts';
import type { AskedPart } from '../../request/conditions/conditions.ts';
import type { AskedNames } from '../../request/conditions/request-values.ts';
import type { SiteHeaders } from '../../request/header-changes.ts';
import type { PageTemplate } from '../../request/own-pages.ts';
import type { RedirectTarget } from '../../request/redirect-location.ts';
import type { SkippedChecks } from '../../request/skipped-checks.ts';

/** What a rule does with a request for which it holds. */
export type CustomAction =
  | { readonly kind: 'block' | 'challenge' | 'log' }
  | { readonly kind: 'skip'; readonly skips: SkippedChecks }
  | RedirectAction
  | PageAction
  | { readonly kind: 'rewrite'; readonly from: string; readonly to: string }
  | { readonly kind: 'change_headers'; readonly headers: SiteHeaders }
  | { readonly kind: 'add_to_list'; readonly listId: string; readonly lastsMs: number };

export interface RedirectAction {
  readonly kind: 'redirect';
  readonly to: string;
  readonly status: number;
  readonly keepQuery: boolean;
  /** Where it leads, and where the site's table of redirects leads on from there: who is at one of these stays there. */
  readonly way: readonly RedirectStep[];
}

export interface RedirectStep {
  readonly target: RedirectTarget;
  readonly keepsQuery: boolean;
}

export interface PageAction {
  readonly kind: 'page';
  readonly status: number;
  readonly page: PageTemplate;
  /** False: an answer like any other. */
  readonly refuses: boolean;
}

/**
 * Rules that are about delivery hold for clients that are allowed by address, and with the protection off, as redirects and
 * header rules of the whole site do. Those that skip checks end the search there too, so that what stands behind them is
 * left out for everybody alike.
 */
const HOLD_ALWAYS: ReadonlySet<CustomRuleAction> = new Set(['redirect', 'rewrite', 'change_headers', 'skip']);
export const holdsAlways = ({ action }: Pick<CustomRule, 'action'>): boolean => HOLD_ALWAYS.has(action);

/** Keeps visitors from what they ask for. */
export const refuses = ({ does }: Pick<CustomRule, 'does'>): boolean =>
  does.kind === 'block' || does.kind === 'challenge' || (does.kind === 'page' && does.refuses);

/** One of the owner's own rules, ready to be asked. */
export interface CustomRule {
  readonly name: string;
  readonly time: RuleTime;
  /** What any of its conditions asks for. */
  readonly asks: ReadonlySet<AskedPart>;
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

/** Rules in their order. */
export interface AskedRules {
  readonly rules: readonly CustomRule[];
  /** Those that ask for the body, or for what the managed rules found: they are asked behind them. */
  readonly lateRules: readonly CustomRule[];
  /** Those that are asked when the request has ended. */
  readonly endRules: readonly CustomRule[];
}

/** All rules of a site that apply. */
export interface CustomRules extends AskedRules {
  /** Those of them that hold always: no other rule is asked about clients that the owner has allowed by address. */
  readonly ofAllowed: AskedRules;
  /** What is held of a body for them that nobody has held before. */
  readonly bodyBytes: number;
  readonly asked: AskedNames;
  /** Those of all that ask what a crawler is for. */
  readonly crawlerRules: readonly CustomRule[];
  /** Whether any of them may ask a visitor for a proof of work. */
  readonly challenges: boolean;
}

/** What is left while nobody is asked for proofs. */
export function withoutChallenges(custom: CustomRules | null): CustomRules | null {
  if (custom === null || !custom.challenges) return custom;
  return among(custom, ({ action }) => action !== 'challenge');
}

/** What is left while the site's protection is off. */
export const deliveryAlone = (custom: CustomRules | null): CustomRules | null =>
  custom && among(custom, holdsAlways);

export const those = (
  { rules, lateRules, endRules }: AskedRules,
  stay: (rule: CustomRule) => boolean,
): AskedRules =>
  Object.freeze({
    rules: rules.filter(stay),
    lateRules: lateRules.filter(stay),
    endRules: endRules.filter(stay),
  });

/** Without those that ask for proofs. */
function among(custom: CustomRules, stay: (rule: CustomRule) => boolean): CustomRules | null {
  const left = those(custom, stay);
  if (Object.values(left).every((rules) => rules.length === 0)) return null;
  const crawlerRules = custom.crawlerRules.filter(stay);
  return Object.freeze({
    ...custom,
    ...left,
    crawlerRules,
    ofAllowed: those(left, holdsAlways),
    challenges: false,
  });
}
