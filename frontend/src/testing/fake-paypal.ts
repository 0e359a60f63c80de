import { fireEvent, waitFor } from '@testing-library/react';
import type { PaypalSdk } from '../entities/plan/paypal-sdk.ts';
import type { OrderOutcome, PlanChangePreview } from '../shared/api/openapi.gen.ts';

export type PaypalOptions = Parameters<PaypalSdk['Buttons']>[0];

const SCRIPT = '/sdk.js';

/** The order that is made. */
export function fakeOrder(
  outcome: OrderOutcome['outcome'],
  changes: Partial<OrderOutcome> = {},
): OrderOutcome {
  return {
    id: 'o-1',
    order_number: 'PAL-1',
    plan_id: 2,
    plan_slug: 'starter',
    billing_period: 'monthly',
    created_at: '2026-12-01T12:00:00.000Z',
    amount: 29,
    currency: 'USD',
    status: 'pending',
    outcome,
    awaits_consent: false,
    payment_method: 'paypal',
    paid_at: outcome === 'paid' ? '2026-12-01T12:01:00.000Z' : null,
    refunded_at: null,
    refunded_amount: 0,
    awaits_account: false,
    ...changes,
  };
}

/** The API's responses about PayPal, and about an order made there. */
export const paypalAnswers = {
  'GET /api/paypal/config': {
    body: {
      enabled: true,
      client_id: 'x',
      currency: 'USD',
      script_url: SCRIPT,
      renews: false,
      is_stand_in: true,
    },
  },
  'GET /api/plans/change-preview': {
    body: {
      change: 'first',
      needs_consent: false,
      replaces: null,
      credit: null,
      amount: 29,
      currency: 'USD',
      paid_until: '2027-01-01T12:00:00.000Z',
      next_payment_at: null,
    } satisfies PlanChangePreview,
  },
  'POST /api/paypal/create-order': { body: { paypal_order_id: 'PP-1', id: 'o-1', order_number: 'PAL-1' } },
  'POST /api/paypal/give-up-order': { body: fakeOrder('cancelled') },
  'GET /api/orders/o-1': { body: fakeOrder('paid') },
  'POST /api/paypal/capture-order': {
    body: {
      success: true,
      message: 'Welcome to Starter',
      id: 'o-1',
      order_number: 'PAL-1',
      claim_token: null,
    },
  },
};

const given: PaypalOptions[] = [];
const Buttons: PaypalSdk['Buttons'] = (options) => {
  given.push(options);
  return { render: () => Promise.resolve() };
};

/**
 * Stands where PayPal's script is, which loads once for all tests of a file as it does in a browser.
 * @returns waits for the buttons that are shown next, and hands out what the product gave them
 */
export function installFakePaypal(): () => Promise<PaypalOptions> {
  given.length = 0;
  window.paypal = { Buttons };
  return async () => {
    await waitFor(() => {
      const script = document.querySelector(`script[src="${SCRIPT}"]`);
      if (script) fireEvent.load(script);
      if (given.length === 0) throw new Error('PayPal was given nothing');
    });
    return given.at(-1) as PaypalOptions;
  };
}
