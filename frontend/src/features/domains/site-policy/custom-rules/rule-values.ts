import {
  type ConditionField,
  type ConditionOperator,
  conditionFields,
  operatorsOf,
} from '../../../../entities/policy/policy-words.ts';
import {
  CUSTOM_RULE_LIMITS,
  NUMBER_FIELDS,
  PART_NAMES,
  partOf,
} from '../../../../entities/policy/site-policy.ts';
import type { CustomRule, CustomRuleCondition } from '../../../../shared/api/types.ts';

export const emptyCondition = (field: ConditionField = 'path'): CustomRuleCondition => ({
  field,
  name: '',
  operator: operatorsOf(field).includes('starts_with') ? 'starts_with' : 'equals',
  negate: false,
  values: [],
});

export const emptyRule = (): CustomRule => ({
  id: crypto.randomUUID(),
  name: '',
  enabled: true,
  action: 'block',
  skip: [],
  conditions: [emptyCondition()],
});

type HeaderChange = NonNullable<CustomRule['headers']>[number];
export const emptyHeader = (): HeaderChange => ({
  target: 'request',
  operation: 'set',
  name: '',
  value: '',
});

/** Initial values of actions' fields. */
const EMPTY_PARTS: Required<Pick<CustomRule, (typeof PART_NAMES)[number]>> = {
  redirect: { to: '', status: 302, keep_query: false },
  page: { status: 403, language: 'en', html: '' },
  rewrite: { from: '', to: '' },
  headers: [emptyHeader()],
  listing: { list: '', minutes: 60 },
};

/** Changes the action and adds its fields. Those of other actions are kept until the rule is {@link settled}. */
export function onAction(before: CustomRule, action: CustomRule['action']): Partial<CustomRule> {
  const own = partOf(action);
  if (own === undefined || before[own] !== undefined) return { action };
  return { action, [own]: EMPTY_PARTS[own] };
}

/** Without fields of other actions. */
export const ofItsAction = (rule: CustomRule): CustomRule => ({
  ...rule,
  ...Object.fromEntries(
    PART_NAMES.filter((part) => part !== partOf(rule.action)).map((part) => [part, undefined]),
  ),
});

/** A copy to be inserted after it; disabled until it is edited. */
export const copyOf = (rule: CustomRule): CustomRule => ({
  ...rule,
  id: crypto.randomUUID(),
  name: `${rule.name.slice(0, CUSTOM_RULE_LIMITS.name - ' (copy)'.length)} (copy)`,
  enabled: false,
});

/** Changes the operator: ids of lists are not kept as values, nor the reverse. */
export const onOperator = (
  before: CustomRuleCondition,
  operator: ConditionOperator,
  negate: boolean,
): CustomRuleCondition => ({
  ...before,
  operator,
  negate,
  values: valuesFor(operator, before),
});

function valuesFor(operator: ConditionOperator, before: CustomRuleCondition): string[] {
  if ((operator === 'in_list') !== (before.operator === 'in_list')) return [];
  return operator === 'at_least' ? before.values.slice(-1) : before.values;
}

/** Changes the field and keeps what still fits. */
export function onField(before: CustomRuleCondition, field: ConditionField): CustomRuleCondition {
  const { chosen, named } = conditionFields[field];
  const sameKind =
    !chosen &&
    !conditionFields[before.field].chosen &&
    NUMBER_FIELDS.has(field) === NUMBER_FIELDS.has(before.field);
  const operators = operatorsOf(field);
  return {
    field,
    name: named && conditionFields[before.field].named ? before.name : '',
    operator:
      sameKind && operators.includes(before.operator) ? before.operator : emptyCondition(field).operator,
    negate: before.negate,
    // A list contains values of one kind.
    values: sameKind && before.operator !== 'exists' && before.operator !== 'in_list' ? before.values : [],
  };
}

/**
 * Removes what the form keeps but the rule does not need: fields of other actions, names of fields without one, values
 * of existence tests.
 */
export const settled = ({ alternatives = [], ...rule }: CustomRule): CustomRule => ({
  ...withoutEmptyParts(ofItsAction(rule)),
  name: rule.name.trim(),
  skip: rule.action === 'skip' ? rule.skip : [],
  conditions: rule.conditions.map(settledCondition),
  ...(alternatives.length > 0 && { alternatives: alternatives.map((group) => group.map(settledCondition)) }),
});

/** In a form, an absent part is undefined. */
const withoutEmptyParts = (rule: CustomRule): CustomRule =>
  Object.fromEntries(Object.entries(rule).filter(([, part]) => part !== undefined)) as unknown as CustomRule;

const settledCondition = (one: CustomRuleCondition): CustomRuleCondition => ({
  ...one,
  name: conditionFields[one.field].named ? one.name.trim() : '',
  values: one.operator === 'exists' ? [] : one.values,
});
