import { isAcmeChallengePath } from '@palisade/edge-state';
import type { ValueSteps } from '@palisade/regex';
import { readHeadSigns } from '../../http/head-signs.ts';
import type { Challenger } from '../../request/challenger.ts';
import { RequestValues } from '../../request/conditions/request-values.ts';
import type { CountersOf } from '../../request/feature.ts';
import type { ListedClients } from '../../request/listed-clients.ts';
import { unlessLogOnly } from '../../request/log-only.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { RequestSlot } from '../../request/request-slot.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../../request/verdict.ts';
import type { CustomRule, CustomRules } from './custom-rules.ts';
import { type CustomRecord, decide, recordOf } from './decide.ts';

export interface CustomRulesPart {
  /** Null: the owner has none, or the plan has none for them. */
  readonly customRules: CustomRules | null;
}

export const CUSTOM_RULES_COUNTERS = {
  customRulesBlocked: 'Requests that a custom rule refused',
  customRulesChallenged:
    'Requests that a custom rule answered with a challenge, or refused for want of a clearance',
  customRulesSkipped: 'Requests that a custom rule excepted from a check',
  customRulesLogged: 'Times that a custom rule which only logs applied',
  customRulesCutShort: 'Requests on which custom rules ran out of steps',
} as const;

export interface CustomRulesServices {
  bots: Challenger;
  /** No rule waits for anything, so that one count serves all requests of the worker in turn. */
  customRuleSteps: ValueSteps;
  clientLists: ListedClients;
  counters: CountersOf<typeof CUSTOM_RULES_COUNTERS>;
  reportFault(code: string, request: RequestContext, error: unknown): void;
}

/** For the log: which of the owner's rules held. */
export const CUSTOM_RECORD = new RequestSlot<CustomRecord>('custom rules that held');

/** The owner's own rules. Whom the owner has allowed by address is not asked. */
export function applyCustomRules(
  context: RequestContext<Site & CustomRulesPart>,
  edge: CustomRulesServices,
): PhaseResult {
  const { customRules } = context.site!;
  if (customRules === null || context.allowListed || context.isReserved || isAcmeChallenge(context))
    return null;
  const steps = edge.customRuleSteps;
  steps.reset();
  const request = new RequestValues(context, customRules.asked, edge.clientLists);
  let undecided: CustomRule | null = null;
  const decision = decide(customRules, request, steps, (rule) => {
    undecided ??= rule;
  });
  if (undecided !== null) cutShort(context, edge, undecided);
  if (decision === null) return null;
  const { noted } = decision;
  // Who has proved to be no machine has done what the rule asks for; it still ends the search.
  const decided =
    decision.decided !== null && isSatisfied(decision.decided, context, edge) ? null : decision.decided;
  edge.counters.customRulesLogged += noted.length;
  const verdict = decided === null ? null : apply(decided, context, edge);
  const record = recordOf(decided === null ? noted : [decided, ...noted], request, steps);
  if (record !== null) CUSTOM_RECORD.keep(context, record);
  return verdict;
}

function isSatisfied({ action }: CustomRule, context: RequestContext, edge: CustomRulesServices): boolean {
  return action === 'challenge' && edge.bots.isCleared(context, readHeadSigns(context.rawHeaders).cookie);
}

function apply(rule: CustomRule, context: RequestContext, edge: CustomRulesServices): Verdict | null {
  const { reason } = rule;
  const refusal = { status: 403, action: EdgeAction.CUSTOM_RULE };
  switch (rule.action) {
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
      context.skips = rule.skips;
      return null;
    case 'log':
      return null;
  }
}

/** Certificate authorities ask without a browser and from anywhere, also for answers that an origin gives itself. */
function isAcmeChallenge({ head, method }: RequestContext): boolean {
  return (method === 'GET' || method === 'HEAD') && isAcmeChallengePath(head.target);
}

function cutShort(context: RequestContext, edge: CustomRulesServices, rule: CustomRule): void {
  edge.counters.customRulesCutShort++;
  const detail = `site ${context.site!.siteId}, rule "${rule.name}" (${rule.reason}): the values take too many steps`;
  edge.reportFault('custom_rules_cut_short', context, new Error(detail));
}
