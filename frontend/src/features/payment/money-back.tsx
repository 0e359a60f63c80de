import { useState } from 'react';
import { usePreviewMoneyBackQuery, useTakeMoneyBackMutation } from '../../entities/plan/billing-api.ts';
import type { MoneyBackPreview } from '../../shared/api/openapi.gen.ts';
import { formatDate, formatMoney } from '../../shared/lib/format.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

/** The money-back guarantee by the owner's own press, for as long as it holds. */
export default function MoneyBack({ orderId, planName }: { orderId: string; planName: string }) {
  const [confirming, setConfirming] = useState(false);
  const { data: preview } = usePreviewMoneyBackQuery({ id: orderId }, { refetchOnMountOrArgChange: true });
  const [takeMoneyBack, { isLoading }] = useTakeMoneyBackMutation();
  if (!preview) return null;
  const amount = formatMoney(preview.amount, preview.currency);
  const take = async () => {
    await attempt(takeMoneyBack({ id: orderId }).unwrap(), {
      success: `${amount} is on its way back to you.`,
      failure: 'Failed to give the money back',
    });
    setConfirming(false);
  };
  return (
    <Card className="mt-6 p-6 sm:p-8">
      <h2 className="text-base">Money-back guarantee</h2>
      <p className="mt-1 text-sm text-ink-muted">
        Until {formatDate(preview.until)} you can have {amount} back. We ask no questions.
      </p>
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
    </Card>
  );
}

/** What happens to the plan. */
export function moneyBackText({ plan_after: after }: MoneyBackPreview, planName: string): string {
  const bought = `What this payment has bought of ${planName} ends at once.`;
  if (after.paid_until === null)
    return `${bought} Your account is on the ${after.name} plan then: your sites stay online, and settings beyond it are kept and stop applying.`;
  return `${bought} Your account is on the ${after.name} plan then, paid until ${formatDate(after.paid_until)}.`;
}
