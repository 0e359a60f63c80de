import { jest } from '@jest/globals';
import { eventually } from '@palisade/testing';
import { newCaller } from '../../test/harness.ts';
import { buying, expectBooksToBalance, type PayPalHarness, startWithPayPal } from '../../test/paypal.ts';
import { ClosedAccountsService } from '../agreements/closed-accounts.service.ts';
import { UsersEventsController } from '../customers/users-events.controller.ts';
import { PayPalClient } from '../paypal/paypal.client.ts';
import { RenewalsService } from '../renewals/renewals.service.ts';

describe('what follows a payment by PayPal', () => {
  let h: PayPalHarness;
  const admin = newCaller({ isAdmin: true });
  let buy: ReturnType<typeof buying>;

  beforeAll(async () => {
    h = await startWithPayPal();
    buy = buying(h);
  });
  afterEach(() => h.payPal.ledger.failures.clear());
  afterAll(() => h?.stop());

  describe('once, whatever happens', () => {
    it('fifty captures at once and one later pay and activate once', async () => {
      const user = h.newUser();
      const id = await buy.approved(user);
      const answers = await Promise.all(Array.from({ length: 50 }, () => buy.capture(user, id)));
      expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.success}`))).toEqual(
        new Set(['200 true']),
      );
      expect((await buy.capture(user, id)).body).toMatchObject({ success: true });
      expect(buy.movementsOf(id)).toEqual(['capture']);
      const { rows } = await h.database.query('SELECT reason FROM subscription_changes WHERE user_id = $1', [
        user.userId,
      ]);
      expect(rows).toEqual([{ reason: 'paid' }]);
      expect((await h.call('GET', '/invoices', user)).body).toHaveLength(1);
    });

    it('a capture whose answer was lost takes effect by the webhook, and by asking again', async () => {
      const user = h.newUser();
      const id = await buy.approved(user);
      h.payPal.ledger.failures.add('capture_answer_lost');
      expect(await buy.capture(user, id)).toMatchObject({
        status: 502,
        body: { detail: 'Payment failed. Please try again.' },
      });
      await eventually('the webhook', async () =>
        expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'business' } }),
      );
      expect((await buy.capture(user, id)).body).toMatchObject({ success: true });
      expect(buy.movementsOf(id)).toEqual(['capture']);
    });

    it('a crash between capture and activation is made good without the buyer', async () => {
      const user = h.newUser();
      const id = await buy.approved(user);
      h.payPal.ledger.failures.add('webhooks_lost').add('capture_answer_lost');
      await buy.capture(user, id);
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
      h.payPal.ledger.failures.clear();
      await h.app.get(RenewalsService).reconcileOrders(new Date(Date.now() + 120_000));
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'business' } });
      expect(await buy.orders(user)).toMatchObject([{ status: 'completed' }]);
    });

    it('an order that nobody finishes is cancelled in the end', async () => {
      const user = h.newUser();
      await buy.create(user);
      await h.app.get(RenewalsService).reconcileOrders(new Date(Date.now() + 7 * 3_600_000));
      expect(await buy.orders(user)).toMatchObject([{ status: 'cancelled' }]);
    });
  });

  describe('webhooks', () => {
    it('replayed and reordered ones change nothing', async () => {
      const user = h.newUser();
      const id = await buy.approved(user);
      await buy.capture(user, id);
      const order = h.payPal.ledger.get(id);
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
        statuses.push(await h.payPal.sendWebhook(type, order));
      }
      expect(statuses).toEqual([204, 204, 204, 204, 204]);
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
      const { rows } = await h.database.query(
        'SELECT reason FROM subscription_changes WHERE user_id = $1 ORDER BY revision',
        [user.userId],
      );
      expect(rows).toEqual([{ reason: 'paid' }, { reason: 'refunded' }]);
      expect((await h.call('GET', '/invoices', user)).body).toMatchObject([{ amount: -79 }, { amount: 79 }]);
    });

    it('forged and malformed ones are refused', async () => {
      const user = h.newUser();
      const id = await buy.approved(user);
      h.payPal.ledger.failures.add('webhooks_lost').add('capture_answer_lost');
      await buy.capture(user, id);
      h.payPal.ledger.failures.clear();
      h.payPal.ledger.failures.add('webhooks_forged');
      expect(await h.payPal.sendWebhook('PAYMENT.CAPTURE.COMPLETED', h.payPal.ledger.get(id))).toBe(401);
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
      expect((await h.call('POST', '/paypal/webhook', null, { nonsense: true })).status).toBe(400);
    });

    it('those of another form, and those seen before, cost no call to PayPal', async () => {
      const user = h.newUser();
      const id = await buy.approved(user);
      await buy.capture(user, id);
      const verify = jest.spyOn(h.app.get(PayPalClient), 'isWebhookGenuine');
      const fetched = jest.spyOn(globalThis, 'fetch');
      try {
        const event = { id: 'WH-stranger', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id } };
        expect((await h.call('POST', '/paypal/webhook', null, event)).status).toBe(401);
        expect(verify).not.toHaveBeenCalled();

        expect(await h.payPal.sendWebhook('SOMETHING.ELSE', h.payPal.ledger.get(id))).toBe(204);
        expect(verify).toHaveBeenCalledTimes(1);
        const [url, sent] = fetched.mock.calls.find(([, init]) =>
          String(init?.body).includes('SOMETHING.ELSE'),
        )!;
        fetched.mockRestore();
        expect((await fetch(url, sent)).status).toBe(204);
        expect(verify).toHaveBeenCalledTimes(1);
      } finally {
        fetched.mockRestore();
        verify.mockRestore();
      }
    });

    it('one that cannot be verified now is asked for again', async () => {
      const user = h.newUser();
      const id = await buy.approved(user);
      await buy.capture(user, id);
      h.payPal.ledger.failures.add('unavailable');
      expect(await h.payPal.sendWebhook('PAYMENT.CAPTURE.COMPLETED', h.payPal.ledger.get(id))).toBe(503);
    });

    it('a refund made at PayPal ends the plan', async () => {
      const user = h.newUser();
      const id = await buy.approved(user);
      await buy.capture(user, id);
      const order = h.payPal.ledger.get(id);
      h.payPal.ledger.refund(order.capture!.id);
      await h.payPal.sendWebhook('PAYMENT.CAPTURE.REFUNDED', order);
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'free' }, status: 'cancelled' });
      expect(await buy.orders(user)).toMatchObject([
        { status: 'cancelled', refunded_at: expect.any(String) },
      ]);
    });

    it('a part refunded at PayPal has its credit note, and the plan stays until the rest is refunded', async () => {
      const user = h.newUser();
      const id = await buy.approved(user);
      await buy.capture(user, id);
      const order = h.payPal.ledger.get(id);
      const amounts = async () =>
        ((await h.call('GET', '/invoices', user)).body as unknown as { amount: number }[]).map(
          ({ amount }) => amount,
        );
      const revenue = async () => {
        const { rows } = (await h.call('GET', '/admin/billing/revenue', admin)).body as {
          rows: { plan: string; refunds: number; refunded_cents: number }[];
        };
        return rows.find(({ plan }) => plan === 'business')!;
      };
      const before = await revenue();

      h.payPal.refundPart(order.capture!.id, '10.50');
      await eventually('the credit note', async () => expect(await amounts()).toEqual([-10.5, 79]));
      // The same event again, and the payment's own: both change nothing.
      expect(await h.payPal.sendWebhook('PAYMENT.CAPTURE.REFUNDED', order)).toBe(204);
      expect(await h.payPal.sendWebhook('PAYMENT.CAPTURE.COMPLETED', order)).toBe(204);
      expect(await amounts()).toEqual([-10.5, 79]);
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'business' }, status: 'active' });
      expect(await buy.orders(user)).toMatchObject([
        { status: 'completed', refunded_amount: 10.5, refunded_at: null },
      ]);
      expect(await revenue()).toMatchObject({
        refunds: before.refunds + 1,
        refunded_cents: before.refunded_cents + 1_050,
      });
      const [own] = await buy.orders(user);
      expect((await h.call('GET', `/orders/${own!.id}/money-back`, user)).body).toMatchObject({
        amount: 68.5,
      });

      await h.call('POST', `/orders/${own!.id}/refund`, admin, {});
      expect(await h.payPal.sendWebhook('PAYMENT.CAPTURE.REFUNDED', order)).toBe(204);
      expect(await amounts()).toEqual([-68.5, -10.5, 79]);
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
      expect(await revenue()).toMatchObject({
        refunds: before.refunds + 2,
        refunded_cents: before.refunded_cents + 7_900,
      });
    });

    it('a refund that names another payment, or that PayPal does not know, has no credit note', async () => {
      const [user, other] = [h.newUser(), h.newUser()];
      const ids = [await buy.approved(user), await buy.approved(other)] as const;
      await buy.capture(user, ids[0]);
      await buy.capture(other, ids[1]);
      const [mine, theirs] = ids.map((id) => h.payPal.ledger.get(id).capture!.id);
      const { refund } = h.payPal.ledger.refund(theirs!, '5.00');
      const links = [{ rel: 'up', href: `${h.payPal.url}/v2/payments/captures/${mine}` }];
      for (const refundId of [refund.id, 'R0'])
        expect(await h.payPal.sendEvent('PAYMENT.CAPTURE.REFUNDED', { id: refundId, links })).toBe(204);
      expect((await h.call('GET', '/invoices', user)).body).toMatchObject([{ amount: 79 }]);
      expect(await h.payPal.sendWebhook('PAYMENT.CAPTURE.REFUNDED', h.payPal.ledger.get(ids[1]))).toBe(204);
      expect((await h.call('GET', '/invoices', other)).body).toMatchObject([{ amount: -5 }, { amount: 79 }]);
    });

    it('a payment under review takes effect when PayPal decides', async () => {
      const user = h.newUser();
      const id = await buy.approved(user);
      h.payPal.ledger.failures.add('capture_pending');
      expect((await buy.capture(user, id)).body).toMatchObject({
        success: false,
        message: expect.stringContaining('still checking'),
      });
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
      // Whoever tries again meanwhile would pay twice.
      expect(await buy.create(user)).toMatchObject({ status: 409, body: { code: 'payment_under_review' } });
      expect((await buy.create(h.newUser())).status).toBe(200);
      await h.payPal.sendWebhook('PAYMENT.CAPTURE.COMPLETED', h.payPal.ledger.decide(id, 'COMPLETED'));
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'business' } });
      expect((await buy.create(user)).status).toBe(200);
    });
  });

  it('a payment that is confirmed once the account is closed goes back, and gives no plan', async () => {
    const user = h.newUser();
    const id = await buy.approved(user);
    h.payPal.ledger.failures.add('capture_pending');
    await buy.capture(user, id);
    await h.app.get(UsersEventsController).onUserDeleted({ userId: user.userId } as never);
    await h.payPal.sendWebhook('PAYMENT.CAPTURE.COMPLETED', h.payPal.ledger.decide(id, 'COMPLETED'));
    expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
    h.payPal.ledger.failures.add('unavailable');
    await h.app.get(ClosedAccountsService).run();
    expect(await buy.orders(user)).toMatchObject([{ outcome: 'paid' }]);
    h.payPal.ledger.failures.clear();
    await h.app.get(ClosedAccountsService).run();
    await h.app.get(ClosedAccountsService).run();
    expect(buy.movementsOf(id)).toEqual(['capture', 'refund']);
    expect(await buy.orders(user)).toMatchObject([{ outcome: 'refunded' }]);
  });

  describe('refunds', () => {
    const paidOrder = async () => {
      const user = h.newUser();
      const id = await buy.approved(user);
      await buy.capture(user, id);
      const [order] = await buy.orders(user);
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
      expect(buy.movementsOf(id)).toEqual(['capture', 'refund']);
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
    });

    it('are taken by the owner alone within the guarantee, who is told before what is left', async () => {
      const { user, id, order } = await paidOrder();
      const path = `/orders/${order}/money-back`;
      for (const method of ['GET', 'POST']) {
        expect((await h.call(method, path, h.newUser(), method === 'POST' ? {} : undefined)).status).toBe(
          404,
        );
        expect((await h.call(method, path, null, method === 'POST' ? {} : undefined)).status).toBe(401);
      }
      expect((await h.call('GET', path, user)).body).toMatchObject({
        amount: 79,
        plan_after: { name: 'Free', paid_until: null },
      });
      // An earlier payment for another plan comes back into its own.
      const next = await buy.approved(user, { plan_id: 'enterprise' });
      await buy.capture(user, next);
      const [upgrade] = await buy.orders(user);
      const upgradePath = `/orders/${upgrade!.id}/money-back`;
      expect((await h.call('GET', upgradePath, user)).body).toMatchObject({
        amount: 199,
        plan_after: { name: 'Business', paid_until: expect.any(String) },
      });
      const answers = await Promise.all([1, 2].map(() => h.call('POST', upgradePath, user, {})));
      expect(answers.map(({ status, body }) => [status, body.outcome])).toEqual(
        Array(2).fill([200, 'refunded']),
      );
      expect(buy.movementsOf(next)).toEqual(['capture', 'refund']);
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'business' }, status: 'active' });
      await h.database.query(`UPDATE orders SET paid_at = now() - interval '15 days' WHERE id = $1`, [order]);
      expect(await h.call('POST', path, user, {})).toMatchObject({
        status: 409,
        body: { code: 'guarantee_ended' },
      });
      expect(buy.movementsOf(id)).toEqual(['capture']);
    });

    it('that PayPal says have failed are none, and are tried anew', async () => {
      const { user, id, order } = await paidOrder();
      h.payPal.ledger.failures.add('refund_failed');
      for (let i = 0; i < 2; i++)
        expect(await h.call('POST', `/orders/${order}/refund`, admin, {})).toMatchObject({
          status: 502,
          body: { code: 'refund_failed' },
        });
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'business' } });
      expect(buy.movementsOf(id)).toEqual(['capture']);
      h.payPal.ledger.failures.clear();
      expect(await h.call('POST', `/orders/${order}/refund`, admin, {})).toMatchObject({ status: 200 });
      expect(buy.movementsOf(id)).toEqual(['capture', 'refund']);
    });

    it('stand in the audit log or do not take effect', async () => {
      const { user, order } = await paidOrder();
      h.payPal.ledger.failures.add('webhooks_lost');
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
      expect(await buy.orders(user)).toMatchObject([{ status: 'completed', refunded_at: null }]);
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'business' } });
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
      h.payPal.ledger.failures.add('refund_refused');
      const beyond = { beyond_guarantee: true };
      expect(await h.call('POST', `/orders/${order}/refund`, admin, beyond)).toMatchObject({ status: 502 });
      h.payPal.ledger.failures.clear();
      expect(await h.call('POST', `/orders/${order}/refund`, admin, beyond)).toMatchObject({ status: 200 });
      const other = h.newUser();
      await buy.create(other);
      const [pending] = await buy.orders(other);
      expect(await h.call('POST', `/orders/${pending!.id}/refund`, admin, {})).toMatchObject({
        status: 409,
        body: { code: 'order_not_refundable' },
      });
    });
  });

  it('books balance: what came minus what went is what the invoices say', () => expectBooksToBalance(h));
});
