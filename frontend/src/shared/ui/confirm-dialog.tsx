import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useDeferredValue } from 'react';
import { Button } from './button.tsx';
import { backdropStyle } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  /** Red unless nothing is lost. */
  confirmVariant?: 'primary' | 'danger';
  cancelLabel?: string;
  busy?: boolean;
  confirmDisabled?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something is lost. Closes by its buttons or Escape only. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  confirmVariant = 'danger',
  cancelLabel = 'Cancel',
  busy,
  confirmDisabled,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  // The press that opens it shows before it is made.
  const isMade = useDeferredValue(open, false);
  return (
    <AlertDialog.Root open={open && isMade} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={backdropStyle} />
        <AlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-end p-3 sm:place-items-center">
          <AlertDialog.Popup className="w-full max-w-md rounded-xl border border-line bg-raised p-6 shadow-3 outline-none transition-[opacity,translate] duration-steady data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0">
            <AlertDialog.Title className="text-lg wrap-anywhere">{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="mt-2 text-sm wrap-anywhere text-ink-muted">
              {children}
            </AlertDialog.Description>
            <div className="mt-6 flex justify-end gap-2 max-sm:*:flex-1">
              <AlertDialog.Close render={<Button variant="secondary" />}>{cancelLabel}</AlertDialog.Close>
              <Button variant={confirmVariant} busy={busy} disabled={confirmDisabled} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
