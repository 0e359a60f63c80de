import type { ReactNode } from 'react';
import {
  type Control,
  type FieldPath,
  type FieldPathByValue,
  type FieldValues,
  get,
  useController,
  useFormState,
} from 'react-hook-form';
import { Field } from '../../../../shared/ui/field.tsx';
import { Input, Select } from '../../../../shared/ui/input.tsx';
import { Segmented } from '../../../../shared/ui/segmented.tsx';
import { SwitchRow } from '../../../../shared/ui/switch.tsx';
import { firstMessage } from './first-message.ts';

interface Bound<Values extends FieldValues, Name extends FieldPath<Values>> {
  control: Control<Values>;
  name: Name;
}

interface Words {
  label: string;
  hint?: ReactNode;
  optional?: boolean;
  required?: boolean;
  className?: string;
}

function useError<Values extends FieldValues>({ control, name }: Bound<Values, FieldPath<Values>>) {
  return firstMessage(get(useFormState({ control, name }).errors, name));
}

/** An error below a control that has no place for it. */
export function Refused({ message }: { message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p role="alert" className="pb-3 text-[0.8125rem] font-medium text-danger-text">
      {message}
    </p>
  );
}

export function TextField<Values extends FieldValues>({
  control,
  name,
  ...words
}: Bound<Values, FieldPathByValue<Values, string>> & Words) {
  const error = useError({ control, name });
  return (
    <Field {...words} error={error}>
      <Input className="font-mono" autoCapitalize="none" spellCheck={false} {...control.register(name)} />
    </Field>
  );
}

/** A list of texts with its errors. */
export function ListField<Values extends FieldValues>({
  control,
  name,
  list,
}: Bound<Values, FieldPathByValue<Values, string[]>> & {
  list: (field: { entries: readonly string[]; onChange: (entries: string[]) => void }) => ReactNode;
}) {
  const { field, fieldState } = useController({ control, name });
  return (
    <div>
      {list({ entries: field.value, onChange: field.onChange })}
      <Refused message={firstMessage(fieldState.error)} />
    </div>
  );
}

/** A whole number; an incomplete input stays, with its error. */
export function NumberField<Values extends FieldValues>({
  control,
  name,
  limits,
  ...words
}: Bound<Values, FieldPathByValue<Values, number>> & Words & { limits?: { min: number; max: number } }) {
  const error = useError({ control, name });
  return (
    <Field {...words} error={error}>
      <Input
        className="font-mono"
        inputMode="numeric"
        title={limits && `${limits.min} to ${limits.max}`}
        {...control.register(name, { setValueAs: wholeNumber })}
      />
    </Field>
  );
}

/** Input that is no number is left to the schema, which reports it. */
const wholeNumber = (typed: string | number): number =>
  typeof typed === 'number' ? typed : /^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN;

export function SelectField<Values extends FieldValues>({
  control,
  name,
  options,
  onChoice,
  ...words
}: Bound<Values, FieldPathByValue<Values, string>> &
  Words & { options: readonly { value: string; label: string }[]; onChoice?: (value: string) => void }) {
  const error = useError({ control, name });
  return (
    <Field {...words} error={error}>
      <Select {...control.register(name, { onChange: (event) => onChoice?.(event.target.value) })}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** A few choices side by side, with descriptions. */
export function ChoiceRow<Values extends FieldValues, Choice extends string>({
  control,
  name,
  label,
  hintOf,
  options,
}: Bound<Values, FieldPathByValue<Values, Choice>> & {
  label: string;
  hintOf: (choice: Choice) => string;
  options: readonly { value: Choice; label: string }[];
}) {
  const { field, fieldState } = useController({ control, name });
  return (
    <div>
      <div className="grid gap-2 py-3 sm:flex sm:items-center sm:justify-between">
        <div className="min-w-0">
          <p className="text-sm font-[560]">{label}</p>
          <p className="text-[0.8125rem] text-ink-muted">{hintOf(field.value)}</p>
        </div>
        <Segmented
          className="sm:shrink-0"
          label={label}
          value={field.value as Choice}
          onChange={field.onChange}
          options={options}
        />
      </div>
      <Refused message={firstMessage(fieldState.error)} />
    </div>
  );
}

export function SwitchField<Values extends FieldValues>({
  control,
  name,
  label,
  description,
  onSwitched,
}: Bound<Values, FieldPathByValue<Values, boolean>> & {
  label: string;
  description: string;
  /** Called with the new state. */
  onSwitched?: (on: boolean) => void;
}) {
  const { field, fieldState } = useController({ control, name });
  return (
    <div>
      <SwitchRow
        label={label}
        description={description}
        checked={field.value}
        onCheckedChange={(on) => {
          field.onChange(on);
          onSwitched?.(on);
        }}
      />
      <Refused message={firstMessage(fieldState.error)} />
    </div>
  );
}
