import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userRefreshed } from '../entities/session/session-slice.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../testing/fake-api.ts';
import { installFakePaypal, paypalAnswers } from '../testing/fake-paypal.ts';
import { countPageLeavings } from '../testing/page-leavings.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { stopClock } from '../testing/stopped-clock.ts';

const user = fakeUser();
const customer = fakeUser({ plan: 'starter', plan_name: 'Starter' });
const session = { access_token: 'fresh', token_type: 'bearer', expires_at: '2027-01-01T00:00:00Z', user };
const base = {
  ...paypalAnswers,
  'GET /api/plans': { body: fakePlans },
  'GET /api/plans/mine': { status: 503, body: null },
  'GET /api/invoices': { body: [] },
  'GET /api/auth/me': { body: user },
  'GET /api/domains': { body: [] },
  'GET /api/orders/my-orders': { body: { orders: [] } },
};

const shows = (text: string) =>
  screen.queryAllByText(text).some((element) => element.closest('.opacity-0') === null);
const heading = (name: string) => screen.queryByRole('heading', { name });
const press = (name: string, within_: HTMLElement = document.body) =>
  fireEvent.click(within(within_).getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function fillAccount() {
  await screen.findByLabelText('Username');
  type('Username', 'ada');
  type('Email address', 'ada@strangers.example');
  type('Password', 'secret-password');
  type('Confirm Password', 'secret-password');
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

describe('the register wizard', () => {
  async function openWizard(answers: Parameters<typeof installFakeApi>[0]) {
    const api = installFakeApi({ ...base, ...answers });
    const app = renderApp('/register?plan=starter');
    await screen.findByText('Starter');
    await fillAccount();
    return { api, app, clock: stopClock() };
  }

  it('waits 500 ms after the sign-up, and 100 ms before the payment', async () => {
    const { clock } = await openWizard({ 'POST /api/auth/register': { status: 201, body: session } });
    press('Continue to Plan Selection');
    await clock.until('signed in', () => localStorage.getItem('token') === 'fresh');
    const message = 'Account created! Now complete your payment to activate your plan.';
    await clock.pass(499);
    expect(shows(message)).toBe(false);
    await clock.pass(1);
    expect(shows(message)).toBe(true);
    await clock.pass(99);
    expect(heading('Create Your Account')).not.toBeNull();
    expect(heading('Complete Your Purchase')).toBeNull();
    await clock.pass(1);
    expect(heading('Complete Your Purchase')).not.toBeNull();
  });

  it('says so when no token was saved in these 500 ms', async () => {
    const { clock } = await openWizard({ 'POST /api/auth/register': { status: 201, body: session } });
    press('Continue to Plan Selection');
    await clock.until('signed in', () => localStorage.getItem('token') === 'fresh');
    localStorage.removeItem('token');
    await clock.pass(500);
    expect(shows('Authentication failed - no token saved')).toBe(true);
    await clock.pass(5000);
    expect(heading('Complete Your Purchase')).toBeNull();
  });

  it('shows for 6 s that the account exists, and tries to log in after 1 s', async () => {
    const { api, clock } = await openWizard({
      'POST /api/auth/register': { status: 409, body: { detail: 'Email or username already registered' } },
      'POST /api/auth/login': { body: { requires_mfa: false, ...session } },
    });
    const message = 'Account already exists! Please login to complete your payment.';
    const messages = screen.getByRole('region', { name: 'Messages' });
    const said = () => within(messages).queryByText(message)?.closest('.opacity-0') === null;
    press('Continue to Plan Selection');
    await clock.until('refused', () => within(messages).queryByText(message) !== null);
    await clock.pass(999);
    expect(api.asked('POST /api/auth/login')).toHaveLength(0);
    await clock.pass(1);
    await clock.until('logged in', () => shows('Logged in! Now complete your PayPal payment.'));
    expect(api.asked('POST /api/auth/login')).toHaveLength(1);
    expect(api.asked('POST /api/auth/login')[0]?.body).toEqual({
      email: 'ada@strangers.example',
      password: 'secret-password',
      mfa_token: null,
    });
    await clock.pass(99);
    expect(heading('Complete Your Purchase')).toBeNull();
    await clock.pass(1);
    expect(heading('Complete Your Purchase')).not.toBeNull();
    await clock.pass(4800);
    expect(said()).toBe(true);
    await clock.pass(300);
    expect(within(messages).queryByText(message) !== null && said()).toBe(false);
  });
});

describe('a payment', () => {
  it('leads somebody with a token to the dashboard after 1.5 s', async () => {
    storeSession(user);
    installFakeApi(base);
    const buttons = installFakePaypal();
    const app = renderApp('/register?plan=starter');
    const paypal = await buttons();
    const clock = stopClock();
    await act(() => paypal.onApprove({ orderID: 'PP-1' }));
    await clock.until('paid', () => shows('🎉 Welcome to Starter'));
    await clock.pass(1499);
    expect(app.path()).toBe('/payment?order=o-1');
    await clock.pass(1);
    expect(app.path()).toBe('/dashboard');
  });

  it('leads a guest back to the account after 2 s, and names the guest to PayPal', async () => {
    const capture = paypalAnswers['POST /api/paypal/capture-order'].body;
    const api = installFakeApi({
      ...base,
      'POST /api/paypal/capture-order': { body: { ...capture, claim_token: 'a-claim' } },
    });
    const buttons = installFakePaypal();
    const app = renderApp('/register?plan=starter');
    await screen.findByText('Starter');
    await fillAccount();
    press('Pay as a guest, create the account afterwards');
    const paypal = await buttons();
    const clock = stopClock();
    await act(() => paypal.createOrder?.());
    expect(api.asked('POST /api/paypal/create-order')[0]?.body).toEqual({
      plan_id: 'starter',
      billing_period: 'monthly',
      user_email: 'ada@strangers.example',
      user_name: 'ada',
    });
    await act(() => paypal.onApprove({ orderID: 'PP-1' }));
    const message = 'Payment successful! Please complete registration to access your account.';
    await clock.until('paid', () => shows(message));
    await clock.pass(1999);
    expect(app.path()).toBe('/payment?order=o-1');
    await clock.pass(1);
    expect(heading('Create Your Account')).not.toBeNull();
  });

  it('on the pricing page closes the checkout, and loads the page anew after 1.5 s', async () => {
    storeSession(user);
    installFakeApi(base);
    const buttons = installFakePaypal();
    renderApp('/pricing');
    const card = await screen.findByRole('article', { name: 'Starter plan' });
    press('Choose Plan', card);
    const dialog = await screen.findByRole('dialog', { name: 'Complete Your Purchase' });
    const paypal = await buttons();
    const leavings = countPageLeavings();
    const clock = stopClock();
    await act(() => paypal.onApprove({ orderID: 'PP-1' }));
    await clock.until('paid', () => shows('🎉 Welcome to Starter'));
    await clock.pass(1499);
    expect(dialog.isConnected).toBe(false);
    expect(leavings()).toBe(0);
    await clock.pass(1);
    expect(leavings()).toBe(1);
  });

  it('in the upgrade dialog closes it after 1.5 s and loads the page anew', async () => {
    storeSession(user);
    installFakeApi(base);
    const buttons = installFakePaypal();
    renderApp('/dashboard/settings?tab=billing');
    fireEvent.click(await screen.findByRole('button', { name: 'Upgrade Plan' }));
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade your plan' });
    const card = await within(dialog).findByRole('article', { name: 'Business plan' });
    press('Select Plan', card);
    const paypal = await buttons();
    const leavings = countPageLeavings();
    const clock = stopClock();
    await act(() => paypal.onApprove({ orderID: 'PP-1' }));
    await clock.until('paid', () => shows('🎉 Welcome to Starter'));
    await clock.pass(1499);
    expect(leavings()).toBe(0);
    expect(dialog.isConnected).toBe(true);
    await clock.pass(1);
    expect(leavings()).toBe(1);
    await clock.until('closed', () => !dialog.isConnected);
  });
});

describe('leaving', () => {
  async function openBilling() {
    storeSession(customer);
    installFakeApi({
      ...base,
      'GET /api/auth/me': { body: customer },
      'POST /api/auth/cancel-subscription': { body: { message: 'Cancelled' } },
      'DELETE /api/auth/delete-account': { body: { message: 'Deleted' } },
    });
    const { store } = renderApp('/dashboard/settings?tab=billing');
    return { store, cancel: await screen.findByRole('button', { name: 'Cancel Subscription' }) };
  }

  it('a subscription loads the page anew after 1.5 s', async () => {
    const { cancel } = await openBilling();
    fireEvent.click(cancel);
    const question = await screen.findByRole('alertdialog');
    const leavings = countPageLeavings();
    const clock = stopClock();
    press('Cancel Subscription', question);
    const message = 'Subscription cancelled successfully. Your account has been downgraded to Free plan.';
    await clock.until('cancelled', () => shows(message));
    await clock.pass(1499);
    expect(leavings()).toBe(0);
    await clock.pass(1);
    expect(leavings()).toBe(1);
  });

  it('the product removes the token at once and leads to the home page after 2 s', async () => {
    const { store } = await openBilling();
    // The router of the tests leaves the browser's address alone, and one cannot go where one is.
    window.history.replaceState(null, '', '/dashboard/settings');
    press('Delete Account');
    const question = await screen.findByRole('alertdialog');
    const leavings = countPageLeavings();
    const clock = stopClock();
    press('Delete Account', question);
    await clock.until('deleted', () => shows('Account deleted successfully. Redirecting...'));
    expect(localStorage.getItem('token')).toBeNull();
    // An answer that was on its way puts nothing back.
    act(() => void store.dispatch(userRefreshed(customer)));
    expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
    await clock.pass(1999);
    expect(leavings()).toBe(0);
    await clock.pass(1);
    expect(leavings()).toBe(1);
  });
});

describe('copying', () => {
  it('is confirmed for 2 s', async () => {
    storeSession(user);
    const domain = fakeDomain();
    installFakeApi({ ...base, 'GET /api/domains': { body: [domain] } });
    renderApp('/dashboard/domains');
    const copy = await screen.findByRole('button', { name: 'Copy target' });
    const clock = stopClock();
    fireEvent.click(copy);
    await clock.until('copied', () => screen.queryByRole('button', { name: 'Copied' }) !== null);
    expect(await navigator.clipboard.readText()).toBe(domain.cname_target);
    await waitFor(() => expect(shows('Copied to clipboard!')).toBe(true));
    await clock.pass(1999);
    expect(screen.queryByRole('button', { name: 'Copied' })).not.toBeNull();
    await clock.pass(1);
    expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull();
  });
});
