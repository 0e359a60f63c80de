import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';

interface LeaveDialogProps {
  open: boolean;
  /** The tabs whose changes would be lost. */
  unsaved: readonly string[];
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before changes of a configuration are lost. */
export function LeaveDialog({ open, unsaved, onLeave, onStay }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title="Leave without saving?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      onConfirm={onLeave}
      onCancel={onStay}
    >
      What you changed in {unsaved.join(' and ')} is not saved yet.
    </ConfirmDialog>
  );
}
