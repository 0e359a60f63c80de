import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { Input, Select } from '../../shared/ui/input.tsx';
import { SecretDialog } from '../../shared/ui/secret-dialog.tsx';
import { Checkbox } from '../../shared/ui/switch.tsx';
import { CHANNEL_KINDS } from './alert-words.ts';
import {
  type AlertChannel,
  useCreateAlertChannelMutation,
  useUpdateAlertChannelMutation,
} from './alerts-api.ts';
import type { ChannelForm } from './channel-form.ts';
import { ChannelTargetFields } from './channel-target-fields.tsx';

const kinds = Object.entries(CHANNEL_KINDS) as [AlertChannel['kind'], (typeof CHANNEL_KINDS)['mail']][];

/**
 * Creates or edits a channel. The server validates its target.
 *
 * @param channel null: a new one. Targets are not returned, so editing one replaces it.
 */
export function ChannelDialog({ channel, onClose }: { channel: AlertChannel | null; onClose: () => void }) {
  const [create] = useCreateAlertChannelMutation();
  const [update] = useUpdateAlertChannelMutation();
  const [secret, setSecret] = useState<string | null>(null);
  const [retargets, setRetargets] = useState(channel === null);
  const form = useForm<ChannelForm>({
    defaultValues: { name: channel?.name ?? '', kind: channel?.kind ?? 'mail', target: {} },
  });
  const {
    register,
    watch,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;
  const kind = watch('kind');

  const submit = handleSubmit(async ({ name, target: typed }) => {
    const wanted = CHANNEL_KINDS[kind].fields.map((field) => [field.name, typed[field.name] ?? '']);
    const target: Record<string, string> = Object.fromEntries(wanted);
    const refused = (error: unknown) => setServerErrors(form, error);
    if (channel === null) {
      const creating = create({ alertChannelCreate: { name, kind, target } })
        .unwrap()
        .then((created) => (created.secret === null ? onClose() : setSecret(created.secret)));
      await attempt(creating, { refused, failure: 'Failed to add the channel' });
      return;
    }
    const alertChannelUpdate = { name, ...(retargets && { target }) };
    const isUpdated = await attempt(update({ id: channel.id, alertChannelUpdate }).unwrap(), {
      refused,
      success: 'Channel changed',
      failure: 'Failed to change the channel',
    });
    if (isUpdated) onClose();
  });

  if (secret !== null) return <SecretDialog receiver="program" secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      title={channel === null ? 'Add a channel' : `Edit ${channel.name}`}
      description="Where alerts are sent."
      onSubmit={submit}
      submitLabel={channel === null ? 'Add channel' : 'Save channel'}
      busy={isSubmitting}
    >
      <Field label="Name" required error={errors.name?.message}>
        <Input maxLength={60} {...register('name', { required: 'Please enter a name' })} />
      </Field>
      {channel === null && (
        <Field label="Kind" error={errors.kind?.message}>
          <Select {...register('kind')}>
            {kinds.map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {channel !== null && CHANNEL_KINDS[kind].fields.length > 0 && (
        <Checkbox
          label={`Send to a target other than ${channel.hint}`}
          checked={retargets}
          onCheckedChange={setRetargets}
        />
      )}
      {retargets && <ChannelTargetFields kind={kind} form={form} />}
    </FormDialog>
  );
}
