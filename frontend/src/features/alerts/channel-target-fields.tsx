import type { UseFormReturn } from 'react-hook-form';
import { Field } from '../../shared/ui/field.tsx';
import { Input, Select } from '../../shared/ui/input.tsx';
import { CHANNEL_KINDS } from './alert-words.ts';
import type { ChannelForm } from './channel-form.ts';

/** Fields for the target of a channel kind. */
export function ChannelTargetFields({
  kind,
  form: {
    register,
    formState: { errors },
  },
}: {
  kind: ChannelForm['kind'];
  form: UseFormReturn<ChannelForm>;
}) {
  return CHANNEL_KINDS[kind].fields.map(({ name, label, hint, options }) => (
    <Field key={name} label={label} hint={hint} error={errors.target?.[name]?.message}>
      {options === undefined ? (
        <Input autoComplete="off" {...register(`target.${name}`)} />
      ) : (
        <Select {...register(`target.${name}`)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  ));
}
