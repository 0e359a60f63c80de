import type { MoneyBackPreview } from '../../../shared/api/openapi.gen.ts';
import type { Subscription } from '../../../shared/api/types.ts';
import { formatDate, formatMoney } from '../../../shared/lib/format.ts';

/** What ends with a cancelled subscription, and what there is instead: said before it is done, as it cannot be undone. */
export function cancelLosses(
  subscription: Subscription | undefined,
  moneyBack: MoneyBackPreview | undefined,
  now: number,
): string[] {
  const texts = [
    'Your account is downgraded to the Free plan immediately. Your sites stay protected within its limits.',
  ];
  if (subscription === undefined) return texts;
  const { plan, status, paid_until: paidUntil, renews } = subscription;
  if (status === 'trial') texts.push(`Your trial of ${plan.name} ends now and cannot be started again.`);
  if (paidUntil !== null && Date.parse(paidUntil) > now) {
    const day = formatDate(paidUntil);
    texts.push(`You have paid for ${plan.name} until ${day}. That time ends now and is not refunded.`);
  }
  if (renews) {
    texts.push(
      'PayPal charges nothing more. To keep the plan until then without renewing, cancel the automatic payment in your PayPal account instead.',
    );
  }
  if (moneyBack) {
    const { amount, currency, until } = moneyBack;
    texts.push(
      `Until ${formatDate(until)} you can get ${formatMoney(amount, currency)} back instead: keep the plan here, and choose “Get my money back” below.`,
    );
  }
  return texts;
}
