import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
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
    <Dialog open onClose={onCancel} size="sm" title={title} description={explanation}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== '') onConfirm(password);
        }}
      >
        <Field label="Password" required>
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" busy={busy} disabled={password === ''}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
