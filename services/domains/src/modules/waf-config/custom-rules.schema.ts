import { SITE_CONFIG_LIMITS } from '@palisade/edge-state';
import { z } from 'zod';
import { canonicalAddress } from './addresses.ts';
import { COUNTRY_CODES } from './countries.ts';

/** What a condition looks at. `path` is the path as origins read it: escapes undone, dot segments gone. */
export const CONDITION_FIELDS = [
  'ip',
  'country',
  'method',
  'host',
  'path',
  'query',
  'query_parameter',
  'header',
  'cookie',
  'user_agent',
  'scheme',
] as const;
export type ConditionField = (typeof CONDITION_FIELDS)[number];

export const CONDITION_OPERATORS = [
  'equals',
  'contains',
  'starts_with',
  'ends_with',
  'matches',
  'exists',
] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

/** Fields of which a request has several, told apart by a name. */
export const NAMED_FIELDS: ReadonlySet<ConditionField> = new Set(['query_parameter', 'header', 'cookie']);
/** Fields whose values are compared with their letters as they are. */
export const EXACT_FIELDS: ReadonlySet<ConditionField> = new Set(['path', 'query', 'query_parameter']);
/** Fields whose values are chosen from a list: one of them, or none. */
const CHOSEN_FIELDS: ReadonlySet<ConditionField> = new Set(['ip', 'country', 'method', 'scheme']);

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE_CHECKS: Partial<Record<ConditionField, { holds: (value: string) => boolean; else: string }>> = {
  ip: {
    holds: (value) => canonicalAddress(value) !== null,
    else: 'Please enter an IP address or a CIDR range',
  },
  country: { holds: (value) => COUNTRY_CODES.has(value), else: 'Please select a country' },
  method: { holds: (value) => TOKEN.test(value), else: 'Please enter an HTTP method, such as POST' },
  scheme: { holds: (value) => value === 'http' || value === 'https', else: 'Please choose http or https' },
};

export const conditionSchema = z
  .object({
    field: z
      .enum(CONDITION_FIELDS)
      .describe('`path` is the path as origins read it: escapes undone, dot segments gone.'),
    name: z
      .string()
      .trim()
      .max(SITE_CONFIG_LIMITS.conditionName)
      .describe('Of the header, cookie or query parameter; empty for other fields.'),
    operator: z
      .enum(CONDITION_OPERATORS)
      .describe('`matches` takes a regular expression of linear time; `equals` on `ip` also ranges.'),
    negate: z.boolean().describe('The condition holds where the operator does not.'),
    values: z
      .array(z.string().min(1, 'Please enter a value').max(SITE_CONFIG_LIMITS.conditionValue))
      .max(SITE_CONFIG_LIMITS.valuesPerCondition)
      .describe('One of them is enough; none for `exists`.'),
  })
  .superRefine(({ field, name, operator, values }, context) => {
    const fault = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (NAMED_FIELDS.has(field) !== (name !== ''))
      fault(['name'], NAMED_FIELDS.has(field) ? 'Please enter a name' : 'This field has no name');
    if (field === 'header' && name !== '' && !TOKEN.test(name))
      fault(['name'], 'This is not the name of a header');
    if (operator === 'exists') {
      if (!NAMED_FIELDS.has(field))
        fault(['operator'], 'Only headers, cookies and query parameters can be missing');
      if (values.length > 0) fault(['values'], 'A condition on existence has no values');
      return;
    }
    if (CHOSEN_FIELDS.has(field) && operator !== 'equals')
      fault(['operator'], 'This field can only be compared as a whole');
    if (values.length === 0) fault(['values'], 'Please enter at least one value');
    const check = VALUE_CHECKS[field];
    values.forEach((value, index) => {
      if (check && !check.holds(value)) fault(['values', index], check.else);
    });
  })
  .meta({ id: 'CustomRuleCondition' });

export const SKIPPED_CHECKS = ['managed_rules', 'bot_protection', 'rate_limiting'] as const;

export const customRuleSchema = z
  .object({
    id: z
      .uuid()
      .describe('Chosen by the client; stays through changes, and stands in the log as `custom:<id>`.'),
    name: z.string().trim().min(1, 'Please enter a name').max(SITE_CONFIG_LIMITS.customRuleName),
    enabled: z.boolean().describe('Only enabled rules apply and count towards the plan’s limit.'),
    action: z
      .enum(['block', 'challenge', 'log', 'skip'])
      .describe('`log` does not end the search for a rule that decides; the others do.'),
    skip: z
      .array(z.enum(SKIPPED_CHECKS))
      .max(SKIPPED_CHECKS.length)
      .describe('What `skip` leaves out; empty for other actions.'),
    conditions: z
      .array(conditionSchema)
      .min(1, 'Please add at least one condition')
      .max(SITE_CONFIG_LIMITS.conditionsPerRule)
      .describe('All of them must hold.'),
  })
  .refine(({ action, skip }) => (action === 'skip') === skip.length > 0, {
    path: ['skip'],
    error: 'Please choose what the rule skips',
  })
  .meta({ id: 'CustomRule' });
export type CustomRule = z.infer<typeof customRuleSchema>;
