import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { Input, Select } from '../../shared/ui/input.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { CHANNEL_KINDS } from './alert-words.ts';
import { type AlertChannel, useCreateAlertChannelMutation } from './alerts-api.ts';
import { SecretDialog } from './secret-dialog.tsx';

interface ChannelForm {
  name: string;
  kind: AlertChannel['kind'];
  target: Record<string, string>;
}

const kinds = Object.entries(CHANNEL_KINDS) as [AlertChannel['kind'], (typeof CHANNEL_KINDS)['mail']][];

/** What is wrong with a target the server says, at its field. */
export function NewChannelDialog({ onClose }: { onClose: () => void }) {
  const [create] = useCreateAlertChannelMutation();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm<ChannelForm>({ defaultValues: { name: '', kind: 'mail', target: {} } });
  const {
    register,
    watch,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;
  const { fields } = CHANNEL_KINDS[watch('kind')];

  const submit = handleSubmit(async ({ name, kind, target }) => {
    const wanted = CHANNEL_KINDS[kind].fields.map((field) => [field.name, target[field.name] ?? '']);
    try {
      const made = await create({
        alertChannelCreate: { name, kind, target: Object.fromEntries(wanted) },
      }).unwrap();
      if (made.secret === null) onClose();
      else setSecret(made.secret);
    } catch (error) {
      if (!setServerErrors(form, error)) toast.error(messageOf(error, 'Failed to add the channel'));
    }
  });

  if (secret !== null) return <SecretDialog secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title="Add a channel"
      description="Where alerts are told."
      onSubmit={submit}
      submitLabel="Add channel"
      busy={isSubmitting}
    >
      <Field label="Name" required error={errors.name?.message}>
        <Input maxLength={60} {...register('name', { required: 'Please enter a name' })} />
      </Field>
      <Field label="Kind" error={errors.kind?.message}>
        <Select {...register('kind')}>
          {kinds.map(([kind, { label }]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {fields.map(({ name, label, hint, options }) => (
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
      ))}
    </FormDialog>
  );
}
