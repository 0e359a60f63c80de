import { useState } from 'react';
import { messageOf } from '../../shared/lib/problem.ts';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { Input } from '../../shared/ui/input.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { type MfaSetup, useEnableMfaMutation } from './settings-api.ts';

const CODE_DIGITS = 6;

export function MfaSetupDialog({ setup, onClose }: { setup: MfaSetup; onClose: () => void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [enable, { isLoading }] = useEnableMfaMutation();

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (code === '') {
      setError('Please enter the verification code');
      toast.error('Please enter the verification code');
      return;
    }
    try {
      await enable({ mfaEnableRequest: { token: code } }).unwrap();
      toast.success('MFA enabled successfully! You will receive an email confirmation.');
      onClose();
    } catch (failure) {
      const message = messageOf(failure, 'Failed to enable MFA');
      setError(message);
      toast.error(message);
    }
  };

  return (
    <FormDialog
      onClose={onClose}
      size="lg"
      title="Set up two-factor authentication"
      description="Scan, keep the backup codes, confirm."
      onSubmit={submit}
      submitLabel={isLoading ? 'Verifying...' : 'Verify & Enable'}
      busy={isLoading}
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
          <Field label="Verification code" required error={error}>
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              placeholder="000000"
              className="max-w-40 font-mono tracking-[0.3em]"
              value={code}
              onChange={(event) => {
                setCode(event.target.value.replace(/\D/g, '').slice(0, CODE_DIGITS));
                setError(undefined);
              }}
            />
          </Field>
        </div>
      </div>
    </FormDialog>
  );
}
