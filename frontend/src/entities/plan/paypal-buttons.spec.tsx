import { act, screen, waitFor } from '@testing-library/react';
import { fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { installFakePaypal, paypalAnswers } from '../../testing/fake-paypal.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const user = fakeUser();
const base = {
  ...paypalAnswers,
  'GET /api/auth/me': { body: user },
  'GET /api/plans': { body: fakePlans },
  'GET /api/domains': { body: [] },
};

beforeEach(() => {
  localStorage.clear();
  storeSession(user);
});

/** Opens the payment of Starter. */
async function openPayment(answers: Parameters<typeof installFakeApi>[0]) {
  const api = installFakeApi({ ...base, ...answers });
  const buttons = installFakePaypal();
  const app = renderApp('/register?plan=starter');
  await screen.findByRole('heading', { name: 'Complete Your Purchase' });
  await screen.findByText(/local stand-in for PayPal/);
  return { api, app, options: await buttons() };
}

describe('paying with PayPal', () => {
  it('takes someone signed in straight to the payment, creates, captures, and leads to the dashboard', async () => {
    const { api, app, options } = await openPayment({
      'POST /api/paypal/capture-order': {
        body: { success: true, message: 'Welcome to Starter', order_number: 'PAL-1', claim_token: null },
      },
    });
    expect(options.style).toMatchObject({ layout: 'vertical', color: 'blue', shape: 'rect' });
    let orderId = '';
    await act(async () => {
      orderId = (await options.createOrder?.()) ?? '';
    });
    expect(orderId).toBe('PP-1');
    expect(api.asked('POST /api/paypal/create-order')[0]?.body).toEqual({
      plan_id: 'starter',
      billing_period: 'monthly',
      user_email: null,
      user_name: null,
    });
    await act(() => options.onApprove({ orderID: orderId }));
    expect(api.asked('POST /api/paypal/capture-order')[0]?.body).toEqual({
      order_id: 'PP-1',
      paypal_order_id: 'PP-1',
    });
    await screen.findByText('🎉 Welcome to Starter');
    await waitFor(() => expect(app.path()).toBe('/dashboard'), { timeout: 4000 });
  });

  it('makes a payment that renews itself where PayPal is to take the next ones, too', async () => {
    const { api, options } = await openPayment({
      'GET /api/paypal/config': { body: { ...base['GET /api/paypal/config'].body, renews: true } },
      'POST /api/paypal/create-order': { body: { paypal_order_id: 'I-1', order_number: 'PAL-1' } },
      'POST /api/paypal/capture-order': {
        body: { success: true, message: 'Welcome to Starter', order_number: 'PAL-1', claim_token: null },
      },
    });
    expect(options.createOrder).toBeUndefined();
    await act(async () => expect(await options.createSubscription?.()).toBe('I-1'));
    await act(() => options.onApprove({ orderID: '', subscriptionID: 'I-1' }));
    expect(api.asked('POST /api/paypal/capture-order')[0]?.body).toEqual({
      order_id: 'I-1',
      paypal_order_id: 'I-1',
    });
    await screen.findByText('🎉 Welcome to Starter');
  });

  it('says that a payment was cancelled, refused or broken', async () => {
    const { options } = await openPayment({
      'POST /api/paypal/capture-order': { status: 502, body: null },
    });
    act(() => options.onCancel());
    await screen.findByText('Payment cancelled');
    await act(() => options.onApprove({ orderID: 'PP-1' }));
    await screen.findByText('Payment failed. Please try again.');
    act(() => options.onError(new Error('window closed')));
    await screen.findByText('PayPal error occurred. Please try again.');
  });

  it('names why an order could not be created', async () => {
    const { options } = await openPayment({ 'POST /api/paypal/create-order': { status: 503, body: null } });
    await act(() => expect(options.createOrder?.()).rejects.toBeDefined());
    await screen.findByText('Failed to create PayPal order');
  });
});
