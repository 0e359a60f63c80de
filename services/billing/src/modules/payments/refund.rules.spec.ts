import { DAY, MONEY_BACK_DAYS } from '../subscriptions/periods.rules.ts';
import { refuseUnrefundable } from './refund.rules.ts';

const NOW = Date.UTC(2026, 5, 15);
const paid = (msAgo: number) => ({ status: 'completed' as const, paidAt: new Date(NOW - msAgo) });
const GUARANTEE = MONEY_BACK_DAYS * DAY;

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
      expect(() => refuseUnrefundable({ status, paidAt: new Date(NOW) }, beyond, NOW)).toThrow(
        expect.objectContaining({ code: 'order_not_refundable' }),
      );
  });

  it('is none of an order without a payment', () => {
    expect(() => refuseUnrefundable({ status: 'completed', paidAt: null }, true, NOW)).toThrow(
      expect.objectContaining({ code: 'order_not_refundable' }),
    );
  });
});
