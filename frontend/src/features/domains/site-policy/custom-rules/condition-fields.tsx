import { Trash2 } from 'lucide-react';
import {
  type ConditionField,
  type ConditionOperator,
  conditionFields,
  operatorsOf,
  operatorText,
} from '../../../../entities/policy/policy-words.ts';
import type { CustomRuleCondition } from '../../../../shared/api/types.ts';
import { cn } from '../../../../shared/lib/cn.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { Input, Select } from '../../../../shared/ui/input.tsx';
import { onField, onOperator } from './rule-values.ts';
import { ValuesField } from './values-field.tsx';

/** Errors of a condition by field. */
export interface ConditionErrors {
  name?: string;
  operator?: string;
  values?: string;
  eachValue: Readonly<Record<number, string>>;
}

interface ConditionFieldsProps {
  index: number;
  /** Fields that cannot be chosen. */
  without?: ReadonlySet<ConditionField>;
  condition: CustomRuleCondition;
  errors: ConditionErrors;
  onChange: (condition: CustomRuleCondition) => void;
  /** Absent for the only condition. */
  onRemove: (() => void) | undefined;
}

const fields = Object.entries(conditionFields) as [
  ConditionField,
  (typeof conditionFields)[ConditionField],
][];

const NONE: ReadonlySet<ConditionField> = new Set();
const namePlaceholders: Partial<Record<ConditionField, string>> = {
  header: 'X-Requested-With',
  form_field: 'email',
  json_path: 'items[*].sku',
};

/** One condition: field, operator, values. */
export function ConditionFields({
  index,
  without = NONE,
  condition,
  errors,
  onChange,
  onRemove,
}: ConditionFieldsProps) {
  const { field, name, operator, negate, values } = condition;
  const { named } = conditionFields[field];
  const set = (part: Partial<CustomRuleCondition>) => onChange({ ...condition, ...part });
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3 rounded-md border border-line p-3 sm:p-4">
      <legend className="sr-only">Condition {index + 1}</legend>
      <div className="flex items-end gap-2">
        <div className="grid min-w-0 flex-1 grid-cols-2 gap-3 sm:flex">
          <Field label={index === 0 ? 'When' : 'and when'} className="sm:flex-1">
            <Select
              value={field}
              onChange={(event) => onChange(onField(condition, event.target.value as ConditionField))}
            >
              {fields
                .filter(([value]) => !without.has(value))
                .map(([value, { label }]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
            </Select>
          </Field>
          {named && (
            <Field label="Name" className="sm:flex-1" error={errors.name}>
              <Input
                className="font-mono"
                autoCapitalize="none"
                spellCheck={false}
                placeholder={namePlaceholders[field]}
                value={name}
                onChange={(event) => set({ name: event.target.value })}
              />
            </Field>
          )}
          <Field
            label="Comparison"
            className={cn('sm:flex-1', named && 'max-sm:col-span-2')}
            error={errors.operator}
          >
            <Select
              value={`${negate ? '!' : ''}${operator}`}
              onChange={({ target }) =>
                onChange(
                  onOperator(
                    condition,
                    target.value.replace('!', '') as ConditionOperator,
                    target.value.startsWith('!'),
                  ),
                )
              }
            >
              {operatorsOf(field).flatMap((one) =>
                [false, true].map((not) => (
                  <option key={`${one}${not}`} value={`${not ? '!' : ''}${one}`}>
                    {operatorText(one, not)}
                  </option>
                )),
              )}
            </Select>
          </Field>
        </div>
        {onRemove && (
          <Button
            size="icon"
            variant="ghost"
            className="mb-0.5 text-danger-text max-sm:self-start max-sm:mt-6.5"
            aria-label={`Remove condition ${index + 1}`}
            icon={<Trash2 className="size-4" />}
            onClick={onRemove}
          />
        )}
      </div>
      {operator !== 'exists' && (
        <ValuesField
          // Resets the typed text when the field changes.
          key={`${field} ${operator === 'in_list'}`}
          field={field}
          operator={operator}
          values={values}
          onChange={(next) => set({ values: next })}
          error={errors.values}
          errors={errors.eachValue}
        />
      )}
    </fieldset>
  );
}
