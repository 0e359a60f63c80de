import type { AdminUser } from '../../../shared/api/types.ts';
import { formatCount } from '../../../shared/lib/format.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';

interface DeleteUserDialogProps {
  user: AdminUser;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Null: the domain service did not answer. */
const domainsText = (count: number | null): string => {
  if (count === null) return 'all of its domains';
  return count === 1 ? 'its domain' : `its ${formatCount(count)} domains`;
};

/** Asks before an account is deleted. */
export function DeleteUserDialog({ user, onCancel, onConfirm }: DeleteUserDialogProps) {
  return (
    <ConfirmDialog
      open
      title={`Delete ${user.username}?`}
      confirmLabel="Delete user"
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      The account{user.domain_count === 0 ? ' is' : ` and ${domainsText(user.domain_count)} are`} removed for
      good. Its subscription ends without a refund; orders and invoices are kept.
    </ConfirmDialog>
  );
}
