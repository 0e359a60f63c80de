import { isAcmeChallengePath } from '@palisade/edge-state';
import type { ValueSteps } from '@palisade/regex';
import { readHeadSigns } from '../../http/head-signs.ts';
import type { Challenger } from '../../request/challenger.ts';
import { mayHold } from '../../request/conditions/bounded-conditions.ts';
import type { AskedPart } from '../../request/conditions/conditions.ts';
import { type CrawlerIdentifier, whenClaimIsSettled } from '../../request/conditions/crawler-claims.ts';
import { foundEarly } from '../../request/conditions/found-by.ts';
import { RequestValues } from '../../request/conditions/request-values.ts';
import type { CountersOf } from '../../request/feature.ts';
import type { ListedClients, ListingTaker } from '../../request/listed-clients.ts';
import { unlessLogOnly } from '../../request/log-only.ts';
import { MOVED_PAGE, queryIn, withQuery } from '../../request/redirect-location.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { RequestSlot } from '../../request/request-slot.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../../request/verdict.ts';
import { applyChanges, thoseThatAct } from './apply-changes.ts';
import { type AskedRules, type CustomRule, type CustomRules, holdsAlways } from './custom-rules.ts';
import { type CustomDecision, type CustomRecord, decide, recordOf } from './decide.ts';

export interface CustomRulesPart {
  /** Null: the site has no rules, or the plan does not include them. */
  readonly customRules: CustomRules | null;
}

export const CUSTOM_RULES_COUNTERS = {
  customRulesBlocked: 'Requests that a custom rule refused',
  customRulesChallenged:
    'Requests that a custom rule answered with a challenge, or refused for want of a clearance',
  customRulesSkipped: 'Requests that a custom rule excepted from a check',
  customRulesLogged: 'Times that a custom rule which only logs applied',
  customRulesAnswered: 'Requests that a custom rule redirected or answered with a page of the owner',
  customRulesChanged: 'Times that a custom rule changed a path or headers, or put a client on a list',
  customRulesCutShort: 'Requests on which custom rules ran out of steps',
} as const;

export interface CustomRulesServices {
  bots: Challenger & CrawlerIdentifier;
  /** Shared by all requests, as no rule waits in the middle of its evaluation. */
  customRuleSteps: ValueSteps;
  clientLists: ListedClients;
  listings: ListingTaker;
  counters: CountersOf<typeof CUSTOM_RULES_COUNTERS>;
  reportFault(code: string, request: RequestContext, error: unknown): void;
}

/**
 * Set where rules remain for later phases: the position at which the search ended. Rules after it are not evaluated.
 */
export const ENDED_AT = new RequestSlot<number>('where the search among custom rules ended');

/** For the log: the owner's rules that matched. */
export const CUSTOM_RECORD = new RequestSlot<CustomRecord>('custom rules that held');

export type RuledRequest = RequestContext<Site & CustomRulesPart>;

/** The owner's own rules. */
export function applyCustomRules(context: RuledRequest, edge: CustomRulesServices): PhaseResult {
  const { customRules } = context.site!;
  if (customRules === null || isUnasked(context)) return null;
  if (customRules.crawlerRules.length === 0) return askByHead(context, edge, customRules);
  return whenClaimIsSettled(
    context,
    edge.bots,
    () => mayCrawlersMatter(context, edge, customRules),
    () => askByHead(context, edge, customRules),
  );
}

const NOT_YET: ReadonlySet<AskedPart> = new Set(['crawler', 'body', 'score', 'answer']);

function mayCrawlersMatter(
  context: RuledRequest,
  edge: CustomRulesServices,
  { asked, crawlerRules }: CustomRules,
): boolean {
  const steps = edge.customRuleSteps;
  steps.reset();
  const request = new RequestValues(context, asked, edge.clientLists);
  const asks = (rule: CustomRule) =>
    rule.groups.some(
      (group) =>
        group.some(({ condition }) => condition.asks === 'crawler') &&
        mayHold(group, request, steps, NOT_YET),
    );
  return crawlerRules.some((rule) => (!context.allowListed || holdsAlways(rule)) && asks(rule));
}

function askByHead(context: RuledRequest, edge: CustomRulesServices, customRules: CustomRules): PhaseResult {
  const steps = edge.customRuleSteps;
  steps.reset();
  const request = new RequestValues(context, customRules.asked, edge.clientLists, foundEarly(context));
  let undecided: CustomRule | null = null;
  const decision = decide(
    askedOf(context, customRules),
    request,
    steps,
    (rule) => {
      undecided ??= rule;
    },
    { isDone: (rule) => leadsHere(rule, context) },
  );
  if (undecided !== null) cutShort(context, edge, undecided);
  if (customRules.lateRules.length > 0 || customRules.endRules.length > 0)
    ENDED_AT.keep(context, decision?.decided?.rule.place ?? Number.POSITIVE_INFINITY);
  if (decision === null) return null;
  return follow(decision, { context, edge, request, steps });
}

