import { BodyValues } from '../../request/conditions/body-values.ts';
import { mayHold, UNKNOWN_BODY } from '../../request/conditions/bounded-conditions.ts';
import { foundLate } from '../../request/conditions/found-by.ts';
import type { KnownFacts } from '../../request/conditions/found-out.ts';
import { RequestValues } from '../../request/conditions/request-values.ts';
import type { CountersOf, Feature } from '../../request/feature.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import type { PhaseResult, Verdict } from '../../request/verdict.ts';
import { type CustomRule, refuses } from './custom-rules.ts';
import {
  askedOf,
  type CustomRulesPart,
  type CustomRulesServices,
  cutShort,
  ENDED_AT,
  follow,
  isUnasked,
  keepRecord,
  leadsHere,
} from './custom-rules-phase.ts';
import { type CustomRecord, decide } from './decide.ts';

const COUNTERS = {
  bodyRulesUndecided: 'Requests whose body was too long, or not readable, for a custom rule that asks for it',
} as const;

type BodyRequest = RequestContext<Site & CustomRulesPart>;

export interface BodyRulesServices extends CustomRulesServices {
  /** Reads a body of up to `most` bytes; a verdict where it cannot be held. */
  readBody(request: RequestContext, most: number): Promise<BodyValues | Verdict>;
  counters: CustomRulesServices['counters'] & CountersOf<typeof COUNTERS>;
}

/**
 * Applies the owner's rules that depend on the body or on the managed rules' results. The body is only waited for if
 * the other conditions of such a rule hold.
 */
function applyLateRules(context: BodyRequest, edge: BodyRulesServices): PhaseResult {
  const { customRules } = context.site!;
  if (customRules === null || customRules.lateRules.length === 0 || isUnasked(context)) return null;
  const endedAt = ENDED_AT.read(context) ?? Number.POSITIVE_INFINITY;
  const found = foundLate(context);
  const request = new RequestValues(context, customRules.asked, edge.clientLists, found);
  edge.customRuleSteps.reset();
  const groupsThatMayHold = ({ groups }: CustomRule) =>
    groups.filter((group) => mayHold(group, request, edge.customRuleSteps, UNKNOWN_BODY));
  const mayDecide = askedOf(context, customRules)
    .lateRules.filter(({ place }) => place < endedAt)
    .map((rule) => ({ rule, groups: groupsThatMayHold(rule) }))
    .filter(({ groups }) => groups.length > 0);
  if (mayDecide.length === 0) return null;
  const rules = mayDecide.map(({ rule }) => rule);
  const asksBody = mayDecide.some(({ groups }) =>
    groups.some((group) => group.some(({ condition }) => condition.asks === 'body')),
  );
  return asksBody ? askWithBody(context, edge, rules, found) : ask(context, edge, rules, found);
}

async function askWithBody(
  context: BodyRequest,
  edge: BodyRulesServices,
  rules: readonly CustomRule[],
  found: KnownFacts,
): Promise<Verdict | null> {
  const body = await edge.readBody(context, context.site!.customRules!.bodyBytes);
  return body instanceof BodyValues ? ask(context, edge, rules, { ...found, body }) : body;
}

function ask(
  context: BodyRequest,
  edge: BodyRulesServices,
  rules: readonly CustomRule[],
  found: KnownFacts,
): Verdict | null {
  const { asked, endRules } = context.site!.customRules!;
  const steps = edge.customRuleSteps;
  steps.reset();
  const request = new RequestValues(context, asked, edge.clientLists, found);
  const undecided: CustomRule[] = [];
  // A blocking rule counts as matching if it cannot be decided, so that padding a body is no way around it.
  const takenToHold = (rule: CustomRule) =>
    found.body !== null && !found.body.isStreamed && rule.asks.has('body') && refuses(rule);
  const decision = decide({ rules }, request, steps, (rule) => undecided.push(rule), {
    takenToHold,
    isDone: (rule) => leadsHere(rule, context),
  });
  const byBody = undecided.filter((rule) => rule.asks.has('body'));
  if (byBody.length > 0) edge.counters.bodyRulesUndecided++;
  else if (undecided.length > 0) cutShort(context, edge, undecided[0]!);
  const open = byBody.find((rule) => !takenToHold(rule));
  if (open !== undefined) keepRecord(context, undecidedRecord(open));
  if (decision?.decided && endRules.length > 0) ENDED_AT.keep(context, decision.decided.rule.place);
  return decision && follow(decision, { context, edge, request, steps });
}

/** Log record of a rule that could not be decided. */
const undecidedRecord = ({ name, reason }: CustomRule): CustomRecord => ({
  name,
  matches: [
    {
      ruleId: 0,
      phase: 2,
      message: name,
      data: 'It was not known whether it holds, since the body is longer than what is looked at, or not readable',
      severity: null,
      tags: [reason, 'custom-action/undecided'],
      logged: true,
      targets: [],
      score: 0,
    },
  ],
});

export const bodyRules = {
  name: 'body-rules',
  killSwitches: [],
  compile: () => ({}),
  counters: COUNTERS,
  phase: applyLateRules,
} as const satisfies Feature<object, BodyRulesServices>;
