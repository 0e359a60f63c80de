import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import type { SmtpConfig } from '../../../shared/api/types.ts';
import { setServerErrors } from '../../../shared/lib/server-errors.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { Input, PasswordInput } from '../../../shared/ui/input.tsx';
import { Checkbox } from '../../../shared/ui/switch.tsx';
import { useCreateSmtpConfigMutation, useUpdateSmtpConfigMutation } from '../api/admin-api.ts';
import { DkimFields } from './dkim-fields.tsx';
import { changedSmtpSchema, newSmtpSchema, type SmtpForm, smtpFormOf, smtpInputOf } from './smtp-form.ts';

export function SmtpDialog({ smtp, onClose }: { smtp?: SmtpConfig; onClose: () => void }) {
  const [create] = useCreateSmtpConfigMutation();
  const [update] = useUpdateSmtpConfigMutation();
  const form = useForm<SmtpForm>({
    resolver: zodResolver(smtp ? changedSmtpSchema(smtp) : newSmtpSchema),
    defaultValues: smtpFormOf(smtp),
  });
  const {
    register,
    control,
    setValue,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;

  const submit = handleSubmit(async (values) => {
    const refused = (error: unknown) => setServerErrors(form, error);
    const input = smtpInputOf(values);
    const done = smtp
      ? await attempt(update({ id: smtp.id, smtpConfigUpdate: input }).unwrap(), {
          refused,
          success: 'SMTP server updated successfully!',
          failure: 'Failed to update SMTP server',
        })
      : await attempt(create({ smtpConfigCreate: { ...input, password: values.password } }).unwrap(), {
          refused,
          success: 'SMTP server added successfully!',
          failure: 'Failed to add SMTP server',
        });
    if (done) onClose();
  });

  return (
    <FormDialog
      onClose={onClose}
      title={smtp ? 'Edit SMTP Server' : 'Add SMTP Server'}
      onSubmit={submit}
      submitLabel={smtp ? 'Save Server' : 'Add Server'}
      busy={isSubmitting}
    >
      <Field label="Name" required error={errors.name?.message}>
        <Input {...register('name')} />
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-4">
        <Field label="Host" required error={errors.host?.message}>
          <Input className="font-mono" autoCapitalize="none" {...register('host')} />
        </Field>
        <Field label="Port" required error={errors.port?.message}>
          <Input className="font-mono" inputMode="numeric" {...register('port')} />
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Username" required error={errors.username?.message}>
          <Input autoComplete="off" {...register('username')} />
        </Field>
        <Field
          label="Password"
          required={!smtp}
          hint={smtp ? 'Leave empty to keep the current password.' : undefined}
          error={errors.password?.message}
        >
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </Field>
        <Field label="From Email" required error={errors.from_email?.message}>
          <Input type="email" {...register('from_email')} />
        </Field>
        <Field label="From Name" optional error={errors.from_name?.message}>
          <Input {...register('from_name')} />
        </Field>
        <Field
          label="Mails per second"
          optional
          hint="Maximum across all campaigns. Empty: no limit."
          error={errors.max_per_second?.message}
        >
          <Input inputMode="numeric" {...register('max_per_second')} />
        </Field>
      </div>
      <DkimFields register={register} errors={errors} hasKey={smtp?.has_dkim_key ?? false} />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Controller
          control={control}
          name="use_tls"
          render={({ field }) => (
            <Checkbox
              label="Use TLS"
              checked={field.value}
              onCheckedChange={(checked) => {
                field.onChange(checked);
                if (checked) setValue('use_ssl', false);
              }}
            />
          )}
        />
        <Controller
          control={control}
          name="use_ssl"
          render={({ field }) => (
            <Checkbox
              label="Use SSL"
              checked={field.value}
              onCheckedChange={(checked) => {
                field.onChange(checked);
                if (checked) setValue('use_tls', false);
              }}
            />
          )}
        />
        <Controller
          control={control}
          name="is_default"
          render={({ field }) => (
            <Checkbox label="Default" checked={field.value} onCheckedChange={field.onChange} />
          )}
        />
        <Controller
          control={control}
          name="is_active"
          render={({ field }) => (
            <Checkbox label="Active" checked={field.value} onCheckedChange={field.onChange} />
          )}
        />
      </div>
    </FormDialog>
  );
}
