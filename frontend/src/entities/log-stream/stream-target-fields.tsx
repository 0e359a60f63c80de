import type { UseFormReturn } from 'react-hook-form';
import type { LogStream } from '../../shared/api/types.ts';
import { Field } from '../../shared/ui/field.tsx';
import { Input, PasswordInput, Textarea } from '../../shared/ui/input.tsx';
import type { StreamForm } from './stream-form.ts';
import { STREAM_KINDS } from './stream-words.ts';

/** Fields of a stream's target, by kind. */
export function StreamTargetFields({
  kind,
  form: {
    register,
    formState: { errors },
  },
}: {
  kind: LogStream['kind'];
  form: UseFormReturn<StreamForm>;
}) {
  return STREAM_KINDS[kind].fields.map(
    ({ name, label, hint, placeholder, optional, secret: isSecret, lines }) => {
      const Control = lines ? Textarea : isSecret ? PasswordInput : Input;
      return (
        <Field
          key={name}
          label={label}
          hint={hint}
          optional={optional}
          required={!optional}
          error={errors.target?.[name]?.message}
        >
          <Control autoComplete="off" placeholder={placeholder} {...register(`target.${name}`)} />
        </Field>
      );
    },
  );
}
