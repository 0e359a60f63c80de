import { type FormEventHandler, type ReactNode, useId } from 'react';
import { cn } from '../lib/cn.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface FormDialogProps extends Omit<DialogProps, 'open' | 'footer'> {
  onSubmit: FormEventHandler<HTMLFormElement>;
  submitLabel: ReactNode;
  cancelLabel?: ReactNode;
  submitVariant?: ButtonProps['variant'];
  submitDisabled?: boolean;
  busy?: boolean;
  /** Layout of the fields. */
  formClassName?: string;
}

/** A form in a dialog: its fields scroll, what it ends with stays in sight. Mounted is open. */
export function FormDialog({
  onSubmit,
  submitLabel,
  cancelLabel = 'Cancel',
  submitVariant,
  submitDisabled,
  busy,
  formClassName,
  children,
  onClose,
  ...dialog
}: FormDialogProps) {
  const form = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button type="submit" form={form} variant={submitVariant} busy={busy} disabled={submitDisabled}>
            {submitLabel}
          </Button>
        </>
      }
      {...dialog}
    >
      <form id={form} onSubmit={onSubmit} noValidate className={cn('grid grid-cols-1 gap-4', formClassName)}>
        {children}
      </form>
    </Dialog>
  );
}
