import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

interface DeleteDomainDialogProps {
  name: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A separate file, so that the page loads it on click, while pages that need confirmations anyway share theirs. */
export default function DeleteDomainDialog({ name, onConfirm, onCancel }: DeleteDomainDialogProps) {
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}?`}
      confirmLabel="Delete domain"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      The edge stops serving this site, and its configuration and logs are deleted. Point its DNS elsewhere
      first, or visitors will see an error.
    </ConfirmDialog>
  );
}
