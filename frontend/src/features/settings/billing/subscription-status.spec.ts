import type { Subscription } from '../../../shared/api/types.ts';
import { fakePlans } from '../../../testing/fake-api.ts';
import { subscriptionStatusOf } from './subscription-status.ts';

const now = Date.parse('2026-03-10T12:00:00Z');
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();
const [free, starter] = fakePlans as [Subscription['plan'], Subscription['plan']];

const paid: Subscription = {
  plan: starter,
  status: 'active',
  billing_period: 'monthly',
  trial_ends_at: null,
  paid_until: inDays(18),
  paid: { amount: 29, currency: 'USD' },
  renews: true,
  next_payment: { amount: 29, currency: 'USD', due_at: inDays(18) },
  ends_at: inDays(23),
  trial_available: false,
  bandwidth: { used_bytes: 0, included_bytes: 1 },
};
const unpaid = { renews: false, next_payment: null };

describe('what billing says is charged next', () => {
  it.each<[string, Partial<Subscription>, string | null, string, RegExp, boolean]>([
    [
      'a payment by PayPal',
      {},
      'Active',
      'Next payment: $29 on Mar 28, 2026',
      /PayPal charges it automatically/,
      false,
    ],
    [
      'in the currency of the installation',
      { next_payment: { amount: 290.5, currency: 'EUR', due_at: inDays(18) } },
      'Active',
      'Next payment: €290.50 on Mar 28, 2026',
      /invoice/,
      false,
    ],
    [
      'a payment that is late, and when the plan ends without it',
      { next_payment: { amount: 29, currency: 'USD', due_at: inDays(-1) }, ends_at: inDays(4) },
      'Payment late',
      'Payment due: $29 since Mar 9, 2026',
      /moves to the Free plan on Mar 14, 2026/,
      false,
    ],
    [
      'nothing by itself where one pays by hand',
      { ...unpaid, ends_at: inDays(18) },
      'Active',
      'Paid until: Mar 28, 2026',
      /Pay before then to keep Starter/,
      true,
    ],
    [
      'an end that cannot be paid on where the plan costs nothing any more',
      { ...unpaid, plan: { ...starter, price: 0 }, ends_at: inDays(18) },
      'Active',
      'Paid until: Mar 28, 2026',
      /^Starter is free now, so it cannot be extended/,
      false,
    ],
    [
      'the end of a trial',
      { ...unpaid, status: 'trial', paid_until: null, trial_ends_at: inDays(9), ends_at: inDays(9) },
      'Trial',
      'Trial ends: Mar 19, 2026',
      /You are not charged automatically/,
      true,
    ],
    [
      'nothing for a plan that was given',
      { ...unpaid, paid_until: null, ends_at: null },
      'Active',
      'Next payment: None',
      /granted to your account/,
      false,
    ],
    [
      'nothing for the free plan',
      { ...unpaid, plan: free, status: 'free', paid_until: null, ends_at: null },
      null,
      'Next payment: None',
      /costs nothing/,
      false,
    ],
    [
      'nothing after cancelling',
      { ...unpaid, plan: free, status: 'cancelled', paid_until: null, ends_at: null },
      'Cancelled',
      'Next payment: None',
      /nothing more is charged/,
      false,
    ],
  ])('%s', (_what, changes, badge, next, explanation, canPayOn) => {
    const status = subscriptionStatusOf({ ...paid, ...changes }, now);
    expect(status.badge?.label ?? null).toBe(badge);
    expect(`${status.next.label}: ${status.next.value}`).toBe(next);
    expect(status.explanation).toMatch(explanation);
    expect(status.canPayOn).toBe(canPayOn);
  });
});
