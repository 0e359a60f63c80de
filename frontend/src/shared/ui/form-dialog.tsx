import { type FormEvent, type FormEventHandler, type ReactNode, useId, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { Button, type ButtonProps } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface FormDialogProps extends Omit<DialogProps, 'open' | 'footer' | 'onSlip'> {
  onSubmit: FormEventHandler<HTMLFormElement>;
  submitLabel: ReactNode;
  cancelLabel?: ReactNode;
  submitVariant?: ButtonProps['variant'];
  submitDisabled?: boolean;
  busy?: boolean;
  /** Layout of the fields. */
  formClassName?: string;
}

/** Fields that are filled in again in a moment. */
const QUICK = new Set(['file', 'password']);
const isTyped = ({ target }: FormEvent) => !(target instanceof HTMLInputElement && QUICK.has(target.type));

/**
 * A form in a dialog: its fields scroll, what it ends with stays in sight. Mounted is open. Once something was typed, a
 * slip (Escape, a press outside) asks before it is lost.
 */
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
  const [typed, setTyped] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      onSlip={typed ? () => setAsking(true) : onClose}
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
      <form
        id={form}
        onSubmit={onSubmit}
        onInput={(event) => isTyped(event) && setTyped(true)}
        noValidate
        className={cn('grid grid-cols-1 gap-4', formClassName)}
      >
        {children}
      </form>
      <ConfirmDialog
        open={asking}
        title="Close without saving?"
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      >
        What you typed is not saved.
      </ConfirmDialog>
    </Dialog>
  );
}
