import { act, screen, waitFor } from '@testing-library/react';
import { fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { fakeOrder, installFakePaypal, paypalAnswers } from '../../testing/fake-paypal.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const user = fakeUser();
const base = {
  ...paypalAnswers,
  'GET /api/auth/me': { body: user },
  'GET /api/plans': { body: fakePlans },
  'GET /api/domains': { body: [] },
};

const captured = paypalAnswers['POST /api/paypal/capture-order'].body;

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
        body: captured,
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
    await screen.findByRole('heading', { name: 'Your payment has arrived' });
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
  });

  it('makes a payment that renews itself where PayPal is to take the next ones, too', async () => {
    const { api, options } = await openPayment({
      'GET /api/paypal/config': { body: { ...base['GET /api/paypal/config'].body, renews: true } },
      'POST /api/paypal/create-order': { body: { paypal_order_id: 'I-1', id: 'o-1', order_number: 'PAL-1' } },
      'POST /api/paypal/capture-order': {
        body: captured,
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

  it.each([
    ['cancelled', 'Payment cancelled', 'The payment was cancelled'],
    ['failed', 'PayPal error occurred. Please try again.', 'The payment did not go through'],
  ] as const)(
    'closes an order that was %s, on a screen where it can be paid for again',
    async (outcome, message, title) => {
      const { api, app, options } = await openPayment({
        'POST /api/paypal/give-up-order': { body: fakeOrder(outcome) },
        'GET /api/orders/o-1': { body: fakeOrder(outcome) },
      });
      await act(async () => {
        await options.createOrder?.();
      });
      act(() => (outcome === 'cancelled' ? options.onCancel() : options.onError(new Error('window closed'))));
      await screen.findByText(message);
      await screen.findByRole('heading', { name: title });
      expect(app.path()).toBe('/payment?order=o-1');
      expect(api.asked('POST /api/paypal/give-up-order')[0]?.body).toEqual({
        paypal_order_id: 'PP-1',
        reason: outcome === 'cancelled' ? 'cancelled' : 'error',
      });
      await screen.findByRole('heading', { name: 'Pay for Starter' });
    },
  );

  it('shows a payment that PayPal reviews, and follows it', async () => {
    const { app, options } = await openPayment({
      'POST /api/paypal/capture-order': { body: { ...captured, success: false, message: 'Still checking' } },
      'GET /api/orders/o-1': { body: fakeOrder('pending') },
    });
    await act(() => options.onApprove({ orderID: 'PP-1' }));
    await screen.findByText('Still checking');
    await screen.findByRole('heading', { name: 'PayPal is reviewing your payment' });
    expect(app.path()).toBe('/payment?order=o-1');
    expect(screen.queryByText('Pay for Starter')).toBeNull();
  });

  it('leads a second payment to the one that holds it back', async () => {
    const { options } = await openPayment({
      'POST /api/paypal/create-order': {
        status: 409,
        body: { code: 'payment_under_review', detail: 'PayPal is still checking your payment' },
      },
      'GET /api/orders/my-orders': { body: { orders: [fakeOrder('pending')] } },
      'GET /api/orders/o-1': { body: fakeOrder('pending') },
    });
    await act(() => expect(options.createOrder?.()).rejects.toBeDefined());
    await screen.findByText('One payment at a time');
    await screen.findByRole('heading', { name: 'PayPal is reviewing your payment' });
  });

  it('is tried again in place when PayPal could not be asked for', async () => {
    let isDown = true;
    const config = base['GET /api/paypal/config'];
    installFakeApi({
      ...base,
      'GET /api/paypal/config': () => (isDown ? { status: 503, body: {} } : config),
    });
    const buttons = installFakePaypal();
    const app = renderApp('/register?plan=starter');
    await screen.findByText('PayPal could not be loaded');
    isDown = false;
    await app.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await buttons()).style).toMatchObject({ color: 'blue' });
    expect(screen.queryByText('PayPal could not be loaded')).toBeNull();
  });

  it('names why an order could not be created', async () => {
    const { options } = await openPayment({ 'POST /api/paypal/create-order': { status: 503, body: null } });
    await act(() => expect(options.createOrder?.()).rejects.toBeDefined());
    expect(await screen.findAllByText('Failed to create PayPal order')).toHaveLength(2);
  });

  it('says nothing more once the payment has arrived, whatever PayPal’s window says', async () => {
    const { api, app, options } = await openPayment({});
    await act(() => expect(options.createOrder?.()).resolves.toBe('PP-1'));
    await act(async () => {
      const capturing = options.onApprove({ orderID: 'PP-1' });
      options.onCancel();
      await capturing;
      options.onError(new Error('The window was closed'));
    });
    await waitFor(() => expect(app.path()).toMatch(/^\/(?:payment|dashboard)/));
    expect(screen.queryByText('Payment cancelled')).toBeNull();
    expect(screen.queryByText(/PayPal error occurred/)).toBeNull();
    expect(api.asked('POST /api/paypal/give-up-order')).toEqual([]);
  });

  it('tells a failure once', async () => {
    const { options } = await openPayment({ 'POST /api/paypal/create-order': { status: 503, body: null } });
    await act(() => expect(options.createOrder?.()).rejects.toBeDefined());
    act(() => options.onError(new Error('No order')));
    await screen.findAllByText('Failed to create PayPal order');
    expect(screen.queryByText(/PayPal error occurred/)).toBeNull();
  });
});
