import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm } from 'react-hook-form';
import { requiredText } from '../../shared/lib/form-fields.ts';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import * as z from '../../shared/lib/zod.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { Input } from '../../shared/ui/input.tsx';
import { type MfaSetup, useEnableMfaMutation } from './settings-api.ts';

const CODE_DIGITS = 6;

const schema = z.object({ token: requiredText('Please enter the verification code') });

export function MfaSetupDialog({ setup, onClose }: { setup: MfaSetup; onClose: () => void }) {
  const [enable] = useEnableMfaMutation();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { token: '' } });
  const {
    control,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;

  const submit = handleSubmit(async ({ token }) => {
    const done = await attempt(enable({ mfaEnableRequest: { token } }).unwrap(), {
      refused: (error) => setServerErrors(form, error),
      success: 'MFA enabled successfully! You will receive an email confirmation.',
      failure: 'Failed to enable MFA',
    });
    if (done) onClose();
  });

  return (
    <FormDialog
      onClose={onClose}
      size="lg"
      title="Set up two-factor authentication"
      description="Scan, keep the backup codes, confirm."
      onSubmit={submit}
      submitLabel={isSubmitting ? 'Verifying...' : 'Verify & Enable'}
      busy={isSubmitting}
    >
      <div className="grid gap-6 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <img
          src={setup.qr_code}
          alt="QR code for your authenticator app"
          className="mx-auto size-48 rounded-md border border-line bg-white p-2"
        />
        <div className="grid content-start gap-5">
          <div>
            <p className="text-[0.8125rem] font-[560]">Manual entry key</p>
            <div className="mt-1 flex items-center gap-2 rounded-md bg-sunken py-1 pr-1.5 pl-3">
              <code className="min-w-0 flex-1 font-mono text-[0.8125rem] wrap-anywhere">
                {setup.manual_entry_key}
              </code>
              <CopyButton value={setup.manual_entry_key} label="manual entry key" />
            </div>
          </div>
          <div>
            <div className="flex items-center justify-between">
              <p className="text-[0.8125rem] font-[560]">Backup codes</p>
              <CopyButton value={setup.backup_codes.join('\n')} label="backup codes" />
            </div>
            <ul className="mt-1 grid grid-cols-2 gap-x-4 gap-y-1 rounded-md bg-sunken p-3 font-mono text-[0.8125rem]">
              {setup.backup_codes.map((backup) => (
                <li key={backup}>{backup}</li>
              ))}
            </ul>
            <p className="mt-1.5 text-[0.8125rem] text-ink-faint">
              Each works once, when your phone is out of reach. They are not shown again.
            </p>
          </div>
          <Field label="Verification code" required error={errors.token?.message}>
            <Controller
              control={control}
              name="token"
              render={({ field }) => (
                <Input
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  placeholder="000000"
                  className="max-w-40 font-mono tracking-[0.3em]"
                  {...field}
                  onChange={(event) =>
                    field.onChange(event.target.value.replace(/\D/g, '').slice(0, CODE_DIGITS))
                  }
                />
              )}
            />
          </Field>
        </div>
      </div>
    </FormDialog>
  );
}
