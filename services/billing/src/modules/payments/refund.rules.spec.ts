import { DAY_MS } from '@palisade/basics';
import { MONEY_BACK_DAYS } from '../subscriptions/periods.rules.ts';
import { refuseUnrefundable } from './refund.rules.ts';

const NOW = Date.UTC(2026, 5, 15);
const paid = (msAgo: number) => ({
  status: 'completed' as const,
  failure: null,
  refundedAt: null,
  paidAt: new Date(NOW - msAgo),
});
const GUARANTEE = MONEY_BACK_DAYS * DAY_MS;

describe('a refund', () => {
  it('is due to the last moment of the guarantee', () => {
    expect(() => refuseUnrefundable(paid(GUARANTEE), false, NOW)).not.toThrow();
    expect(() => refuseUnrefundable(paid(GUARANTEE + 1), false, NOW)).toThrow(
      expect.objectContaining({ code: 'guarantee_ended' }),
    );
  });

  it('may be given beyond it', () => {
    expect(() => refuseUnrefundable(paid(10 * GUARANTEE), true, NOW)).not.toThrow();
  });

  it.each(['pending', 'failed', 'cancelled'] as const)('is none of a %s order', (status) => {
    for (const beyond of [false, true])
      expect(() => refuseUnrefundable({ ...paid(0), status }, beyond, NOW)).toThrow(
        expect.objectContaining({ code: 'order_not_refundable' }),
      );
  });

  it('is none of an order without a payment', () => {
    expect(() => refuseUnrefundable({ ...paid(0), paidAt: null }, true, NOW)).toThrow(
      expect.objectContaining({ code: 'order_not_refundable' }),
    );
  });
});
