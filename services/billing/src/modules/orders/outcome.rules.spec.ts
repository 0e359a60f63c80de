import { type OrderStatus, UNANSWERED, UNDER_REVIEW } from './order.entity.ts';
import { outcomeOf } from './outcome.rules.ts';

const outcome = (status: OrderStatus, failure: string | null = null, refundedAt: Date | null = null) =>
  outcomeOf({ status, failure, refundedAt });

describe('the outcome of an order', () => {
  it.each([
    ['pending', null, 'open'],
    ['pending', UNDER_REVIEW, 'pending'],
    ['pending', UNANSWERED, 'pending'],
    ['pending', 'declined', 'declined'],
    ['completed', null, 'paid'],
    ['failed', 'declined', 'declined'],
    ['failed', 'mismatch_amount', 'failed'],
    ['failed', 'paypal_refused', 'failed'],
    ['cancelled', 'not_approved', 'cancelled'],
    ['cancelled', 'not_paid', 'cancelled'],
  ] as const)('%s with the note %s is %s', (status, failure, expected) => {
    expect(outcome(status, failure)).toBe(expected);
  });

  it('is told apart from a cancellation when the money went back', () => {
    expect(outcome('cancelled', 'refunded', new Date())).toBe('refunded');
  });
});
