import type { CustomRuleAction, RuleTime } from '@palisade/site-policy';
import type { BoundedCondition } from '../../request/conditions/bounded-conditions.ts';
import type { AskedPart } from '../../request/conditions/conditions.ts';
import type { AskedNames } from '../../request/conditions/request-values.ts';
import type { SiteHeaders } from '../../request/header-changes.ts';
import type { PageTemplate } from '../../request/own-pages.ts';
import type { RedirectTarget } from '../../request/redirect-location.ts';
import type { SkippedChecks } from '../../request/skipped-checks.ts';

/** The action of a rule that matches a request. */
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
  /**
   * Redirect target, followed by where the site's redirect table leads from there. A request for any of these URLs is
   * not redirected, which prevents loops.
   */
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
 * Delivery actions also apply to allow-listed clients and with protection off, like the redirects and header rules of
 * the whole site. Actions that skip checks also end the search there, so that the same later rules are skipped for
 * everybody.
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
  /** Everything that any of its conditions reads. */
  readonly asks: ReadonlySet<AskedPart>;
  readonly action: CustomRuleAction;
  /** The same, with what it needs. */
  readonly does: CustomAction;
  /** Whether the search for a deciding rule continues after this one. */
  readonly isOngoing: boolean;
  /** As it appears in the log; contains the rule's id. */
  readonly reason: `custom:${string}`;
  /** What it does, in words, if its name does not say so; else ''. */
  readonly words: string;
  /** Position among the site's rules. */
  readonly place: number;
  /** One of them must hold as a whole. */
  readonly groups: readonly (readonly BoundedCondition[])[];
}

/** Rules in their order. */
export interface AskedRules {
  readonly rules: readonly CustomRule[];
  /** Rules that read the body or the result of the managed rules: they run after those. */
  readonly lateRules: readonly CustomRule[];
  /** Rules that run when the request has ended. */
  readonly endRules: readonly CustomRule[];
}

/** All rules of a site that apply. */
export interface CustomRules extends AskedRules {
  /** The subset that always applies: no other rule runs for clients that the owner has allowed by address. */
  readonly ofAllowed: AskedRules;
  /** Bytes of the body to keep for these rules if nothing else keeps them. */
  readonly bodyBytes: number;
  readonly asked: AskedNames;
  /** All rules that read a crawler's purpose. */
  readonly crawlerRules: readonly CustomRule[];
  /** Whether any of them may ask a visitor for a proof of work. */
  readonly challenges: boolean;
}

/** The rules that remain while challenges are off. */
export function withoutChallenges(custom: CustomRules | null): CustomRules | null {
  if (custom === null || !custom.challenges) return custom;
  return among(custom, ({ action }) => action !== 'challenge');
}

/** The rules that remain while the site's protection is off. */
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

/** Keeps only the rules that satisfy a condition. */
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
