import { type Order, UNANSWERED, UNDER_REVIEW } from './order.entity.ts';

/** What has become of an order, in the words that its buyer is told it in. */
export const ORDER_OUTCOMES = [
  /** Nothing was paid yet, and it can be. */
  'open',
  /** PayPal has the payment and has not decided, or has not said so: nothing else is to be paid meanwhile. */
  'pending',
  'paid',
  'declined',
  'cancelled',
  'failed',
  'refunded',
] as const;
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number];

export function outcomeOf({
  status,
  failure,
  refundedAt,
}: Pick<Order, 'status' | 'failure' | 'refundedAt'>): OrderOutcome {
  if (refundedAt !== null) return 'refunded';
  switch (status) {
    case 'completed':
      return 'paid';
    case 'cancelled':
      return 'cancelled';
    case 'failed':
      return failure === 'declined' ? 'declined' : 'failed';
    case 'pending':
      if (failure === UNDER_REVIEW || failure === UNANSWERED) return 'pending';
      return failure === 'declined' ? 'declined' : 'open';
  }
}
