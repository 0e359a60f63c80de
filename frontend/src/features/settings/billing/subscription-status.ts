import type { Subscription } from '../../../shared/api/types.ts';
import { formatDate, formatMoney } from '../../../shared/lib/format.ts';
import type { BadgeTone } from '../../../shared/ui/badge.tsx';

export interface SubscriptionStatusText {
  badge: { tone: BadgeTone; label: string } | null;
  /** What happens next, and when, in a word and a figure. */
  next: { label: string; value: string };
  explanation: string;
  /** The plan goes on only if its owner pays. */
  canPayOn: boolean;
}

/** What will be charged, when, and what happens if nothing is: in the words of the billing page. */
export function subscriptionStatusOf(
  { status, plan, next_payment: payment, ends_at: endsAt, paid_until: paidUntil }: Subscription,
  now: number,
): SubscriptionStatusText {
  const nothing = { label: 'Next payment', value: 'None' };
  if (plan.price === 0 && endsAt === null) {
    const isCancelled = status === 'cancelled';
    return {
      badge: isCancelled ? { tone: 'neutral', label: 'Cancelled' } : null,
      next: nothing,
      explanation: isCancelled
        ? `Your subscription is cancelled. You are on the ${plan.name} plan, and nothing more is charged.`
        : `The ${plan.name} plan costs nothing and does not end.`,
      canPayOn: false,
    };
  }
  if (status === 'trial' && endsAt !== null) {
    return {
      badge: { tone: 'info', label: 'Trial' },
      next: { label: 'Trial ends', value: formatDate(endsAt) },
      explanation: `You are not charged automatically. Pay before then to keep ${plan.name}; otherwise your account moves to the Free plan.`,
      canPayOn: true,
    };
  }
  if (payment !== null) {
    const amount = formatMoney(payment.amount, payment.currency);
    const day = formatDate(payment.due_at);
    const isLate = status === 'past_due' || Date.parse(payment.due_at) < now;
    if (!isLate) {
      return {
        badge: { tone: 'ok', label: 'Active' },
        next: { label: 'Next payment', value: `${amount} on ${day}` },
        explanation: 'PayPal charges it automatically, and you get an invoice.',
        canPayOn: false,
      };
    }
    return {
      badge: { tone: 'warn', label: 'Payment late' },
      next: { label: 'Payment due', value: `${amount} since ${day}` },
      explanation: `PayPal has not paid yet and will retry: please check your PayPal account.${
        endsAt === null
          ? ''
          : ` Without a payment your account moves to the Free plan on ${formatDate(endsAt)}.`
      }`,
      canPayOn: false,
    };
  }
  if (endsAt !== null) {
    return {
      badge: { tone: 'ok', label: 'Active' },
      next: { label: 'Paid until', value: formatDate(paidUntil ?? endsAt) },
      explanation:
        plan.price === 0
          ? `${plan.name} is free now, so it cannot be extended: your account moves to the Free plan then.`
          : `You are not charged automatically. Pay before then to keep ${plan.name}; otherwise your account moves to the Free plan.`,
      canPayOn: plan.price > 0,
    };
  }
  return {
    badge: { tone: 'ok', label: 'Active' },
    next: nothing,
    explanation: 'This plan was granted to your account without an end date; you are not charged for it.',
    canPayOn: false,
  };
}
