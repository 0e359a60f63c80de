import type { FieldError, FieldErrorsImpl, Merge } from 'react-hook-form';
import type { CustomRuleCondition } from '../../../../shared/api/types.ts';
import type { ConditionErrors } from './condition-fields.tsx';

/** Form errors of one condition: of its list of values, and of single values. */
export function conditionErrors(
  of: Merge<FieldError, FieldErrorsImpl<CustomRuleCondition>> | undefined,
): ConditionErrors {
  const values = of?.values as
    | ({ message?: string; root?: { message?: string } } & { message?: string }[])
    | undefined;
  const eachValue: Record<number, string> = {};
  if (values)
    for (const [at, one] of Object.entries(values))
      if (/^\d+$/.test(at) && one && typeof one === 'object' && 'message' in one && one.message)
        eachValue[Number(at)] = String(one.message);
  return {
    name: of?.name?.message,
    operator: of?.operator?.message ?? of?.field?.message,
    values: values?.message ?? values?.root?.message,
    eachValue,
  };
}
