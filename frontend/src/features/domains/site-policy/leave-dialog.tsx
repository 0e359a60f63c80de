import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';

interface LeaveDialogProps {
  open: boolean;
  /** Tabs with unsaved changes. */
  unsaved: readonly string[];
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before unsaved changes are lost. */
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
