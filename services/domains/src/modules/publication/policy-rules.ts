import type { MessageInitShape } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import type { CustomRule } from '../waf-config/custom-rules.schema.ts';
import { hasExpired, type RuleExclusion } from '../waf-config/rule-exclusions.schema.ts';

type Condition = CustomRule['conditions'][number];

const ACTION = {
  block: edgeV1.CustomRuleAction.BLOCK,
  challenge: edgeV1.CustomRuleAction.CHALLENGE,
  log: edgeV1.CustomRuleAction.LOG,
  skip: edgeV1.CustomRuleAction.SKIP,
} as const satisfies Record<CustomRule['action'], edgeV1.CustomRuleAction>;
const SKIPPED = {
  managed_rules: edgeV1.SkippedCheck.MANAGED_RULES,
  bot_protection: edgeV1.SkippedCheck.BOT_PROTECTION,
  rate_limiting: edgeV1.SkippedCheck.RATE_LIMITING,
} as const satisfies Record<CustomRule['skip'][number], edgeV1.SkippedCheck>;
const FIELD = {
  ip: edgeV1.ConditionField.IP,
  country: edgeV1.ConditionField.COUNTRY,
  method: edgeV1.ConditionField.METHOD,
  host: edgeV1.ConditionField.HOST,
  path: edgeV1.ConditionField.PATH,
  query: edgeV1.ConditionField.QUERY,
  query_parameter: edgeV1.ConditionField.QUERY_PARAMETER,
  header: edgeV1.ConditionField.HEADER,
  cookie: edgeV1.ConditionField.COOKIE,
  user_agent: edgeV1.ConditionField.USER_AGENT,
  scheme: edgeV1.ConditionField.SCHEME,
} as const satisfies Record<Condition['field'], edgeV1.ConditionField>;
const OPERATOR = {
  equals: edgeV1.ConditionOperator.EQUALS,
  contains: edgeV1.ConditionOperator.CONTAINS,
  starts_with: edgeV1.ConditionOperator.STARTS_WITH,
  ends_with: edgeV1.ConditionOperator.ENDS_WITH,
  matches: edgeV1.ConditionOperator.MATCHES,
  exists: edgeV1.ConditionOperator.EXISTS,
} as const satisfies Record<Condition['operator'], edgeV1.ConditionOperator>;

/** Rules as the edge knows them; those that do not apply are left out before. */
export function customRuleMessages(
  rules: readonly CustomRule[],
): MessageInitShape<typeof edgeV1.CustomRuleSchema>[] {
  return rules.map(({ id, name, action, skip, conditions }) => ({
    id,
    name,
    action: ACTION[action],
    skips: skip.map((check) => SKIPPED[check]),
    conditions: conditions.map((condition) => ({
      field: FIELD[condition.field],
      name: condition.name,
      operator: OPERATOR[condition.operator],
      negate: condition.negate,
      values: [...condition.values],
    })),
  }));
}

export function exclusionMessages(
  exclusions: readonly RuleExclusion[],
  nowMs: number,
): MessageInitShape<typeof edgeV1.RuleExclusionSchema>[] {
  return exclusions
    .filter((exclusion) => !hasExpired(exclusion, nowMs))
    .map(({ id, by, value, target, path_prefix }) => ({
      name: id,
      by: { case: by === 'tag' ? ('tag' as const) : ('ruleId' as const), value },
      target,
      pathPrefix: path_prefix,
    }));
}

/** When the next of them expires; null if none will. */
export function nextExpiry(exclusions: readonly RuleExclusion[], nowMs: number): Date | null {
  const times = exclusions
    .filter((exclusion) => exclusion.expires_at !== null && !hasExpired(exclusion, nowMs))
    .map(({ expires_at }) => Date.parse(expires_at!));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
