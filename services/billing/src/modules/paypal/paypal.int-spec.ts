import { billingV1 } from '@palisade/contracts';
import { grpcClient, InternalTokenSigner, newId, type OrderId } from '@palisade/nest-kit';
import { type PayPalStandIn, startPayPalStandIn } from '@palisade/paypal-stand-in';
import { eventually, freePort } from '@palisade/testing';
import { type Harness, newCaller, startHarness } from '../../test/harness.ts';
import { RenewalsService } from '../renewals/renewals.service.ts';

const CREDENTIALS = { clientId: 'client', clientSecret: 'secret', webhookId: 'WH-1' };

describe('payments by PayPal', () => {
  let h: Harness;
  let payPal: PayPalStandIn;
  const admin = newCaller({ isAdmin: true });

  beforeAll(async () => {
    const http = await freePort();
    payPal = await startPayPalStandIn({
      port: 0,
      ...CREDENTIALS,
      webhookUrl: `http://127.0.0.1:${http}/api/paypal/webhook`,
    });
    h = await startHarness({
      PALISADE_BILLING_HTTP_PORT: String(http),
      PALISADE_PAYPAL_API_URL: payPal.url,
      PALISADE_PAYPAL_SCRIPT_URL: `${payPal.url}/sdk/js`,
      PALISADE_PAYPAL_CLIENT_ID: CREDENTIALS.clientId,
      PALISADE_PAYPAL_CLIENT_SECRET: CREDENTIALS.clientSecret,
      PALISADE_PAYPAL_WEBHOOK_ID: CREDENTIALS.webhookId,
    });
  });
  afterEach(() => payPal.ledger.failures.clear());
  afterAll(async () => {
    await h?.stop();
    await payPal?.stop();
  });

  const create = (user: ReturnType<typeof newCaller> | null, body: object = {}) =>
    h.call('POST', '/paypal/create-order', user, { plan_id: 'business', billing_period: 'monthly', ...body });
  const capture = (user: ReturnType<typeof newCaller> | null, id: string) =>
    h.call('POST', '/paypal/capture-order', user, { order_id: id, paypal_order_id: id });
  const approved = async (user: ReturnType<typeof newCaller> | null, body: object = {}) => {
    const id = String((await create(user, body)).body.paypal_order_id);
    payPal.ledger.approve(id);
    return id;
  };
  const mine = (user: ReturnType<typeof newCaller>) => h.call('GET', '/plans/mine', user);
  const orders = async (user: ReturnType<typeof newCaller>) =>
    (await h.call('GET', '/orders/my-orders', user)).body.orders as Record<string, unknown>[];
  const movementsOf = (id: string) => {
    const { capture: made } = payPal.ledger.get(id);
    return payPal.ledger.movements
      .filter((movement) => movement.id === made?.id)
      .map((movement) => movement.kind);
  };

  it('tells the browser where the buttons come from', async () => {
    expect((await h.call('GET', '/paypal/config', null)).body).toEqual({
      enabled: true,
      client_id: 'client',
      currency: 'USD',
      script_url: `${payPal.url}/sdk/js?client-id=client&currency=USD&intent=capture`,
      renews: false,
      is_stand_in: true,
    });
  });

  it('takes a member from order to active plan', async () => {
    const user = h.newUser();
    const id = await approved(user);
    expect(payPal.ledger.get(id)).toMatchObject({ amount: { currency_code: 'USD', value: '79.00' } });
    expect(await capture(user, id)).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Payment successful! Welcome to the Business plan.',
        claim_token: null,
      },
    });
    expect((await mine(user)).body).toMatchObject({
      plan: { slug: 'business' },
      status: 'active',
      billing_period: 'monthly',
    });
    expect(await orders(user)).toMatchObject([
      {
        order_number: expect.stringMatching(/^PAL-\d{4}-\d{6}$/),
        plan_id: 3,
        amount: 79,
        status: 'completed',
        payment_method: 'paypal',
      },
    ]);
  });

  it('gives the mailer the invoice of a paid order', async () => {
    const client = grpcClient(billingV1.BillingService, {
      address: h.grpcAddress,
      signer: new InternalTokenSigner('mailer', h.keys.privateKeys.mailer!),
    });
    const user = h.newUser();
    await capture(user, await approved(user));
    const [order] = await orders(user);
    const invoice = await client.getOrderInvoice({ orderId: String(order?.id) });
    expect(invoice).toMatchObject({
      number: expect.stringMatching(/^\d{4}-\d{6}$/),
      fileName: `invoice-${invoice.number}.pdf`,
    });
    expect(Buffer.from(invoice.pdf).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await client.getOrderInvoice({ orderId: newId<OrderId>() })).toMatchObject({ number: '' });
    await expect(client.getOrderInvoice({ orderId: 'x' })).rejects.toMatchObject({
      code: 'order_id_invalid',
    });
    client.close();
  });

  it('charges ten months for a year, and lasts twelve', async () => {
    const user = h.newUser();
    const id = await approved(user, { plan_id: 2, billing_period: 'yearly' });
    expect(payPal.ledger.get(id).amount.value).toBe('290.00');
    await capture(user, id);
    const until = new Date(String((await mine(user)).body.paid_until));
    expect(Math.round((until.getTime() - Date.now()) / 86_400_000)).toBeGreaterThanOrEqual(365);
  });

  it('adds to what is paid for already', async () => {
    const user = h.newUser();
    await capture(user, await approved(user));
    const first = new Date(String((await mine(user)).body.paid_until));
    await capture(user, await approved(user));
    const second = new Date(String((await mine(user)).body.paid_until));
    expect(Math.round((second.getTime() - first.getTime()) / 86_400_000)).toBeGreaterThanOrEqual(28);
  });

  it.each([
    [{ plan_id: 'gold' }, 404, 'Plan not found'],
    [{ plan_id: 'free' }, 422, 'This plan is free and needs no payment.'],
    [{ billing_period: 'weekly' }, 422, 'billing_period'],
    [{ plan_id: null }, 422, 'plan_id'],
  ])('makes no order of %j', async (body, status, detail) => {
    const answer = await create(h.newUser(), body);
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toContain(detail);
  });

  it('wants to know who buys', async () => {
    expect(await create(null)).toMatchObject({ status: 422, body: { code: 'buyer_unknown' } });
    expect(await create(null, { user_email: null })).toMatchObject({
      status: 422,
      body: { code: 'buyer_unknown' },
    });
    expect(await create(null, { user_email: 'nonsense' })).toMatchObject({ status: 422 });
  });

  describe('what must not work', () => {
    it('another user’s order, an unknown one, two ids that differ', async () => {
      const user = h.newUser();
      const id = await approved(user);
      expect(await capture(h.newUser(), id)).toMatchObject({
        status: 404,
        body: { detail: 'Order not found' },
      });
      expect(await capture(null, id)).toMatchObject({ status: 404 });
      expect(await capture(user, 'NOSUCHORDER')).toMatchObject({ status: 404 });
      const both = { order_id: 'OTHER', paypal_order_id: id };
      expect(await h.call('POST', '/paypal/capture-order', user, both)).toMatchObject({ status: 404 });
      expect(movementsOf(id)).toEqual([]);
    });

    it.each([
      ['less money', (order: { amount: object }) => Object.assign(order.amount, { value: '0.01' })],
      [
        'another currency',
        (order: { amount: object }) => Object.assign(order.amount, { currency_code: 'JPY' }),
      ],
      [
        'another order’s payment',
        (order: object) => Object.assign(order, { custom_id: '0190a5b0-0000-7000-8000-000000000000' }),
      ],
    ])('%s', async (_name, tamper) => {
      const user = h.newUser();
      const id = await approved(user);
      tamper(payPal.ledger.get(id));
      expect(await capture(user, id)).toMatchObject({ status: 422, body: { code: 'payment_mismatch' } });
      expect(movementsOf(id)).toEqual([]);
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
      expect(await orders(user)).toMatchObject([{ status: 'failed' }]);
      expect((await h.call('GET', '/orders', admin)).body).toMatchObject({ total: expect.any(Number) });
      expect((await h.call('GET', '/orders?limit=0', admin)).status).toBe(422);
    });

    it('an order that nobody approved', async () => {
      const user = h.newUser();
      const id = String((await create(user)).body.paypal_order_id);
      expect((await capture(user, id)).body).toMatchObject({
        success: false,
        message: expect.stringContaining('not been approved'),
      });
      expect(await orders(user)).toMatchObject([{ status: 'pending' }]);
    });
  });

  describe('once, whatever happens', () => {
    it('fifty captures at once and one later pay and activate once', async () => {
      const user = h.newUser();
      const id = await approved(user);
      const answers = await Promise.all(Array.from({ length: 50 }, () => capture(user, id)));
      expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.success}`))).toEqual(
        new Set(['200 true']),
      );
      expect((await capture(user, id)).body).toMatchObject({ success: true });
      expect(movementsOf(id)).toEqual(['capture']);
      const { rows } = await h.database.query('SELECT reason FROM subscription_changes WHERE user_id = $1', [
        user.userId,
      ]);
      expect(rows).toEqual([{ reason: 'paid' }]);
      expect((await h.call('GET', '/invoices', user)).body).toHaveLength(1);
    });

    it('a capture whose answer was lost takes effect by the webhook, and by asking again', async () => {
      const user = h.newUser();
      const id = await approved(user);
      payPal.ledger.failures.add('capture_answer_lost');
      expect(await capture(user, id)).toMatchObject({
        status: 502,
        body: { detail: 'Payment failed. Please try again.' },
      });
      await eventually('the webhook', async () =>
        expect((await mine(user)).body).toMatchObject({ plan: { slug: 'business' } }),
      );
      expect((await capture(user, id)).body).toMatchObject({ success: true });
      expect(movementsOf(id)).toEqual(['capture']);
    });

    it('a crash between capture and activation is made good without the buyer', async () => {
      const user = h.newUser();
      const id = await approved(user);
      payPal.ledger.failures.add('webhooks_lost').add('capture_answer_lost');
      await capture(user, id);
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
      payPal.ledger.failures.clear();
      await h.app.get(RenewalsService).reconcileOrders(new Date(Date.now() + 120_000));
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'business' } });
      expect(await orders(user)).toMatchObject([{ status: 'completed' }]);
    });

    it('an order that nobody finishes is cancelled in the end', async () => {
      const user = h.newUser();
      await create(user);
      await h.app.get(RenewalsService).reconcileOrders(new Date(Date.now() + 7 * 3_600_000));
      expect(await orders(user)).toMatchObject([{ status: 'cancelled' }]);
    });
  });

  describe('webhooks', () => {
    it('replayed and reordered ones change nothing', async () => {
      const user = h.newUser();
      const id = await approved(user);
      await capture(user, id);
      const order = payPal.ledger.get(id);
      const { body } = await h.call('GET', '/orders/my-orders', user);
      await h.call('POST', `/orders/${(body.orders as { id: string }[])[0]!.id}/refund`, admin, {});
      const statuses = [];
      for (const type of [
        'PAYMENT.CAPTURE.REFUNDED',
        'PAYMENT.CAPTURE.COMPLETED',
        'PAYMENT.CAPTURE.COMPLETED',
        'PAYMENT.CAPTURE.PENDING',
        'SOMETHING.ELSE',
      ]) {
        statuses.push(await payPal.sendWebhook(type, order));
      }
      expect(statuses).toEqual([204, 204, 204, 204, 204]);
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
      const { rows } = await h.database.query(
        'SELECT reason FROM subscription_changes WHERE user_id = $1 ORDER BY revision',
        [user.userId],
      );
      expect(rows).toEqual([{ reason: 'paid' }, { reason: 'refunded' }]);
      expect((await h.call('GET', '/invoices', user)).body).toMatchObject([{ amount: -79 }, { amount: 79 }]);
    });

    it('forged and malformed ones are refused', async () => {
      const user = h.newUser();
      const id = await approved(user);
      payPal.ledger.failures.add('webhooks_lost').add('capture_answer_lost');
      await capture(user, id);
      payPal.ledger.failures.clear();
      payPal.ledger.failures.add('webhooks_forged');
      expect(await payPal.sendWebhook('PAYMENT.CAPTURE.COMPLETED', payPal.ledger.get(id))).toBe(401);
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
      expect((await h.call('POST', '/paypal/webhook', null, { nonsense: true })).status).toBe(400);
    });

    it('one that cannot be verified now is asked for again', async () => {
      const user = h.newUser();
      const id = await approved(user);
      await capture(user, id);
      payPal.ledger.failures.add('unavailable');
      expect(await payPal.sendWebhook('PAYMENT.CAPTURE.COMPLETED', payPal.ledger.get(id))).toBe(503);
    });

    it('a refund made at PayPal ends the plan', async () => {
      const user = h.newUser();
      const id = await approved(user);
      await capture(user, id);
      const order = payPal.ledger.get(id);
      payPal.ledger.refund(order.capture!.id);
      await payPal.sendWebhook('PAYMENT.CAPTURE.REFUNDED', order);
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'free' }, status: 'cancelled' });
      expect(await orders(user)).toMatchObject([{ status: 'cancelled', refunded_at: expect.any(String) }]);
    });

    it('a payment under review takes effect when PayPal decides', async () => {
      const user = h.newUser();
      const id = await approved(user);
      payPal.ledger.failures.add('capture_pending');
      expect((await capture(user, id)).body).toMatchObject({
        success: false,
        message: expect.stringContaining('still checking'),
      });
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
      await payPal.sendWebhook('PAYMENT.CAPTURE.COMPLETED', payPal.ledger.decide(id, 'COMPLETED'));
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'business' } });
    });
  });

  describe('when PayPal fails', () => {
    it('says so when it makes no order', async () => {
      const user = h.newUser();
      for (const failure of ['create_refused', 'unavailable'] as const) {
        payPal.ledger.failures.add(failure);
        expect(await create(user)).toMatchObject({
          status: 502,
          body: { detail: 'Failed to create PayPal order' },
        });
        payPal.ledger.failures.clear();
      }
      expect(await orders(user)).toMatchObject([{ status: 'failed' }, { status: 'failed' }]);
    });

    it('lets a declined buyer try again', async () => {
      const user = h.newUser();
      const id = await approved(user);
      payPal.ledger.failures.add('capture_declined');
      expect((await capture(user, id)).body).toMatchObject({
        success: false,
        message: expect.stringContaining('declined'),
      });
      payPal.ledger.failures.clear();
      expect((await capture(user, id)).body).toMatchObject({ success: true });
    });
  });

  describe('refunds', () => {
    const paidOrder = async () => {
      const user = h.newUser();
      const id = await approved(user);
      await capture(user, id);
      const [order] = await orders(user);
      return { user, id, order: String(order!.id) };
    };

    it('give the money back once and end the plan', async () => {
      const { user, id, order } = await paidOrder();
      const answers = await Promise.all(
        [1, 2, 3].map(() => h.call('POST', `/orders/${order}/refund`, admin, {})),
      );
      expect(answers.map((answer) => [answer.status, answer.body.status])).toEqual(
        Array(3).fill([200, 'cancelled']),
      );
      expect(movementsOf(id)).toEqual(['capture', 'refund']);
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
    });

    it('stand in the audit log or do not take effect', async () => {
      const { user, order } = await paidOrder();
      payPal.ledger.failures.add('webhooks_lost');
      await h.database.query(`
        CREATE TABLE acts (LIKE outbox);
        CREATE FUNCTION keep_act() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN INSERT INTO acts SELECT NEW.*; RETURN NEW; END';
        CREATE FUNCTION refuse_act() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN RAISE EXCEPTION ''no acts today''; END';
        CREATE TRIGGER refuse_acts BEFORE INSERT ON outbox FOR EACH ROW
          WHEN (NEW.event_type = 'auth.admin_act_recorded.v1') EXECUTE FUNCTION refuse_act();
      `);
      expect((await h.call('POST', `/orders/${order}/refund`, admin, {})).status).toBe(500);
      expect(await orders(user)).toMatchObject([{ status: 'completed', refunded_at: null }]);
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'business' } });
      await h.database.query(`
        DROP TRIGGER refuse_acts ON outbox;
        CREATE TRIGGER keep_acts AFTER INSERT ON outbox FOR EACH ROW
          WHEN (NEW.event_type = 'auth.admin_act_recorded.v1') EXECUTE FUNCTION keep_act();
      `);
      expect((await h.call('POST', `/orders/${order}/refund`, admin, {})).status).toBe(200);
      const { rows } = await h.database.query('SELECT event_key FROM acts');
      expect(rows).toEqual([{ event_key: order }]);
      await h.database.query('DROP TRIGGER keep_acts ON outbox');
    });

    it('are for administrators, for paid orders, and within the guarantee', async () => {
      const { user, order } = await paidOrder();
      expect((await h.call('POST', `/orders/${order}/refund`, user, {})).status).toBe(403);
      expect((await h.call('POST', `/orders/${order}/refund`, null, {})).status).toBe(401);
      await h.database.query(`UPDATE orders SET paid_at = now() - interval '15 days' WHERE id = $1`, [order]);
      expect(await h.call('POST', `/orders/${order}/refund`, admin, {})).toMatchObject({
        status: 409,
        body: { code: 'guarantee_ended' },
      });
      payPal.ledger.failures.add('refund_refused');
      const beyond = { beyond_guarantee: true };
      expect(await h.call('POST', `/orders/${order}/refund`, admin, beyond)).toMatchObject({ status: 502 });
      payPal.ledger.failures.clear();
      expect(await h.call('POST', `/orders/${order}/refund`, admin, beyond)).toMatchObject({ status: 200 });
      const other = h.newUser();
      await create(other);
      const [pending] = await orders(other);
      expect(await h.call('POST', `/orders/${pending!.id}/refund`, admin, {})).toMatchObject({
        status: 409,
        body: { code: 'order_not_refundable' },
      });
    });
  });

  describe('guests', () => {
    const paid = async (email: string) => {
      const id = await approved(null, { user_email: email, user_name: 'A Guest' });
      const { body } = await capture(null, id);
      return { id, token: String(body.claim_token) };
    };
    const claim = (user: ReturnType<typeof newCaller> | null, claim_token: string) =>
      h.call('POST', '/orders/claim', user, { claim_token });

    it('claim with the token of the capture and the same address, once', async () => {
      const { token } = await paid('Guest-1@Example.com');
      const user = h.newUser('guest-1@example.com');
      expect(await claim(h.newUser('somebody@example.com'), token)).toMatchObject({ status: 404 });
      expect(await claim(user, 'x'.repeat(32))).toMatchObject({ status: 404 });
      expect(await claim(null, token)).toMatchObject({ status: 401 });
      expect(await claim(user, token)).toMatchObject({ status: 200, body: { status: 'completed' } });
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'business' }, status: 'active' });
      expect(await claim(user, token)).toMatchObject({ status: 404 });
      expect(await orders(user)).toHaveLength(1);
    });

    it('who repeat the capture get a token that works', async () => {
      const { id, token } = await paid('guest-2@example.com');
      const again = (await capture(null, id)).body;
      expect(again).toMatchObject({ success: true });
      expect(again.claim_token).not.toBe(token);
      expect(await claim(h.newUser('guest-2@example.com'), String(again.claim_token))).toMatchObject({
        status: 200,
      });
    });
  });

  it('books balance: what came minus what went is what the invoices say', async () => {
    const moved = payPal.ledger.movements.reduce(
      (sum, { kind, amount }) => sum + (kind === 'capture' ? 1 : -1) * Math.round(Number(amount.value) * 100),
      0,
    );
    // What PayPal holds and we have not heard of (forged webhook above) is found by the reconciliation.
    await h.app.get(RenewalsService).reconcileOrders(new Date(Date.now() + 120_000));
    const { rows } = await h.database.query(
      `SELECT (SELECT sum(amount_cents)::int FROM invoices) AS invoiced,
              (SELECT sum(amount_cents)::int FROM orders WHERE status = 'completed') AS kept,
              (SELECT array_agg(number ORDER BY number) FROM invoices) AS numbers`,
    );
    expect(rows[0]).toMatchObject({ invoiced: moved, kept: moved });
    const year = new Date().getUTCFullYear();
    expect(rows[0].numbers).toEqual(
      rows[0].numbers.map((_: string, index: number) => `${year}-${String(index + 1).padStart(6, '0')}`),
    );
  });
});
