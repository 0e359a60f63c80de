import { useState } from 'react';
import { useUseOrderMutation } from '../../../entities/plan/billing-api.ts';
import { useUser } from '../../../entities/session/use-session.ts';
import type { Order } from '../../../shared/api/openapi.gen.ts';
import { formatMoney } from '../../../shared/lib/format.ts';
import { attempt } from '../../../shared/ui/attempt.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { useOrderedPlanName } from './use-ordered-plan-name.ts';

/** A smaller plan, or a larger one that somebody else chose. */
const insteadOf = (current: string, name: string) => ({
  waits: `Using it replaces ${current}`,
  question: `Change from ${current} to ${name}?`,
  confirm: `Change to ${name}`,
  leave: `Keep ${current}`,
  follows: `${name} replaces ${current} at once. The unused part of what you paid for ${current} is credited as extra days of ${name}; a plan that you were given ends.`,
});

/** The plan that the account has: paid time gets longer, and what has no end gets one. */
const moreOf = (name: string) => ({
  waits: `Using it ends a subscription to ${name} that renews automatically, or a ${name} plan that you were given`,
  question: `Use this payment for ${name}?`,
  confirm: 'Use the payment',
  leave: 'Leave as it is',
  follows: `You stay on ${name}, and your paid time gets longer. A subscription stops renewing automatically, and a plan that you were given ends with the paid time.`,
});

/** Paid as a guest under this account's address, for less than the account has: its owner decides. */
export function WaitingPaymentCard({ order }: { order: Order }) {
  const [confirming, setConfirming] = useState(false);
  const [takeOrder, { isLoading }] = useUseOrderMutation();
  const { plan, plan_name: current } = useUser();
  const name = useOrderedPlanName()(order);
  const words = order.plan_slug === plan ? moreOf(name) : insteadOf(current, name);
  const take = async () => {
    await attempt(takeOrder({ id: order.id }).unwrap(), {
      success: `Your account is on the ${name} plan.`,
      failure: 'Failed to use the payment',
    });
    setConfirming(false);
  };
  return (
    <Card>
      <CardHeader
        title="A payment needs your decision"
        description={`Order ${order.order_number}: ${formatMoney(order.amount, order.currency)} for ${name}, ${order.billing_period}, was paid with your email address. ${words.waits}, so nothing changes until you decide. Within the guarantee period you can get the money back instead.`}
      />
      <CardBody>
        <Button variant="secondary" onClick={() => setConfirming(true)}>
          Use this payment
        </Button>
        <ConfirmDialog
          open={confirming}
          title={words.question}
          confirmLabel={words.confirm}
          cancelLabel={words.leave}
          busy={isLoading}
          onConfirm={take}
          onCancel={() => setConfirming(false)}
        >
          {words.follows}
        </ConfirmDialog>
      </CardBody>
    </Card>
  );
}
