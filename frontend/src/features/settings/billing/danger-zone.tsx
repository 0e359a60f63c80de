import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { paths } from '../../../entities/page/paths.ts';
import {
  useCancelSubscriptionMutation,
  useDeleteAccountMutation,
} from '../../../entities/session/auth-api.ts';
import { accountClosed } from '../../../entities/session/session-slice.ts';
import { useLater } from '../../../shared/hooks/use-later.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { toast } from '../../../shared/ui/toast.ts';

const RELOAD_AFTER_MS = 1500;
const LEAVE_AFTER_MS = 2000;

export function SubscriptionManagement() {
  const [confirming, setConfirming] = useState(false);
  const [cancel, { isLoading }] = useCancelSubscriptionMutation();
  const later = useLater();

  const confirm = async () => {
    try {
      await cancel().unwrap();
      setConfirming(false);
      toast.success('Subscription cancelled successfully. Your account has been downgraded to Free plan.');
      later(RELOAD_AFTER_MS, () => window.location.reload());
    } catch (error) {
      toast.error(messageOf(error, 'Failed to cancel subscription'));
    }
  };

  return (
    <Card>
      <CardHeader
        title="Subscription Management"
        description="Cancelling moves your account to the Free plan at once. Settings beyond it stay stored and stop applying."
      />
      <CardBody>
        <Button variant="danger-quiet" onClick={() => setConfirming(true)}>
          Cancel Subscription
        </Button>
      </CardBody>
      <ConfirmDialog
        open={confirming}
        title="Cancel your subscription?"
        confirmLabel="Cancel Subscription"
        cancelLabel="Keep my plan"
        busy={isLoading}
        onConfirm={confirm}
        onCancel={() => setConfirming(false)}
      >
        Your account is downgraded to the Free plan immediately. Your sites stay protected within its limits.
      </ConfirmDialog>
    </Card>
  );
}

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
        description="Deleting your account cancels a paid subscription first and cannot be undone."
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
        All domains, their configuration and logs are removed, and your sites lose their protection.
      </ConfirmDialog>
    </Card>
  );
}
