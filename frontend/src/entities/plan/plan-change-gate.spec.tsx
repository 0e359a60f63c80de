import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PlanChangePreview } from '../../shared/api/openapi.gen.ts';
import { fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { installFakePaypal, paypalAnswers } from '../../testing/fake-paypal.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { changesOf } from './plan-change-gate.tsx';

const PREVIEW = 'GET /api/plans/change-preview';
const user = fakeUser();
const downgrade: PlanChangePreview = {
  change: 'downgrade',
  needs_consent: true,
  replaces: { name: 'Enterprise', is_trial: false, ends_at: '2027-11-01T12:00:00.000Z' },
  credit: { amount: 1935.48, days: 735 },
  amount: 29,
  currency: 'USD',
  paid_until: '2028-12-15T12:00:00.000Z',
  next_payment_at: null,
};

beforeEach(() => {
  localStorage.clear();
  storeSession(user);
});

async function openPayment(preview: Parameters<typeof installFakeApi>[0]) {
  const api = installFakeApi({
    ...paypalAnswers,
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [] },
    ...preview,
  });
  installFakePaypal();
  renderApp('/register?plan=starter');
  await screen.findByRole('heading', { name: 'Complete Your Purchase' });
  return api;
}

describe('what a payment changes', () => {
  it('is said before a smaller plan can be paid for, and confirmed', async () => {
    await openPayment({ [PREVIEW]: { body: downgrade } });
    await screen.findByText('What this payment changes');
    for (const line of changesOf(downgrade, 'Starter')) screen.getByText(line);
    expect(screen.queryByTestId('paypal-buttons')).toBeNull();
    await userEvent.click(screen.getByLabelText('I want to switch to the smaller plan now'));
    await screen.findByTestId('paypal-buttons');
  });

  it('holds the payment back until it is known', async () => {
    await openPayment({ [PREVIEW]: { status: 503, body: {} } });
    await screen.findByText('The changes of this payment could not be loaded');
    expect(screen.queryByTestId('paypal-buttons')).toBeNull();
  });

  it('says nothing to somebody who has the free plan', async () => {
    await openPayment({});
    await screen.findByTestId('paypal-buttons');
    expect(screen.queryByText('What this payment changes')).toBeNull();
  });

  it('names what is replaced, what is credited, until when, and whether it renews', () => {
    expect(changesOf(downgrade, 'Starter')).toEqual([
      'Starter replaces Enterprise (paid until Nov 1, 2027) as soon as you pay.',
      'The unused $1,935.48 is credited as 735 extra days of Starter.',
      'Starter is then paid for until Dec 15, 2028.',
      'It does not renew automatically.',
    ]);
    expect(
      changesOf(
        {
          ...downgrade,
          change: 'upgrade',
          replaces: { name: 'Business', is_trial: true, ends_at: '2026-12-01T12:00:00.000Z' },
          credit: null,
          next_payment_at: '2027-01-15T12:00:00.000Z',
        },
        'Enterprise',
      ),
    ).toEqual([
      'Your Business trial ends as soon as you pay.',
      'Enterprise is then paid for until Dec 15, 2028.',
      'PayPal charges $29 again on Jan 15, 2027, and so on until you cancel.',
    ]);
    const given = { name: 'Business', is_trial: false, ends_at: null };
    expect(changesOf({ ...downgrade, change: 'extension', replaces: given }, 'Business')[0]).toBe(
      'Your Business plan has no end date. Business replaces it as soon as you pay.',
    );
  });
});
