import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router-dom';
import { paths } from '../../../entities/page/paths.ts';
import { useDeleteAccountMutation } from '../../../entities/session/auth-api.ts';
import { accountClosed } from '../../../entities/session/session-slice.ts';
import { useLater } from '../../../shared/hooks/use-later.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { toast } from '../../../shared/ui/toast.ts';

const LEAVE_AFTER_MS = 2000;

export function DangerZone() {
  const [confirming, setConfirming] = useState(false);
  const [remove, { isLoading }] = useDeleteAccountMutation();
  const dispatch = useDispatch();
  const later = useLater();

  const confirm = async () => {
    try {
      await remove().unwrap();
      setConfirming(false);
      toast.success('Account deleted successfully. Redirecting...');
      // The page stays until the message has been read; a full reload then leaves nothing of the session behind.
      dispatch(accountClosed());
      later(LEAVE_AFTER_MS, () => window.location.assign(paths.home));
    } catch (error) {
      toast.error(messageOf(error, 'Failed to delete account'));
    }
  };

  return (
    <Card className="border-danger-line">
      <CardHeader
        title={<span className="text-danger-text">Danger Zone</span>}
        description="Deleting your account cancels a paid subscription first, and paid time ends with it. It cannot be undone."
      />
      <CardBody>
        <Button variant="danger" onClick={() => setConfirming(true)}>
          Delete Account
        </Button>
      </CardBody>
      <ConfirmDialog
        open={confirming}
        title="Delete your account?"
        confirmLabel="Delete Account"
        busy={isLoading}
        onConfirm={confirm}
        onCancel={() => setConfirming(false)}
      >
        <p>All domains, their configuration and logs are removed, and your sites lose their protection.</p>
        <p className="mt-2">
          First, point your DNS back at your own servers, or your sites go down, and{' '}
          <Link className="link" to={`${paths.settings}?tab=account`}>
            export your data
          </Link>{' '}
          if you want to keep it. It cannot be restored.
        </p>
      </ConfirmDialog>
    </Card>
  );
}
