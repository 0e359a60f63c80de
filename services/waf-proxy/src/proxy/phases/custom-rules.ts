import { ValueSteps } from '@palisade/waf-engine/matching';
import { readHeadSigns } from '../../bots/head-signs.ts';
import type { CustomRule } from '../../custom-rules/custom-rules.ts';
import { decide, recordOf } from '../../custom-rules/decide.ts';
import { RequestValues } from '../../custom-rules/request-values.ts';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../verdict.ts';
import { askForProof, unlessLogOnly } from './ask-for-proof.ts';
import { isReserved } from './reserved-paths.ts';

/** No rule waits for anything, so that one count serves all requests of the worker in turn. */
const steps = new ValueSteps();

/** Phase 2¾: the owner's own rules. Whom the owner has allowed by address is not asked. */
export function applyCustomRules(context: RequestContext, edge: Edge): PhaseResult {
  const { customRules } = context.site!;
  if (customRules === null || context.allowListed || isReserved(context) || isAcmeChallenge(context))
    return null;
  steps.reset();
  const request = new RequestValues(context, customRules.asked);
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
  context.customRecord = recordOf(decided === null ? noted : [decided, ...noted], request, steps);
  return verdict;
}

function isSatisfied({ action }: CustomRule, context: RequestContext, edge: Edge): boolean {
  return action === 'challenge' && edge.bots.isCleared(context, readHeadSigns(context.rawHeaders).cookie);
}

function apply(rule: CustomRule, context: RequestContext, edge: Edge): Verdict | null {
  const { reason } = rule;
  const refusal = { status: 403, action: EdgeAction.CUSTOM_RULE };
  switch (rule.action) {
    case 'block': {
      const verdict = unlessLogOnly(context, { ...refusal, reason });
      if (verdict !== null) edge.counters.customRulesBlocked += 1;
      return verdict;
    }
    case 'challenge': {
      const signs = readHeadSigns(context.rawHeaders);
      const verdict = askForProof(context, edge, signs, { reason, ofPrograms: refusal });
      if (verdict !== null) edge.counters.customRulesChallenged += 1;
      return verdict;
    }
    case 'skip':
      edge.counters.customRulesSkipped += 1;
      context.skips = rule.skips;
      return null;
    case 'log':
      return null;
  }
}

/** Of a well-formed token only: what lies behind it could be read as any other path. */
const ACME_CHALLENGE = /^\/\.well-known\/acme-challenge\/[A-Za-z0-9_-]+$/;

/** Certificate authorities ask without a browser and from anywhere, also for answers that an origin gives itself. */
function isAcmeChallenge({ head, method }: RequestContext): boolean {
  return (method === 'GET' || method === 'HEAD') && ACME_CHALLENGE.test(head.target);
}

function cutShort(context: RequestContext, edge: Edge, rule: CustomRule): void {
  edge.counters.customRulesCutShort += 1;
  const detail = `site ${context.site!.siteId}, rule "${rule.name}" (${rule.reason}): the values take too many steps`;
  edge.reportFault('custom_rules_cut_short', context, new Error(detail));
}
