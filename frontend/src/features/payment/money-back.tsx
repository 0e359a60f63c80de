import { usePreviewMoneyBackQuery } from '../../entities/plan/billing-api.ts';
import { toProblem } from '../../shared/lib/problem.ts';
import { Card } from '../../shared/ui/card.tsx';
import { MoneyBackButton, moneyBackOffer } from './money-back-button.tsx';

/** The remaining money-back guarantee of an order, or that it was used for another one. */
export default function MoneyBack({ orderId, planName }: { orderId: string; planName: string }) {
  const { currentData: preview, error } = usePreviewMoneyBackQuery(
    { id: orderId },
    { refetchOnMountOrArgChange: true },
  );
  const { code, detail } = toProblem(error);
  if (!preview && code !== 'guarantee_used') return null;
  return (
    <Card className="mt-6 p-6 sm:p-8">
      <h2 className="text-base">Money-back guarantee</h2>
      <p className="mt-1 text-sm text-ink-muted">{preview ? moneyBackOffer(preview) : detail}</p>
      {preview && <MoneyBackButton orderId={orderId} planName={planName} preview={preview} />}
    </Card>
  );
}
