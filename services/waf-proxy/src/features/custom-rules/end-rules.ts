import { foundLate } from '../../request/conditions/found-by.ts';
import { RequestValues } from '../../request/conditions/request-values.ts';
import { applyChanges, thoseThatAct } from './apply-changes.ts';
import type { CustomRule } from './custom-rules.ts';
import {
  askedOf,
  type CustomRulesServices,
  cutShort,
  ENDED_AT,
  keepLastRecord,
  type RuledRequest,
} from './custom-rules-phase.ts';
import { decide, recordOf } from './decide.ts';

/**
 * Applies the owner's rules that depend on the response, and those that log the managed rules' results, whatever the
 * outcome. They are not evaluated for clients that an earlier phase stopped, such as a ban or a block list: a ban would
 * prolong itself.
 */
export function applyEndRules(context: RuledRequest, edge: CustomRulesServices): void {
  const customRules = context.site?.customRules ?? null;
  if (customRules === null || customRules.endRules.length === 0) return;
  const endedAt = ENDED_AT.read(context);
  if (endedAt === undefined) return;
  const steps = edge.customRuleSteps;
  steps.reset();
  const request = new RequestValues(context, customRules.asked, edge.clientLists, foundLate(context));
  const rules = askedOf(context, customRules).endRules.filter(({ place }) => place < endedAt);
  let undecided: CustomRule | null = null;
  const decision = decide({ rules }, request, steps, (rule) => {
    undecided ??= rule;
  });
  if (undecided !== null) cutShort(context, edge, undecided);
  if (decision === null) return;
  const acting = thoseThatAct(decision.noted, context);
  const record = recordOf(acting, request, steps);
  if (record !== null) keepLastRecord(context, record);
  // The current time, as a connection may have lasted for hours.
  applyChanges(acting, context, edge, Date.now());
}
