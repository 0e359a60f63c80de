import { useState } from 'react';
import { useGetMySubscriptionQuery } from '../../../entities/plan/billing-api.ts';
import { useCancelSubscriptionMutation } from '../../../entities/session/auth-api.ts';
import { useLater } from '../../../shared/hooks/use-later.ts';
import { messageOf } from '../../../shared/lib/problem.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { cancelLosses } from './cancel-losses.ts';
import { useMoneyBack } from './use-money-back.ts';

const RELOAD_AFTER_MS = 1500;

export function SubscriptionManagement() {
  const [confirming, setConfirming] = useState(false);
  const [cancel, { isLoading }] = useCancelSubscriptionMutation();
  const { data: subscription } = useGetMySubscriptionQuery();
  const moneyBack = useMoneyBack(confirming);
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
        description="Cancelling moves your account to the Free plan at once, and your paid time ends. Settings that Free does not include are kept, but no longer apply."
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
        {cancelLosses(subscription, moneyBack, Date.now()).map((text) => (
          <p key={text} className="mt-2 first:mt-0">
            {text}
          </p>
        ))}
      </ConfirmDialog>
    </Card>
  );
}
