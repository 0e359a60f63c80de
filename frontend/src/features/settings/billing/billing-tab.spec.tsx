import { screen, within } from '@testing-library/react';
import { paymentOutcome } from '../../../entities/page/paths.ts';
import { fakePlans, fakeUser, installFakeApi } from '../../../testing/fake-api.ts';
import { fakeOrder } from '../../../testing/fake-paypal.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

function open(
  paidDaysAgo: number,
  guarantee: { status?: number; body: object },
  changes: Parameters<typeof fakeOrder>[1] = {},
  has: Parameters<typeof fakeUser>[0] = { plan: 'starter', plan_name: 'Starter' },
) {
  localStorage.clear();
  const user = fakeUser(has);
  storeSession(user);
  let order = { ...fakeOrder('paid', changes), paid_at: inDays(-paidDaysAgo) };
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/plans/mine': {
      body: {
        plan: fakePlans[1],
        status: 'active',
        billing_period: 'yearly',
        trial_ends_at: null,
        paid_until: inDays(300),
        paid: { amount: 300, currency: 'EUR' },
        renews: false,
        next_payment: null,
        ends_at: inDays(300),
        trial_available: false,
        bandwidth: { used_bytes: 0, included_bytes: null },
      },
    },
    'GET /api/domains': { body: [] },
    'GET /api/invoices': { body: [] },
    'GET /api/orders/my-orders': () => ({ body: { orders: [order] } }),
    [`GET /api/orders/${order.id}/money-back`]: guarantee,
    [`POST /api/orders/${order.id}/use`]: () => {
      order = { ...order, awaits_consent: false };
      return { body: order };
    },
    [`POST /api/orders/${order.id}/money-back`]: () => {
      order = { ...fakeOrder('refunded'), paid_at: order.paid_at };
      return { body: order };
    },
  });
  return { api, at: `/api/orders/${order.id}/money-back`, app: renderApp('/dashboard/settings?tab=billing') };
}

const preview = {
  amount: 29,
  currency: 'USD',
  until: inDays(10),
  plan_after: { name: 'Free', paid_until: null },
};

describe('the billing tab', () => {
  it('leads to the money back where the terms say so, and asks for nothing before', async () => {
    const { api, at } = open(4, { body: preview });
    const link = await screen.findByRole('link', { name: 'Get my money back' });
    expect(link.getAttribute('href')).toBe(paymentOutcome(fakeOrder('paid').id));
    expect(api.asked(`GET ${at}`)).toHaveLength(0);
  });

  it('shows what was paid, not what the plan costs others today', async () => {
    open(4, { body: preview });
    await screen.findByText('€300 per year');
  });

  it('asks before a payment that was made as a guest replaces a larger plan', async () => {
    const waiting = { awaits_consent: true };
    const { api, app } = open(4, { body: preview }, waiting, { plan: 'business', plan_name: 'Business' });
    await screen.findByText('A payment needs your decision');
    expect(api.asked('POST /api/orders/o-1/use')).toHaveLength(0);
    await app.user.click(screen.getByRole('button', { name: 'Use this payment' }));
    await screen.findByText('Change from Business to Starter?');
    await app.user.click(await screen.findByRole('button', { name: 'Change to Starter' }));
    await screen.findByText('Your account is on the Starter plan.');
    expect(api.asked('POST /api/orders/o-1/use')).toHaveLength(1);
  });

  it('asks about a payment for the plan that the account has as about more of it, not as about a change', async () => {
    const { api, app } = open(4, { body: preview }, { awaits_consent: true });
    await screen.findByText(/Using it ends a subscription to Starter/);
    await app.user.click(screen.getByRole('button', { name: 'Use this payment' }));
    await screen.findByText('Use this payment for Starter?');
    expect(screen.queryByText(/Change from/)).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Use the payment' }));
    await screen.findByText('Your account is on the Starter plan.');
    expect(api.asked('POST /api/orders/o-1/use')).toHaveLength(1);
  });

  it('says before a cancellation that paid time is lost, and that the money can be had instead', async () => {
    const { app } = open(4, { body: preview });
    await screen.findByRole('link', { name: 'Get my money back' });
    await app.user.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
    const question = await screen.findByRole('alertdialog');
    within(question).getByText(
      /^You have paid for Starter until .* That time ends now and is not refunded\.$/,
    );
    await within(question).findByText(/you can get \$29 back instead/);
  });

  it('asks for no money back, and offers none, once the guarantee is over', async () => {
    const over = open(15, { body: preview });
    await over.app.user.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
    await screen.findByText(/^You have paid for Starter until/);
    expect(over.api.asked(`GET ${over.at}`)).toHaveLength(0);
    expect(screen.queryByText('Money-back guarantee')).toBeNull();
  });

  it('says before an account is deleted that DNS and data come first', async () => {
    const { app } = open(15, { body: preview });
    await app.user.click(await screen.findByRole('button', { name: 'Delete Account' }));
    const question = await screen.findByRole('alertdialog');
    within(question).getByText(/point your DNS back at your own servers/);
    within(question).getByRole('link', { name: 'export your data' });
  });
});
