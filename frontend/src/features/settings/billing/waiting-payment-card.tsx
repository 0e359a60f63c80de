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
  waits: `It would take the place of ${current}`,
  question: `Change from ${current} to ${name}?`,
  confirm: `Change to ${name}`,
  leave: `Keep ${current}`,
  follows: `${name} takes the place of ${current} at once. What is left of the money that you paid for ${current} buys more time of ${name}; a plan that was given to you ends.`,
});

/** The plan that the account has: paid time gets longer, and what has no end gets one. */
const moreOf = (name: string) => ({
  waits: `It would end a subscription to ${name} that renews by itself, or a ${name} plan that was given to you`,
  question: `Use this payment for ${name}?`,
  confirm: 'Use the payment',
  leave: 'Leave as it is',
  follows: `You stay on ${name}, and time that you have paid for gets longer. A subscription stops renewing by itself, and a plan that was given to you ends with the paid time.`,
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
        title="A payment waits for you"
        description={`Order ${order.order_number}: ${formatMoney(order.amount, order.currency)} for ${name}, ${order.billing_period}, was paid under your email address. ${words.waits}, so it changes nothing until you use it. Within the guarantee you can have it back instead.`}
      />
      <CardBody>
        <Button variant="secondary" onClick={() => setConfirming(true)}>
          Use it
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
