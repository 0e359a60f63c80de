import {
  AT_LEAST_ONE_VALUE,
  actionShape,
  CONDITION_FIELDS,
  CONDITION_LIMITS,
  CONDITION_OPERATORS,
  CUSTOM_RULE_ACTIONS,
  CUSTOM_RULE_LIMITS,
  HTTP_TOKEN,
  JSON_PATH,
  JSON_PATH_INVALID,
  NAMED_FIELDS,
  SKIPPED_CHECKS,
  timeProblem,
  valueProblem,
} from '../../../../entities/policy/site-policy.ts';
import { requiredText } from '../../../../shared/lib/form-fields.ts';
import * as z from '../../../../shared/lib/zod.ts';

const condition = z
  .object({
    field: z.enum(CONDITION_FIELDS),
    name: z.string().check(z.trim(), z.maxLength(CONDITION_LIMITS.name, 'This name is too long')),
    operator: z.enum(CONDITION_OPERATORS),
    negate: z.boolean(),
    values: z
      .array(z.string())
      .check(z.maxLength(CONDITION_LIMITS.values, `At most ${CONDITION_LIMITS.values} values`)),
  })
  .check((context) => {
    const { field, name, operator, values } = context.value;
    const fault = (path: (string | number)[], message: string) =>
      context.issues.push({ code: 'custom', path, message, input: context.value });
    if (NAMED_FIELDS.has(field) && name === '') fault(['name'], 'Please enter a name');
    if (field === 'header' && name !== '' && !HTTP_TOKEN.test(name))
      fault(['name'], 'This is not a valid header name');
    if (field === 'json_path' && name !== '' && !JSON_PATH.test(name)) fault(['name'], JSON_PATH_INVALID);
    if (operator === 'exists') return;
    if (values.length === 0)
      fault(['values'], operator === 'in_list' ? 'Please choose a list' : 'Please enter at least one value');
    if (operator === 'at_least' && values.length > 1) fault(['values'], AT_LEAST_ONE_VALUE);
    values.forEach((value, index) => {
      const problem = valueProblem(field, operator, value);
      if (problem) fault(['values', index], problem);
    });
  });

export const ruleSchema = z
  .object({
    id: z.string(),
    name: requiredText('Please enter a name').check(
      z.maxLength(CUSTOM_RULE_LIMITS.name, 'This name is too long'),
    ),
    enabled: z.boolean(),
    action: z.enum(CUSTOM_RULE_ACTIONS),
    skip: z.array(z.enum(SKIPPED_CHECKS)),
    conditions: z.array(condition).check(z.minLength(1, 'Please add at least one condition')),
    alternatives: z.optional(z.array(z.array(condition))),
    ...actionShape,
  })
  .check(
    (context) => {
      const problem = timeProblem(context.value);
      if (problem !== null) context.issues.push({ code: 'custom', ...problem, input: context.value });
    },
    z.refine(({ action, skip }) => action !== 'skip' || skip.length > 0, {
      path: ['skip'],
      error: 'Please choose what the rule skips',
    }),
  );
