import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Field } from '../../../shared/ui/field.tsx';
import { Input, Textarea } from '../../../shared/ui/input.tsx';
import type { SmtpForm } from './smtp-form.ts';

interface DkimFieldsProps {
  register: UseFormRegister<SmtpForm>;
  errors: FieldErrors<SmtpForm>;
  /** The server has a key, which is never returned. */
  hasKey: boolean;
}

/** All three or none, as signing needs them together. */
export function DkimFields({ register, errors, hasKey }: DkimFieldsProps) {
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">DKIM signature</legend>
      <p className="text-sm text-ink-muted" aria-hidden="true">
        <span className="font-medium text-ink">DKIM signature.</span> Leave domain and selector empty to send
        without DKIM.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="DKIM domain" optional error={errors.dkim_domain?.message}>
          <Input
            className="font-mono"
            autoCapitalize="none"
            placeholder="example.com"
            {...register('dkim_domain')}
          />
        </Field>
        <Field label="DKIM selector" optional error={errors.dkim_selector?.message}>
          <Input
            className="font-mono"
            autoCapitalize="none"
            placeholder="mail2026"
            {...register('dkim_selector')}
          />
        </Field>
      </div>
      <Field
        label="DKIM private key"
        optional
        hint={hasKey ? 'Leave empty to keep the current key.' : 'RSA, in PEM. It is never shown again.'}
        error={errors.dkim_private_key?.message}
      >
        <Textarea
          rows={3}
          className="font-mono text-xs"
          autoComplete="off"
          spellCheck={false}
          placeholder="-----BEGIN PRIVATE KEY-----"
          {...register('dkim_private_key')}
        />
      </Field>
    </fieldset>
  );
}