/** Requests that no rule applies to. */
export const isUnasked = (context: RequestContext): boolean => context.isReserved || isAcmeChallenge(context);

/** For clients on the owner's allow list, blocking rules are left out. */
export const askedOf = ({ allowListed }: RequestContext, custom: CustomRules): AskedRules =>
  allowListed ? custom.ofAllowed : custom;

/** A rule that redirects to the requested address counts as not matching. */
export const leadsHere = ({ does }: CustomRule, context: RequestContext): boolean =>
  does.kind === 'redirect' && does.way.some(({ target, keepsQuery }) => target.isAsked(context, keepsQuery));

interface Asked {
  readonly context: RuledRequest;
  readonly edge: CustomRulesServices;
  readonly request: RequestValues;
  readonly steps: ValueSteps;
}

/** Applies the actions of rules, and notes them for the log. */
export function follow(decision: CustomDecision, { context, edge, request, steps }: Asked): Verdict | null {
  const acting = thoseThatAct(decision.noted, context);
  // A client that has solved a challenge has done what the rule demands; the search still ends.
  const decided =
    decision.decided !== null && isCleared(decision.decided.rule, context, edge) ? null : decision.decided;
  const record = recordOf(decided === null ? acting : [decided, ...acting], request, steps);
  if (record !== null) keepRecord(context, record);
  applyChanges(acting, context, edge, context.receivedAtMs);
  return decided === null ? null : apply(decided.rule, context, edge);
}

/** Records of later rules come first, since one of them may have decided. */
export function keepRecord(context: RequestContext, { name, matches }: CustomRecord): void {
  const before = CUSTOM_RECORD.read(context)?.matches ?? [];
  CUSTOM_RECORD.keep(context, { name, matches: [...matches, ...before] });
}

/** Records of rules at the end of a request come last, as they decide nothing. */
export function keepLastRecord(context: RequestContext, { name, matches }: CustomRecord): void {
  const before = CUSTOM_RECORD.read(context);
  CUSTOM_RECORD.keep(context, {
    name: before?.name ?? name,
    matches: [...(before?.matches ?? []), ...matches],
  });
}

const isCleared = ({ does }: CustomRule, context: RequestContext, edge: CustomRulesServices): boolean =>
  does.kind === 'challenge' && edge.bots.isCleared(context, readHeadSigns(context.rawHeaders).cookie);

/** The owner's target, with the visitor's query if the owner wants it. */
const locationOf = (
  { to, keepQuery }: { readonly to: string; readonly keepQuery: boolean },
  { head }: RequestContext,
): string => withQuery(to, keepQuery ? queryIn(head.target) : '');

function apply(rule: CustomRule, context: RequestContext, edge: CustomRulesServices): Verdict | null {
  const { reason, does } = rule;
  const refusal = { status: 403, action: EdgeAction.CUSTOM_RULE };
  switch (does.kind) {
    case 'block': {
      const verdict = unlessLogOnly(context, { ...refusal, reason });
      if (verdict !== null) edge.counters.customRulesBlocked++;
      return verdict;
    }
    case 'challenge': {
      const signs = readHeadSigns(context.rawHeaders);
      const verdict = edge.bots.challenge(context, signs, { reason, ofPrograms: refusal });
      if (verdict !== null) edge.counters.customRulesChallenged++;
      return verdict;
    }
    case 'skip':
      edge.counters.customRulesSkipped++;
      context.skips = does.skips;
      return null;
    case 'redirect': {
      const location = locationOf(does, context);
      const moved = { status: does.status, action: EdgeAction.ALLOW, reason, location, page: MOVED_PAGE };
      return answered(moved, edge);
    }
    case 'page': {
      const { status, page } = does;
      const shown = { status, reason, ownPage: page };
      if (does.refuses) return answered(unlessLogOnly(context, { ...refusal, ...shown }), edge);
      // A rule that refuses nobody has nothing to note in log-only mode.
      return context.site!.mode === 'On' ? answered({ ...shown, action: EdgeAction.ALLOW }, edge) : null;
    }
    // Logging does not affect the request.
    case 'log':
    case 'rewrite':
    case 'change_headers':
    case 'add_to_list':
      return null;
  }
}

function answered(verdict: Verdict | null, { counters }: CustomRulesServices): Verdict | null {
  if (verdict !== null) counters.customRulesAnswered++;
  return verdict;
}

/** Certificate authorities use no browser and connect from anywhere, also for challenges that an origin answers. */
function isAcmeChallenge({ head, method }: RequestContext): boolean {
  return (method === 'GET' || method === 'HEAD') && isAcmeChallengePath(head.target);
}

export function cutShort(context: RequestContext, edge: CustomRulesServices, rule: CustomRule): void {
  edge.counters.customRulesCutShort++;
  const detail = `site ${context.site!.siteId}, rule "${rule.name}" (${rule.reason}): the values take too many steps`;
  edge.reportFault('custom_rules_cut_short', context, new Error(detail));
}
