import { paths } from '../../../entities/page/paths.ts';
import type { AdminOrder } from '../../../shared/api/types.ts';
import type { BadgeTone } from '../../../shared/ui/badge.tsx';

const tones: Record<AdminOrder['status'], BadgeTone> = {
  completed: 'ok',
  pending: 'warn',
  failed: 'danger',
  cancelled: 'neutral',
};

/** The list of orders with this one alone. */
export const orderLink = ({ order_number }: Pick<AdminOrder, 'order_number'>): string =>
  `${paths.admin}?tab=orders&search=${encodeURIComponent(order_number)}`;

export const isPartlyRefunded = ({ refunded_at, refunded_amount }: AdminOrder): boolean =>
  refunded_at === null && refunded_amount > 0;

/** The state of an order, in a word or two. */
export function orderState(order: AdminOrder): { tone: BadgeTone; label: string } {
  const { status, refunded_at } = order;
  if (refunded_at !== null) return { tone: 'info', label: 'Refunded' };
  if (isPartlyRefunded(order)) return { tone: 'info', label: 'Partly refunded' };
  return { tone: tones[status], label: `${status.charAt(0).toUpperCase()}${status.slice(1)}` };
}

const NOTES: Readonly<Record<string, string>> = {
  declined: 'Declined by the buyer’s bank',
  under_review: 'PayPal is reviewing the payment',
  unanswered: 'PayPal has not answered yet; it is asked again',
  // The badge says it.
  refunded: '',
  buyer_cancelled: 'Cancelled by the buyer',
  not_approved: 'Not approved in time',
  not_paid: 'No payment at PayPal',
  account_closed: 'The account was closed before the first payment',
  paypal_refused: 'PayPal refused to create it',
  paypal_error: 'PayPal reported an error in the buyer’s browser',
};

/** Why an order is in its state, and what it waits for; empty if there is nothing to add. */
export function orderNote({
  failure,
  awaits_consent,
}: Pick<AdminOrder, 'failure' | 'awaits_consent'>): string {
  if (failure === null) return awaits_consent ? 'Not in use yet: it waits for the buyer’s consent' : '';
  const mismatch = /^mismatch_(\w+)$/.exec(failure)?.[1];
  if (mismatch !== undefined)
    return `The ${mismatch.replaceAll('_', ' ')} of the PayPal payment differs from the order`;
  return NOTES[failure] ?? failure.replaceAll('_', ' ');
}
