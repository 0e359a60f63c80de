import { useForm } from 'react-hook-form';
import { setServerErrors } from '../../shared/lib/server-errors.ts';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { PasswordInput } from '../../shared/ui/input.tsx';

interface PasswordPromptProps {
  title: string;
  explanation: string;
  confirmLabel: string;
  /** Resolves to the server's refusal; to null once it is done. */
  onConfirm: (password: string) => Promise<unknown>;
  onCancel: () => void;
}

/** Asks for the password before a second factor changes. Cancelling does nothing. */
export function PasswordPrompt({
  title,
  explanation,
  confirmLabel,
  onConfirm,
  onCancel,
}: PasswordPromptProps) {
  const form = useForm({ defaultValues: { password: '' } });
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = form;

  const submit = handleSubmit(async ({ password }) => {
    const refusal = await onConfirm(password);
    if (refusal !== null) setServerErrors(form, refusal);
  });

  return (
    <FormDialog
      onClose={onCancel}
      size="sm"
      title={title}
      description={explanation}
      onSubmit={submit}
      submitLabel={confirmLabel}
      submitVariant="danger"
      busy={isSubmitting}
    >
      <Field label="Password" required error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          {...register('password', { required: 'Please enter your password' })}
        />
      </Field>
    </FormDialog>
  );
}
