import type { UserCaller } from '@palisade/nest-kit';
import { type PayPalStandIn, startPayPalStandIn } from '@palisade/paypal-stand-in';
import { freePort } from '@palisade/testing';
import { RenewalsService } from '../modules/renewals/renewals.service.ts';
import { type Harness, startHarness } from './harness.ts';

const CREDENTIALS = { clientId: 'client', clientSecret: 'secret', webhookId: 'WH-1' };

export type PayPalHarness = Harness & { readonly payPal: PayPalStandIn };

/** Billing with a PayPal that calls its webhook; it ends with the harness. */
export async function startWithPayPal(settings: Record<string, string> = {}): Promise<PayPalHarness> {
  const http = await freePort();
  const payPal = await startPayPalStandIn({
    port: 0,
    ...CREDENTIALS,
    webhookUrl: `http://127.0.0.1:${http}/api/paypal/webhook`,
  });
  const harness = await startHarness({
    PALISADE_BILLING_HTTP_PORT: String(http),
    PALISADE_PAYPAL_API_URL: payPal.url,
    PALISADE_PAYPAL_SCRIPT_URL: `${payPal.url}/sdk/js`,
    PALISADE_PAYPAL_CLIENT_ID: CREDENTIALS.clientId,
    PALISADE_PAYPAL_CLIENT_SECRET: CREDENTIALS.clientSecret,
    PALISADE_PAYPAL_WEBHOOK_ID: CREDENTIALS.webhookId,
    ...settings,
  });
  const stopBilling = harness.stop;
  return Object.assign(harness, {
    payPal,
    stop: async () => {
      await stopBilling();
      await payPal.stop();
    },
  });
}

/** How the tests of payments buy, and look at what came of it. */
export function buying(h: PayPalHarness) {
  const create = (user: UserCaller | null, body: object = {}) =>
    h.call('POST', '/paypal/create-order', user, { plan_id: 'business', billing_period: 'monthly', ...body });
  return {
    create,
    capture: (user: UserCaller | null, id: string) =>
      h.call('POST', '/paypal/capture-order', user, { order_id: id, paypal_order_id: id }),
    /** An order that the buyer has approved at PayPal: its id there. */
    async approved(user: UserCaller | null, body: object = {}): Promise<string> {
      const id = String((await create(user, body)).body.paypal_order_id);
      h.payPal.ledger.approve(id);
      return id;
    },
    mine: (user: UserCaller) => h.call('GET', '/plans/mine', user),
    orders: async (user: UserCaller) =>
      (await h.call('GET', '/orders/my-orders', user)).body.orders as Record<string, unknown>[],
    /** What an order's money did, in order. */
    movementsOf(id: string): string[] {
      const { capture: made } = h.payPal.ledger.get(id);
      return h.payPal.ledger.movements
        .filter((movement) => movement.id === made?.id)
        .map((movement) => movement.kind);
    },
  };
}

/** Whatever the tests before did: what came minus what went is what the invoices say, and no number is missing. */
export async function expectBooksToBalance(h: PayPalHarness): Promise<void> {
  const moved = h.payPal.ledger.movements.reduce(
    (sum, { kind, amount }) => sum + (kind === 'capture' ? 1 : -1) * Math.round(Number(amount.value) * 100),
    0,
  );
  expect(h.payPal.ledger.movements).not.toEqual([]);
  // What PayPal holds and we have not heard of, as after a forged webhook, is found by the reconciliation.
  await h.app.get(RenewalsService).reconcileOrders(new Date(Date.now() + 120_000));
  const { rows } = await h.database.query(
    `SELECT (SELECT sum(amount_cents)::int FROM invoices) AS invoiced,
            (SELECT sum(amount_cents - refunded_cents)::int FROM orders WHERE status = 'completed') AS kept,
            (SELECT array_agg(number ORDER BY number) FROM invoices) AS numbers`,
  );
  expect(rows[0]).toMatchObject({ invoiced: moved, kept: moved });
  const year = new Date().getUTCFullYear();
  expect(rows[0].numbers).toEqual(
    rows[0].numbers.map((_: string, index: number) => `${year}-${String(index + 1).padStart(6, '0')}`),
  );
}
