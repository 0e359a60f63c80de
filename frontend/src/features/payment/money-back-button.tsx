import { useState } from 'react';
import { useTakeMoneyBackMutation } from '../../entities/plan/billing-api.ts';
import type { MoneyBackPreview } from '../../shared/api/openapi.gen.ts';
import { formatDate, formatMoney } from '../../shared/lib/format.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

interface MoneyBackButtonProps {
  orderId: string;
  planName: string;
  preview: MoneyBackPreview;
}

/** The money-back guarantee by the owner's own press, for as long as it holds. */
export function MoneyBackButton({ orderId, planName, preview }: MoneyBackButtonProps) {
  const [confirming, setConfirming] = useState(false);
  const [takeMoneyBack, { isLoading }] = useTakeMoneyBackMutation();
  const amount = formatMoney(preview.amount, preview.currency);
  const take = async () => {
    await attempt(takeMoneyBack({ id: orderId }).unwrap(), {
      success: `${amount} is being refunded to you.`,
      failure: 'Failed to refund the payment',
    });
    setConfirming(false);
  };
  return (
    <>
      <Button variant="secondary" className="mt-4" onClick={() => setConfirming(true)}>
        Get my money back
      </Button>
      <ConfirmDialog
        open={confirming}
        title={`Have ${amount} back?`}
        confirmLabel="Get my money back"
        cancelLabel="Keep my plan"
        busy={isLoading}
        onConfirm={take}
        onCancel={() => setConfirming(false)}
      >
        {moneyBackText(preview, planName)}
      </ConfirmDialog>
    </>
  );
}

/** Until when, and how much. */
export const moneyBackOffer = ({ until, amount, currency }: MoneyBackPreview): string =>
  `Until ${formatDate(until)} you can get ${formatMoney(amount, currency)} back. No questions asked.`;

/** What happens to the plan. */
export function moneyBackText({ plan_after: after }: MoneyBackPreview, planName: string): string {
  const bought = `The time this payment bought of ${planName} ends at once.`;
  if (after.paid_until === null)
    return `${bought} Your account is on the ${after.name} plan then: your sites stay online, and settings beyond it are kept and stop applying.`;
  return `${bought} Your account is on the ${after.name} plan then, paid until ${formatDate(after.paid_until)}.`;
}
