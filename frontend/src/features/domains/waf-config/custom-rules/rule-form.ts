import { addressOrRange } from '../../../../shared/lib/address-range.ts';
import { requiredText } from '../../../../shared/lib/form-fields.ts';
import * as z from '../../../../shared/lib/zod.ts';
import { type ConditionField, conditionFields } from '../../../../shared/rules/custom-rule-words.ts';
import { LIMITS } from './rule-values.ts';

/** A name in HTTP: of headers, and of methods. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const REFUSALS: Partial<Record<ConditionField, { holds: (value: string) => boolean; else: string }>> = {
  ip: {
    holds: (value) => addressOrRange(value) !== null,
    else: 'Please enter an IP address or a CIDR range',
  },
  country: { holds: (value) => /^[A-Z]{2}$/.test(value), else: 'Please select a country' },
  method: { holds: (value) => TOKEN.test(value), else: 'Please enter an HTTP method, such as POST' },
  scheme: { holds: (value) => value === 'http' || value === 'https', else: 'Please choose http or https' },
};

/** Why a value cannot stand in a condition on this field, in the API's words; undefined if it can. */
export function valueProblem(field: ConditionField, value: string): string | undefined {
  if (value === '') return 'Please enter a value';
  if (value.length > LIMITS.value) return `A value has at most ${LIMITS.value} characters`;
  const check = REFUSALS[field];
  return check && !check.holds(value) ? check.else : undefined;
}

const condition = z
  .object({
    field: z.enum(Object.keys(conditionFields) as [ConditionField, ...ConditionField[]]),
    name: z.string().check(z.trim(), z.maxLength(LIMITS.conditionName, 'This name is too long')),
    operator: z.enum(['equals', 'contains', 'starts_with', 'ends_with', 'matches', 'exists']),
    negate: z.boolean(),
    values: z.array(z.string()).check(z.maxLength(LIMITS.values, `At most ${LIMITS.values} values`)),
  })
  .check((context) => {
    const { field, name, operator, values } = context.value;
    const fault = (path: (string | number)[], message: string) =>
      context.issues.push({ code: 'custom', path, message, input: context.value });
    if (conditionFields[field].named && name === '') fault(['name'], 'Please enter a name');
    if (field === 'header' && name !== '' && !TOKEN.test(name))
      fault(['name'], 'This is not the name of a header');
    if (operator === 'exists') return;
    if (values.length === 0) fault(['values'], 'Please enter at least one value');
    values.forEach((value, index) => {
      const problem = valueProblem(field, value);
      if (problem) fault(['values', index], problem);
    });
  });

export const ruleSchema = z
  .object({
    id: z.string(),
    name: requiredText('Please enter a name').check(z.maxLength(LIMITS.name, 'This name is too long')),
    enabled: z.boolean(),
    action: z.enum(['block', 'challenge', 'log', 'skip']),
    skip: z.array(z.enum(['managed_rules', 'bot_protection', 'rate_limiting'])),
    conditions: z.array(condition).check(z.minLength(1, 'Please add at least one condition')),
  })
  .check(
    z.refine(({ action, skip }) => action !== 'skip' || skip.length > 0, {
      path: ['skip'],
      error: 'Please choose what the rule skips',
    }),
  );
