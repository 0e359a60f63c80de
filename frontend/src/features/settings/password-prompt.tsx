import { useState } from 'react';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { PasswordInput } from '../../shared/ui/input.tsx';

interface PasswordPromptProps {
  title: string;
  explanation: string;
  confirmLabel: string;
  busy: boolean;
  onConfirm: (password: string) => void;
  onCancel: () => void;
}

/** Asks for the password before a second factor changes. Cancelling does nothing. */
export function PasswordPrompt({
  title,
  explanation,
  confirmLabel,
  busy,
  onConfirm,
  onCancel,
}: PasswordPromptProps) {
  const [password, setPassword] = useState('');
  return (
    <FormDialog
      onClose={onCancel}
      size="sm"
      title={title}
      description={explanation}
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') onConfirm(password);
      }}
      submitLabel={confirmLabel}
      submitVariant="danger"
      submitDisabled={password === ''}
      busy={busy}
    >
      <Field label="Password" required>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
