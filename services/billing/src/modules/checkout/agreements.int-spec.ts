import { jest } from '@jest/globals';
import { DAY_MS } from '@palisade/basics';
import type { UserCaller } from '@palisade/nest-kit';
import { eventually } from '@palisade/testing';
import { subscribing } from '../../test/agreements.ts';
import { newCaller } from '../../test/harness.ts';
import { type PayPalHarness, startWithPayPal } from '../../test/paypal.ts';
import { UsersEventsController } from '../customers/users-events.controller.ts';
import { PayPalClient, PayPalError } from '../paypal/paypal.client.ts';
import { PayPalSubscriptionsClient } from '../paypal/paypal-subscriptions.client.ts';
import { RenewalsService } from '../renewals/renewals.service.ts';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.ts';

describe('payments that renew themselves', () => {
  let h: PayPalHarness;
  const admin = newCaller({ isAdmin: true });

  beforeAll(async () => {
    h = await startWithPayPal({ PALISADE_PAYPAL_RENEWAL: 'subscription' });
  });
  beforeEach(() => h.payPal.ledger.failures.clear());
  afterAll(() => h?.stop());

  const { begin, capture, approve, mine, orders, statusOf, unsettled, movementsOf, subscriber, run } =
    subscribing(() => h);

  it('are offered to members; guests pay once', async () => {
    const user = h.newUser();
    const config = (await h.call('GET', '/paypal/config', user)).body;
    expect(config).toMatchObject({ renews: true });
    expect(String(config.script_url)).toContain('intent=subscription&vault=true');
    expect((await h.call('GET', '/paypal/config', null)).body).toMatchObject({
      renews: false,
      script_url: expect.stringContaining('intent=capture'),
    });
    expect(await begin(user)).toMatch(/^I-/);
    const guest = { plan_id: 'starter', user_email: 'g@example.com', user_name: 'G' };
    const single = await h.call('POST', '/paypal/create-order', null, guest);
    expect(String(single.body.paypal_order_id)).not.toMatch(/^I-/);
  });

  it('begin with the first payment, and go on with each further one', async () => {
    const { user, id } = await subscriber();
    const before = await mine(user);
    expect(before).toMatchObject({ plan: { slug: 'starter' }, status: 'active', renews: true });
    expect(before.next_payment).toEqual({ amount: 29, currency: 'USD', due_at: before.paid_until });
    expect(Date.parse(String(before.ends_at)) - Date.parse(String(before.paid_until))).toBe(11 * DAY_MS);
    const transaction = h.payPal.charge(id);
    const sale = { id: transaction.id, billing_agreement_id: id };
    const answers = await Promise.all(
      [1, 2, 3].map(() => h.payPal.sendEvent('PAYMENT.SALE.COMPLETED', sale)),
    );
    expect(answers).toEqual([204, 204, 204]);
    const after = await mine(user);
    // The second month begins where the first ends.
    const months = (text: unknown) => new Date(String(text)).getUTCMonth();
    expect((months(after.paid_until) - months(before.paid_until) + 12) % 12).toBe(1);
    expect(await orders(user)).toMatchObject([
      { status: 'completed', amount: 29 },
      { status: 'completed', amount: 29 },
    ]);
    expect((await h.call('GET', '/invoices', user)).body).toHaveLength(2);
    expect(await capture(user, id)).toMatchObject({ body: { success: true } });
    expect(await orders(user)).toHaveLength(2);
  });

  it('end with the account also before they are known to be paid, and what PayPal took goes back', async () => {
    const user = h.newUser();
    const id = await begin(user);
    const { id: sale } = approve(id);
    await h.app.get(UsersEventsController).onUserDeleted({ userId: user.userId } as never);
    expect(await h.payPal.sendEvent('PAYMENT.SALE.COMPLETED', { id: sale, billing_agreement_id: id })).toBe(
      204,
    );
    await run();
    expect(await mine(user)).toMatchObject({ plan: { slug: 'free' } });
    expect(await statusOf(id)).toBe('ended');
    expect(h.payPal.agreements.get(id).status).toBe('CANCELLED');
    expect(movementsOf(id)).toEqual(['capture', 'refund']);
    expect(await orders(user)).toMatchObject([{ status: 'cancelled' }]);
  });

  it('end with the account where no webhook tells what PayPal took, which goes back all the same', async () => {
    const user = h.newUser();
    const id = await begin(user);
    approve(id);
    await h.app.get(UsersEventsController).onUserDeleted({ userId: user.userId } as never);
    await run();
    expect(await statusOf(id)).toBe('ended');
    expect(h.payPal.agreements.get(id).status).toBe('CANCELLED');
    expect(movementsOf(id)).toEqual(['capture', 'refund']);
    await run();
    expect(movementsOf(id)).toEqual(['capture', 'refund']);
  });

  it('that are opened in the moment of the closing end, and their first payment goes back', async () => {
    const user = h.newUser();
    await h.app.get(UsersEventsController).onUserDeleted({ userId: user.userId } as never);
    const id = await begin(user);
    approve(id);
    await capture(user, id);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'free' } });
    await run();
    await run();
    expect(await statusOf(id)).toBe('ended');
    expect(movementsOf(id)).toEqual(['capture', 'refund']);
  });

  it('make one plan at PayPal for a price, and none twice', async () => {
    const plans = () =>
      h.database.query('SELECT 1 FROM paypal_plans WHERE plan_id = 3').then(({ rowCount }) => rowCount);
    const [a, b] = await Promise.all([begin(h.newUser(), 'business'), begin(h.newUser(), 'business')]);
    expect(h.payPal.agreements.get(a).plan_id).toBe(h.payPal.agreements.get(b).plan_id);
    expect(h.payPal.agreements.get(a).amount).toEqual({ currency_code: 'USD', value: '79.00' });
    expect(await plans()).toBe(1);
    const yearly = await begin(h.newUser(), 'business', 'yearly');
    expect(h.payPal.agreements.get(yearly).amount.value).toBe('790.00');
    expect(await plans()).toBe(2);
  });

  it('take effect by the webhook where the browser says nothing', async () => {
    const user = h.newUser();
    const id = await begin(user);
    await fetch(`${h.payPal.url}/stand-in/orders/${id}/approve?as=approve`, { method: 'POST' });
    await eventually('the plan being active', async () => {
      if ((await mine(user)).status !== 'active') throw new Error('not yet');
    });
    expect(movementsOf(id)).toEqual(['capture']);
  });

  it('take effect by asking, where no webhook comes either', async () => {
    const user = h.newUser();
    const id = await begin(user);
    approve(id);
    await h.app.get(RenewalsService).reconcileTaken(new Date(Date.now() + 30_000));
    expect(await mine(user)).toMatchObject({ status: 'active', plan: { slug: 'starter' } });
  });

  it('are not another user’s, and not begun before PayPal says so', async () => {
    const user = h.newUser();
    const id = await begin(user);
    expect(await capture(h.newUser(), id)).toMatchObject({ status: 404 });
    expect(await capture(user, id)).toMatchObject({ body: { success: false } });
    h.payPal.agreements.approve(id);
    expect(await capture(user, id)).toMatchObject({
      body: { success: false, message: expect.stringContaining('still checking') },
    });
    expect(await mine(user)).toMatchObject({ status: 'free', renews: false });
  });

  it.each([
    ['less money', (id: string) => Object.assign(h.payPal.agreements.get(id).amount, { value: '0.01' })],
    [
      'another currency',
      (id: string) => Object.assign(h.payPal.agreements.get(id).amount, { currency_code: 'JPY' }),
    ],
    ['another plan', (id: string) => Object.assign(h.payPal.agreements.get(id), { plan_id: 'P-CHEAPER' })],
    ['another order', (id: string) => Object.assign(h.payPal.agreements.get(id), { custom_id: 'x' })],
  ])('activate nothing for %s, and end', async (_name, tamper) => {
    const user = h.newUser();
    const id = await begin(user);
    tamper(id);
    approve(id);
    expect(await capture(user, id)).toMatchObject({ status: 422, body: { code: 'payment_mismatch' } });
    expect(await mine(user)).toMatchObject({ status: 'free' });
    expect(h.payPal.agreements.get(id).status).toBe('CANCELLED');
  });

  it('end at PayPal when the subscription is cancelled', async () => {
    const { user, id } = await subscriber();
    await h.app.get(SubscriptionsService).cancel(user.userId);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'free' }, renews: false });
    expect(await statusOf(id)).toBe('ending');
    h.payPal.ledger.failures.add('unavailable');
    await run();
    expect(h.payPal.agreements.get(id).status).toBe('ACTIVE');
    h.payPal.ledger.failures.clear();
    await run();
    expect(h.payPal.agreements.get(id).status).toBe('CANCELLED');
    expect(await statusOf(id)).toBe('ended');
  });

  it('give way to the next one: after an upgrade only the new plan is paid for', async () => {
    const { user, id: first } = await subscriber();
    const second = await begin(user, 'business');
    approve(second);
    await capture(user, second);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'business' }, renews: true });
    await run();
    expect(h.payPal.agreements.get(first).status).toBe('CANCELLED');
    expect(h.payPal.agreements.get(second).status).toBe('ACTIVE');
  });

  it('are asked for the next payment when it is due, also where a credit lasts longer', async () => {
    const { user } = await subscriber('enterprise');
    const id = await begin(user, 'business');
    approve(id);
    await capture(user, id);
    const before = await mine(user);
    // 199.00 at 79.00 a month: far beyond the next payment.
    expect(Date.parse(String(before.paid_until))).toBeGreaterThan(Date.now() + 90 * DAY_MS);
    expect(before.next_payment).toMatchObject({ amount: 79 });
    h.payPal.charge(id);
    await run(20);
    expect(await orders(user)).toHaveLength(2);
    await run(32);
    expect(await orders(user)).toHaveLength(3);
    expect(Date.parse(String((await mine(user)).paid_until))).toBeGreaterThan(
      Date.parse(String(before.paid_until)),
    );
  });

  it('that nobody approves do not stay pending', async () => {
    const user = h.newUser();
    const id = await begin(user);
    await run();
    expect(await orders(user)).toMatchObject([{ status: 'pending' }]);
    await run(0.5);
    expect(await orders(user)).toMatchObject([{ status: 'cancelled' }]);
    expect(await statusOf(id)).toBe('ended');
  });

  it('give back what PayPal takes after they were given up', async () => {
    const { user, id } = await subscriber();
    await h.app.get(SubscriptionsService).cancel(user.userId);
    const late = h.payPal.charge(id);
    const sale = { id: late.id, billing_agreement_id: id };
    expect(await h.payPal.sendEvent('PAYMENT.SALE.COMPLETED', sale)).toBe(204);
    expect(movementsOf(id)).toEqual(['capture', 'capture', 'refund']);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'free' } });
    expect(await orders(user)).toHaveLength(1);
    expect(h.payPal.agreements.get(id).status).toBe('CANCELLED');
  });

  it('end though PayPal refuses to give back what it took meanwhile, which it is asked for until it does', async () => {
    const { user, id } = await subscriber();
    h.payPal.charge(id);
    await h.app.get(SubscriptionsService).cancel(user.userId);
    h.payPal.ledger.failures.add('refund_refused');
    await run();
    expect(h.payPal.agreements.get(id).status).toBe('CANCELLED');
    expect(await statusOf(id)).toBe('ended');
    expect(movementsOf(id)).toEqual(['capture', 'capture']);
    h.payPal.ledger.failures.delete('refund_refused');
    await run(1);
    expect(movementsOf(id)).toEqual(['capture', 'capture', 'refund']);
    await run(2);
    expect(movementsOf(id)).toEqual(['capture', 'capture', 'refund']);
    expect(await unsettled(id)).toBe(false);
  });

  it('are looked at for a day after their end: PayPal tells of a payment later than it took it', async () => {
    const { user, id } = await subscriber();
    h.payPal.charge(id);
    const { transactions } = h.payPal.agreements.get(id);
    const listedLater = transactions.pop()!;
    await h.app.get(SubscriptionsService).cancel(user.userId);
    await run();
    expect(await statusOf(id)).toBe('ended');
    await run(0.1);
    expect(await unsettled(id)).toBe(true);
    transactions.push(listedLater);
    await run(0.5);
    expect(movementsOf(id)).toEqual(['capture', 'capture', 'refund']);
    await run(2);
    expect(await unsettled(id)).toBe(false);
  });

  it('are not settled because PayPal does not know a payment that is to go back', async () => {
    const { user, id } = await subscriber();
    h.payPal.charge(id);
    await h.app.get(SubscriptionsService).cancel(user.userId);
    const refund = jest
      .spyOn(h.app.get(PayPalClient), 'refundCapture')
      .mockRejectedValueOnce(new PayPalError(404, 'INVALID_RESOURCE_ID', ''));
    await run();
    refund.mockRestore();
    expect(await unsettled(id)).toBe(true);
    await run(1);
    expect(movementsOf(id)).toEqual(['capture', 'capture', 'refund']);
  });

  it('that PayPal refuses to end keep no other one from its end, however many there are', async () => {
    const refused = new Set<string>();
    for (let i = 0; i < 51; i++) refused.add(await begin(h.newUser()));
    const { user, id } = await subscriber();
    // The rows of those that are refused lie before it.
    await h.database.query(`UPDATE paypal_agreements SET status = 'ending' WHERE id = ANY($1)`, [
      [...refused],
    ]);
    await h.app.get(SubscriptionsService).cancel(user.userId);
    const client = h.app.get(PayPalSubscriptionsClient);
    const really = client.cancel.bind(client);
    const cancel = jest
      .spyOn(client, 'cancel')
      .mockImplementation((asked, reason) =>
        refused.has(asked)
          ? Promise.reject(new PayPalError(403, 'NOT_AUTHORIZED', ''))
          : really(asked, reason),
      );
    await run();
    await run();
    cancel.mockRestore();
    expect(await statusOf(id)).toBe('ended');
    expect(h.payPal.agreements.get(id).status).toBe('CANCELLED');
  });

  it('stay until the paid end when they are ended at PayPal', async () => {
    const { user, id } = await subscriber();
    h.payPal.agreements.cancel(id);
    expect(await h.payPal.sendEvent('BILLING.SUBSCRIPTION.CANCELLED', { id })).toBe(204);
    const ended = await mine(user);
    expect(ended).toMatchObject({ plan: { slug: 'starter' }, renews: false, next_payment: null });
    expect(ended.ends_at).toBe(ended.paid_until);
    expect(await statusOf(id)).toBe('ended');
    await run(32);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'free' } });
  });

  it('wait for a late payment, and not for ever', async () => {
    const { user, id } = await subscriber();
    await run(33);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'starter' }, status: 'active' });
    await run(44);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'free' }, status: 'free' });
    await run(44);
    expect(h.payPal.agreements.get(id).status).toBe('CANCELLED');
  });

  it.each([5, 10])(
    'keep the plan where PayPal takes the payment when it tries again after %i days',
    async (days) => {
      const { user, id } = await subscriber();
      const { paid_until: until } = await mine(user);
      const due = (Date.parse(String(until)) - Date.now()) / DAY_MS;
      // PayPal tries at its hour, and lists the payment hours later.
      await run(due + days + 0.9);
      h.payPal.charge(id);
      await run(due + days + 0.95);
      expect(await mine(user)).toMatchObject({ plan: { slug: 'starter' }, status: 'active', renews: true });
      expect(await orders(user)).toHaveLength(2);
      expect(movementsOf(id)).toEqual(['capture', 'capture']);
    },
  );

  it('end, and give back, where PayPal takes another sum than a period costs; what is paid for stays', async () => {
    const { user } = await subscriber('enterprise');
    const id = await begin(user, 'business');
    approve(id);
    await capture(user, id);
    const before = await mine(user);
    const agreement = h.payPal.agreements.get(id);
    // The payment that failed the month before comes on top.
    Object.assign(agreement.amount, { value: '158.00' });
    h.payPal.charge(id);
    await run(32);
    expect(await statusOf(id)).toBe('ended');
    expect(agreement.status).toBe('CANCELLED');
    expect(await unsettled(id)).toBe(true);
    expect(await mine(user)).toMatchObject({
      plan: { slug: 'business' },
      paid_until: before.paid_until,
      renews: false,
      next_payment: null,
    });
    await run(32.1);
    expect(movementsOf(id)).toEqual(['capture', 'capture', 'refund']);
    expect((await h.call('GET', '/invoices', user)).body).toHaveLength(2);
  });

  it('are never more than a period costs: PayPal is told to add no missed payment', async () => {
    const call = jest.spyOn(h.app.get(PayPalClient), 'call');
    await begin(h.newUser(), 'enterprise', 'yearly');
    const plan = call.mock.calls.find(([{ path }]) => path === '/v1/billing/plans');
    call.mockRestore();
    expect(JSON.parse(plan![0].body!)).toMatchObject({
      payment_preferences: { auto_bill_outstanding: false },
    });
  });

  it('end when the account is deactivated; what is paid for stays, and what PayPal takes then goes back', async () => {
    const { user, id } = await subscriber();
    const { paid_until } = await mine(user);
    const other = await begin(user, 'business');
    await h.app.get(UsersEventsController).onUserDeactivated({ userId: user.userId } as never);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'starter' }, paid_until, renews: false });
    h.payPal.charge(id);
    await run();
    expect(h.payPal.agreements.get(id).status).toBe('CANCELLED');
    expect([await statusOf(id), await statusOf(other)]).toEqual(['ended', 'ended']);
    expect(movementsOf(id)).toEqual(['capture', 'capture', 'refund']);
    expect(await orders(user)).toMatchObject([{ status: 'cancelled' }, { status: 'completed' }]);
  });

  it('send no reminder of an end that does not come', async () => {
    const { user } = await subscriber();
    const manual = h.newUser();
    await subscribeUntil(manual, 3);
    await subscribeUntil(user, 3);
    await run();
    const reminded = async (who: UserCaller) => {
      const sql = 'SELECT reminded_at FROM subscriptions WHERE user_id = $1';
      return (await h.database.query(sql, [who.userId])).rows[0]?.reminded_at !== null;
    };
    expect(await reminded(user)).toBe(false);
    expect(await reminded(manual)).toBe(true);
  });

  it('are refunded by their order, which ends them', async () => {
    const { user, id } = await subscriber();
    const [order] = await orders(user);
    expect(await h.call('POST', `/orders/${order!.id}/refund`, admin, {})).toMatchObject({ status: 200 });
    expect(movementsOf(id)).toEqual(['capture', 'refund']);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'free' } });
    await run();
    expect(h.payPal.agreements.get(id).status).toBe('CANCELLED');
  });

  it('are refunded when PayPal tells of it as of a capture', async () => {
    const { user, id } = await subscriber();
    const [sale] = h.payPal.agreements.get(id).transactions;
    h.payPal.agreements.refund(sale!.id);
    const links = [{ rel: 'up', href: `${h.payPal.url}/v2/payments/captures/${sale!.id}` }];
    expect(await h.payPal.sendEvent('PAYMENT.CAPTURE.REFUNDED', { id: 'R-1', links })).toBe(204);
    expect(await orders(user)).toMatchObject([{ status: 'cancelled' }]);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'free' } });
  });

  it('keep their plan when a part of a payment is refunded at PayPal, which has its credit note', async () => {
    const { user, id } = await subscriber();
    const [sale] = h.payPal.agreements.get(id).transactions;
    h.payPal.ledger.failures.delete('webhooks_lost');
    h.payPal.refundPart(sale!.id, '3.00');
    await eventually('the credit note', async () =>
      expect((await h.call('GET', '/invoices', user)).body).toMatchObject([{ amount: -3 }, {}]),
    );
    await run();
    expect((await h.call('GET', '/invoices', user)).body).toHaveLength(2);
    expect(await orders(user)).toMatchObject([{ status: 'completed', refunded_amount: 3 }]);
    expect(await mine(user)).not.toMatchObject({ plan: { slug: 'free' } });
  });

  it('books balance: what moved at PayPal is what the invoices say, but for what went straight back', async () => {
    const { rows } = await h.database.query('SELECT sum(amount_cents)::int AS sum FROM invoices');
    const booked = new Set(
      (await h.database.query('SELECT paypal_capture_id AS id FROM orders')).rows.map(({ id }) => id),
    );
    const cents = ({ kind, amount }: (typeof h.payPal.ledger.movements)[number]) =>
      Math.round(Number(amount.value) * 100) * (kind === 'capture' ? 1 : -1);
    const sum = (list: typeof h.payPal.ledger.movements) =>
      list.reduce((total, one) => total + cents(one), 0);
    expect(rows[0].sum).toBe(sum(h.payPal.ledger.movements.filter(({ id }) => booked.has(id))));
    expect(rows[0].sum).toBeGreaterThan(0);
  });

  async function subscribeUntil(user: UserCaller, days: number): Promise<void> {
    await h.database.query(
      `INSERT INTO subscriptions (user_id, plan_id, status, price_cents, paid_until, revision)
       VALUES ($1, 2, 'active', 2900, now() + make_interval(days => $2), 1)
       ON CONFLICT (user_id) DO UPDATE SET paid_until = EXCLUDED.paid_until`,
      [user.userId, days],
    );
  }
});
