import { screen, within } from '@testing-library/react';
import { fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { installFakePaypal, paypalAnswers } from '../../testing/fake-paypal.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const subscription = {
  plan: fakePlans[0],
  status: 'free',
  billing_period: null,
  trial_ends_at: null,
  paid_until: null,
  paid: null,
  renews: false,
  next_payment: null,
  ends_at: null,
  trial_available: true,
  bandwidth: { used_bytes: 0, included_bytes: null },
};

function open(at: string, email_confirmed: boolean) {
  localStorage.clear();
  const user = fakeUser({ email_confirmed, email: 'new@castle.example' });
  storeSession(user);
  const api = installFakeApi({
    ...paypalAnswers,
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/plans/mine': { body: subscription },
    'GET /api/domains': { body: [] },
    'GET /api/orders/my-orders': { body: { orders: [] } },
    'GET /api/invoices': { body: [] },
    'POST /api/auth/resend-confirmation': { body: { message: 'sent' } },
    'POST /api/plans/trial': { body: { ...subscription, status: 'trial' } },
  });
  installFakePaypal();
  return { api, app: renderApp(at) };
}

const FIRST = '14 days free once your email address is confirmed';

describe('the trial', () => {
  it('is offered with what it is bound to', async () => {
    const { api, app } = open('/register?plan=starter', true);
    const offer = await screen.findByRole('region', { name: 'Free trial' });
    within(offer).getByText(/One trial per account, email address and domain/);
    await app.user.click(within(offer).getByRole('button', { name: 'Start free trial' }));
    await screen.findByText('Your 14-day trial of Starter has begun.');
    expect(api.asked('POST /api/plans/trial')).toHaveLength(1);
  });

  it('asks whoever has just registered for the confirmation, and sends the mail again', async () => {
    const { api, app } = open('/register?plan=starter', false);
    await screen.findByText(FIRST);
    screen.getByText(/Follow the link in the email sent to new@castle\.example/);
    expect(screen.queryByRole('button', { name: 'Start free trial' })).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Send that mail again' }));
    await screen.findByText('The mail is on its way.');
    expect(api.asked('POST /api/auth/resend-confirmation')).toHaveLength(1);
  });

  it('is not offered by the upgrade dialog either before the address is confirmed', async () => {
    const { app } = open('/dashboard/settings?tab=billing', false);
    await app.user.click(await screen.findByRole('button', { name: 'Upgrade Plan' }));
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade your plan' });
    await within(dialog).findByText(FIRST);
    await app.user.click((await within(dialog).findAllByRole('button', { name: 'Select Plan' }))[0]!);
    expect(screen.queryByRole('button', { name: /^Try / })).toBeNull();
    await app.user.click(within(dialog).getByRole('button', { name: 'Continue to Payment' }));
    await within(dialog).findByText('Step 2 of 2 · Payment');
    expect(screen.queryByRole('button', { name: /^Try / })).toBeNull();
  });
});
