import { BodyValues } from '../../request/conditions/body-values.ts';
import { mayHold } from '../../request/conditions/bounded-conditions.ts';
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
  /** What a body holds, of which so many bytes are held back at most; a verdict where it cannot be held. */
  readBody(request: RequestContext, most: number): Promise<BodyValues | Verdict>;
  counters: CustomRulesServices['counters'] & CountersOf<typeof COUNTERS>;
}

/**
 * The owner's rules that ask for the body, once it is there. A body is waited for only where the rest of such a rule holds.
 */
function applyBodyRules(context: BodyRequest, edge: BodyRulesServices): PhaseResult {
  const { customRules } = context.site!;
  if (customRules === null || customRules.bodyRules.length === 0 || isUnasked(context)) return null;
  const endedAt = ENDED_AT.read(context) ?? Number.POSITIVE_INFINITY;
  const request = new RequestValues(context, customRules.asked, edge.clientLists);
  edge.customRuleSteps.reset();
  const rules = askedOf(context, customRules).bodyRules.filter(
    ({ place, groups }) =>
      place < endedAt && groups.some((group) => mayHold(group, request, edge.customRuleSteps)),
  );
  return rules.length === 0 ? null : ask(context, edge, rules);
}

async function ask(
  context: BodyRequest,
  edge: BodyRulesServices,
  rules: readonly CustomRule[],
): Promise<Verdict | null> {
  const { asked, bodyBytes } = context.site!.customRules!;
  const body = await edge.readBody(context, bodyBytes);
  if (!(body instanceof BodyValues)) return body;
  const steps = edge.customRuleSteps;
  steps.reset();
  const request = new RequestValues(context, asked, edge.clientLists, body);
  const undecided: CustomRule[] = [];
  // What a stranger puts in front of a field is no way past a rule that keeps visitors out.
  const takenToHold = (rule: CustomRule) => !body.isStreamed && refuses(rule);
  const decision = decide({ rules }, request, steps, (rule) => undecided.push(rule), {
    takenToHold,
    isDone: (rule) => leadsHere(rule, context),
  });
  if (undecided.length > 0) edge.counters.bodyRulesUndecided++;
  const open = undecided.find((rule) => !takenToHold(rule));
  if (open !== undefined) keepRecord(context, undecidedRecord(open));
  return decision && follow(decision, { context, edge, request, steps });
}

/** The log says of a rule that nobody could tell whether it holds. */
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
  phase: applyBodyRules,
} as const satisfies Feature<object, BodyRulesServices>;
