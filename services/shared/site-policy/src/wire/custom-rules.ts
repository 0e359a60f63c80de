import { edgeV1 } from '@palisade/contracts';
import * as z from 'zod/mini';
import { CUSTOM_RULE_ACTION_LIMITS, LISTING_MINUTES } from '../groups/custom-rule-actions.ts';
import {
  CONDITION_LIMITS,
  type ConditionField,
  type CustomRuleCondition,
} from '../groups/custom-rule-conditions.ts';
import {
  CUSTOM_RULE_LIMITS,
  type CustomRule,
  includedRules,
  SKIPPED_CHECKS,
} from '../groups/custom-rules.ts';
import { REDIRECT_LIMITS } from '../groups/redirects.ts';
import { wirePathSchema } from '../model/paths.ts';
import { inverse, type Part } from './part.ts';
import { encodeHeaderRule, isRedirectStatus, oneLine, wireHeaderRuleSchema } from './traffic-rules.ts';

const ACTION = {
  block: edgeV1.CustomRuleAction.BLOCK,
  challenge: edgeV1.CustomRuleAction.CHALLENGE,
  log: edgeV1.CustomRuleAction.LOG,
  skip: edgeV1.CustomRuleAction.SKIP,
  redirect: edgeV1.CustomRuleAction.REDIRECT,
  page: edgeV1.CustomRuleAction.PAGE,
  rewrite: edgeV1.CustomRuleAction.REWRITE,
  change_headers: edgeV1.CustomRuleAction.CHANGE_HEADERS,
  add_to_list: edgeV1.CustomRuleAction.ADD_TO_LIST,
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
  asn: edgeV1.ConditionField.ASN,
  http_version: edgeV1.ConditionField.HTTP_VERSION,
  form_field: edgeV1.ConditionField.FORM_FIELD,
  json_path: edgeV1.ConditionField.JSON_PATH,
  file_name: edgeV1.ConditionField.FILE_NAME,
  file_type: edgeV1.ConditionField.FILE_TYPE,
  ja4: edgeV1.ConditionField.JA4,
  tls_version: edgeV1.ConditionField.TLS_VERSION,
  bot_kind: edgeV1.ConditionField.BOT_KIND,
  attack_score: edgeV1.ConditionField.ATTACK_SCORE,
  answer_status: edgeV1.ConditionField.ANSWER_STATUS,
} as const satisfies Record<ConditionField, edgeV1.ConditionField>;
const OPERATOR = {
  equals: edgeV1.ConditionOperator.EQUALS,
  contains: edgeV1.ConditionOperator.CONTAINS,
  starts_with: edgeV1.ConditionOperator.STARTS_WITH,
  ends_with: edgeV1.ConditionOperator.ENDS_WITH,
  matches: edgeV1.ConditionOperator.MATCHES,
  exists: edgeV1.ConditionOperator.EXISTS,
  in_list: edgeV1.ConditionOperator.IN_LIST,
  at_least: edgeV1.ConditionOperator.AT_LEAST,
} as const satisfies Record<CustomRuleCondition['operator'], edgeV1.ConditionOperator>;

const fields = inverse<ConditionField, edgeV1.ConditionField>(FIELD);
const operators = inverse<CustomRuleCondition['operator'], edgeV1.ConditionOperator>(OPERATOR);

/** The field of a condition in the document; undefined for one that this version does not know. */
export const conditionFieldOf = (field: edgeV1.ConditionField): ConditionField | undefined =>
  fields.get(field);

/** Undefined for one whose field or operator this version does not know. */
export function decodeCondition(one: edgeV1.CustomCondition): CustomRuleCondition | undefined {
  const [field, operator] = [fields.get(one.field), operators.get(one.operator)];
  if (field === undefined || operator === undefined) return undefined;
  return { field, operator, name: one.name, negate: one.negate, values: one.values };
}

/** A condition as the edge takes it. */
export const wireConditionSchema = z.object({
  field: z.enum(edgeV1.ConditionField),
  name: z.string().check(z.maxLength(CONDITION_LIMITS.name)),
  operator: z.enum(edgeV1.ConditionOperator),
  negate: z.boolean(),
  values: z
    .array(z.string().check(z.minLength(1), z.maxLength(CONDITION_LIMITS.value)))
    .check(z.maxLength(CONDITION_LIMITS.values)),
});

const wireGroupSchema = z
  .array(wireConditionSchema)
  .check(z.minLength(1), z.maxLength(CUSTOM_RULE_LIMITS.conditions));

