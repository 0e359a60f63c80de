import { BodyValues } from '../../request/conditions/body-values.ts';
import { mayHold, UNKNOWN_BODY } from '../../request/conditions/bounded-conditions.ts';
import { foundEarly } from '../../request/conditions/found-by.ts';
import { RequestValues } from '../../request/conditions/request-values.ts';
import type { Feature } from '../../request/feature.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import type { PhaseResult, Verdict } from '../../request/verdict.ts';
import type { LimitRule } from './limit-rule.ts';
import { applyLimitRules, type LimitRulesServices } from './limit-rules-phase.ts';
import type { RateLimitsPart } from './site-limits.ts';

type LimitedRequest = RequestContext<Site & RateLimitsPart>;

export interface BodyLimitsServices extends LimitRulesServices {
  /** Reads a body of up to `most` bytes; a verdict where it cannot be held. */
  readBody(request: RequestContext, most: number): Promise<BodyValues | Verdict>;
}

/** Applies limits that depend on the body. It is only waited for if the other conditions of such a limit hold. */
function limitByBody(context: LimitedRequest, edge: BodyLimitsServices): PhaseResult {
  const { limitRules } = context.site!;
  if (limitRules === null || limitRules.bodyRules.length === 0) return null;
  if (context.allowListed || context.skips.rateLimiting || context.isReserved) return null;
  const request = new RequestValues(context, limitRules.asked, edge.clientLists, foundEarly(context));
  edge.customRuleSteps.reset();
  const rules = limitRules.bodyRules.filter(({ conditions }) =>
    mayHold(conditions, request, edge.customRuleSteps, UNKNOWN_BODY),
  );
  return rules.length === 0 ? null : ask(context, edge, rules);
}

async function ask(
  context: LimitedRequest,
  edge: BodyLimitsServices,
  rules: readonly LimitRule[],
): Promise<Verdict | null> {
  const { asked, bodyBytes } = context.site!.limitRules!;
  const body = await edge.readBody(context, bodyBytes);
  if (!(body instanceof BodyValues)) return body;
  return await applyLimitRules(context, edge, { rules, asked }, body);
}

export const bodyLimits = {
  name: 'body-limits',
  killSwitches: [],
  compile: () => ({}),
  counters: {},
  phase: limitByBody,
} as const satisfies Feature<object, BodyLimitsServices>;
