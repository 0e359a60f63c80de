import type { Subscription } from '../../../shared/api/types.ts';
import { fakePlans } from '../../../testing/fake-api.ts';
import { cancelLosses } from './cancel-losses.ts';

const now = Date.parse('2026-12-01T12:00:00.000Z');
const DOWNGRADED =
  'Your account is downgraded to the Free plan immediately. Your sites stay protected within its limits.';
const subscription = (over: Partial<Subscription>): Subscription => ({
  plan: fakePlans[2]!,
  status: 'active',
  billing_period: 'yearly',
  trial_ends_at: null,
  paid_until: '2027-03-14T12:00:00.000Z',
  paid: null,
  renews: false,
  next_payment: null,
  ends_at: '2027-03-14T12:00:00.000Z',
  trial_available: false,
  bandwidth: { used_bytes: 0, included_bytes: null },
  ...over,
});

describe('what cancelling loses', () => {
  it('is the time that is paid for, and says what there is instead', () => {
    const moneyBack = {
      amount: 790,
      currency: 'EUR',
      until: '2026-12-10T12:00:00.000Z',
      plan_after: { name: 'Free', paid_until: null },
    };
    expect(cancelLosses(subscription({ renews: true }), moneyBack, now)).toEqual([
      DOWNGRADED,
      'You have paid for Business until Mar 14, 2027. That time ends now and is not refunded.',
      'PayPal charges nothing more. To keep the plan until then without renewing, cancel the automatic payment in your PayPal account instead.',
      'Until Dec 10, 2026 you can get €790 back instead: keep the plan here, and choose “Get my money back” below.',
    ]);
  });

  it('is the trial, and nothing where nothing was paid for or it is used up', () => {
    const trial = subscription({ status: 'trial', paid_until: null });
    expect(cancelLosses(trial, undefined, now)).toEqual([
      DOWNGRADED,
      'Your trial of Business ends now and cannot be started again.',
    ]);
    expect(cancelLosses(subscription({ paid_until: null }), undefined, now)).toEqual([DOWNGRADED]);
    const over = subscription({ paid_until: '2026-11-30T12:00:00.000Z' });
    expect(cancelLosses(over, undefined, now)).toEqual([DOWNGRADED]);
    expect(cancelLosses(undefined, undefined, now)).toEqual([DOWNGRADED]);
  });
});