const customRule = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  name: z.string().check(z.minLength(1), z.maxLength(CUSTOM_RULE_LIMITS.name)),
  action: z.enum(edgeV1.CustomRuleAction),
  conditions: wireGroupSchema,
  alternatives: z
    .array(z.object({ conditions: wireGroupSchema }))
    .check(z.maxLength(CUSTOM_RULE_LIMITS.alternatives)),
  skips: z.array(z.enum(edgeV1.SkippedCheck)).check(z.maxLength(SKIPPED_CHECKS.length)),
  redirect: z.optional(
    z.object({
      to: oneLine(REDIRECT_LIMITS.target).check(z.minLength(1)),
      status: z.int().check(z.refine(isRedirectStatus, 'is no redirect')),
      keepQuery: z.boolean(),
    }),
  ),
  page: z.optional(
    z.object({
      status: z.int().check(z.minimum(200), z.maximum(599)),
      language: z.string().check(z.maxLength(16)),
      html: z.string().check(z.maxLength(CUSTOM_RULE_ACTION_LIMITS.html)),
    }),
  ),
  rewrite: z.optional(z.object({ from: wirePathSchema, to: wirePathSchema })),
  headers: z.array(wireHeaderRuleSchema).check(z.maxLength(CUSTOM_RULE_ACTION_LIMITS.headers)),
  listing: z.optional(
    z.object({
      listId: z.string().check(z.minLength(1), z.maxLength(64)),
      seconds: z.int().check(z.minimum(60), z.maximum(LISTING_MINUTES.max * 60)),
    }),
  ),
});

const { MATCHES } = edgeV1.ConditionOperator;
const wireRulesSchema = z.array(customRule).check(
  z.maxLength(CUSTOM_RULE_LIMITS.rules),
  z.refine((rules) => valuesIn(rules) <= CUSTOM_RULE_LIMITS.values, 'have too many values'),
  z.refine(
    (rules) => valuesIn(rules, MATCHES) <= CUSTOM_RULE_LIMITS.patterns,
    'have too many regular expressions',
  ),
);

function valuesIn(rules: readonly z.infer<typeof customRule>[], by?: edgeV1.ConditionOperator): number {
  return rules
    .flatMap(({ conditions, alternatives }) => [
      ...conditions,
      ...alternatives.flatMap((group) => group.conditions),
    ])
    .filter(({ operator }) => by === undefined || operator === by)
    .reduce((sum, { values }) => sum + values.length, 0);
}

/** The edge's guard: no rules that need what the plan does not have, and no more than it includes. */
export const rulesUnderPlan = (
  rules: readonly edgeV1.CustomRule[],
  plan: Parameters<typeof includedRules>[2],
): edgeV1.CustomRule[] =>
  includedRules(
    rules,
    (rule) => [
      ...(rule.action === ACTION.challenge ? (['botProtection'] as const) : []),
      ...(namesLists(rule) ? (['ipManagement'] as const) : []),
    ],
    plan,
  );

const namesLists = ({ conditions, alternatives, listing }: edgeV1.CustomRule): boolean =>
  listing !== undefined ||
  [conditions, ...alternatives.map((group) => group.conditions)].some((group) =>
    group.some(({ operator }) => operator === OPERATOR.in_list),
  );

export const encodeCondition = ({ field, name, operator, negate, values }: CustomRuleCondition) => ({
  field: FIELD[field],
  name,
  operator: OPERATOR[operator],
  negate,
  values: [...values],
});

export const encodeRule = ({
  id,
  name,
  action,
  skip,
  conditions,
  alternatives = [],
  redirect,
  page,
  rewrite,
  headers = [],
  listing,
}: CustomRule) => ({
  id,
  name,
  action: ACTION[action],
  skips: skip.map((check) => SKIPPED[check]),
  conditions: conditions.map(encodeCondition),
  alternatives: alternatives.map((group) => ({ conditions: group.map(encodeCondition) })),
  ...(redirect && {
    redirect: { to: redirect.to, status: redirect.status, keepQuery: redirect.keep_query },
  }),
  ...(page && { page: { ...page } }),
  ...(rewrite && { rewrite: { ...rewrite } }),
  ...(headers.length > 0 && { headers: headers.map(encodeHeaderRule) }),
  ...(listing && { listing: { listId: listing.list, seconds: listing.minutes * 60 } }),
});

/** The edge gets only rules that apply: those that are off are left out before. */
export const customRulesPart: Part = {
  fields: ['custom_rules'],
  schemas: { 'policy.customRules': wireRulesSchema },
  encode: ({ custom_rules: rules }) => ({
    'policy.customRules': rules.map(encodeRule),
  }),
  // The edge compiles them from the document itself.
  decode: () => ({}),
};
