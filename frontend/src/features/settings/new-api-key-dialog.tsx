import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useUser } from '../../entities/session/use-session.ts';
import { requiredText } from '../../shared/lib/form-fields.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import * as z from '../../shared/lib/zod.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { Input, Select } from '../../shared/ui/input.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Checkbox } from '../../shared/ui/switch.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { KeyExample } from './key-example.tsx';
import { OFFERED, offeredScopes } from './offered-scopes.ts';
import { useCreateApiKeyMutation } from './settings-api.ts';

const schema = z.object({
  name: requiredText('Please enter a name'),
  scopes: z.array(z.enum(OFFERED)).check(z.minLength(1, 'Choose at least one permission')),
  /** The browser's choice; empty: never. */
  expires_in_days: z.string(),
});
type ApiKeyForm = z.infer<typeof schema>;

const blank: ApiKeyForm = { name: '', scopes: ['domains:read', 'logs:read'], expires_in_days: '90' };

export function NewApiKeyDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const [create] = useCreateApiKeyMutation();
  const [key, setKey] = useState<string | null>(null);
  const scopesErrorId = useId();
  const form = useForm<ApiKeyForm>({ resolver: zodResolver(schema), defaultValues: blank });
  const {
    register,
    control,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;

  const submit = handleSubmit(async ({ expires_in_days: days, ...values }) => {
    try {
      const { api_key } = await create({
        apiKeyRequest: { ...values, expires_in_days: days === '' ? null : Number(days) },
      }).unwrap();
      setKey(api_key);
    } catch (error) {
      if (!setServerErrors(form, error)) toast.error(messageOf(error, 'Failed to create the API key'));
    }
  });

  if (key !== null) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Your new API key"
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <Notice tone="warn">Copy it now: it is shown this once and stored nowhere.</Notice>
        <div className="mt-4 flex items-center gap-2 rounded-md bg-sunken py-2 pr-2 pl-3">
          <code className="min-w-0 flex-1 font-mono text-[0.8125rem] break-all">{key}</code>
          <CopyButton value={key} label="API key" />
        </div>
        <KeyExample apiKey={key} scopes={form.getValues('scopes')} />
      </Dialog>
    );
  }

  const offered = OFFERED.filter((scope) => scope !== 'admin' || user.is_admin);
  return (
    <FormDialog
      onClose={onClose}
      title="Create an API key"
      description="For programs that act in your name."
      onSubmit={submit}
      submitLabel="Create key"
      busy={isSubmitting}
    >
      <Field label="Name" required error={errors.name?.message}>
        <Input maxLength={80} {...register('name')} />
      </Field>
      <Controller
        control={control}
        name="scopes"
        render={({ field: { ref, value, onChange } }) => (
          <fieldset
            ref={ref}
            tabIndex={-1}
            aria-describedby={errors.scopes ? scopesErrorId : undefined}
            className="grid gap-2"
          >
            <legend className="mb-2 text-[0.8125rem] font-[560]">Permissions</legend>
            {offered.map((scope) => (
              <Checkbox
                key={scope}
                label={`${offeredScopes[scope]} (${scope})`}
                checked={value.includes(scope)}
                onCheckedChange={(checked) =>
                  onChange(checked ? [...value, scope] : value.filter((other) => other !== scope))
                }
              />
            ))}
            {errors.scopes?.message && (
              <p id={scopesErrorId} role="alert" className="text-[0.8125rem] font-medium text-danger-text">
                {errors.scopes.message}
              </p>
            )}
          </fieldset>
        )}
      />
      <Field label="Expires" error={errors.expires_in_days?.message}>
        <Select {...register('expires_in_days')}>
          <option value="30">In 30 days</option>
          <option value="90">In 90 days</option>
          <option value="365">In a year</option>
          <option value="">Never</option>
        </Select>
      </Field>
    </FormDialog>
  );
}
