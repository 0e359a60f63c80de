import { jest } from '@jest/globals';
import { DAY_MS } from '@palisade/basics';
import { subscribing } from '../../test/agreements.ts';
import { type PayPalHarness, startWithPayPal } from '../../test/paypal.ts';
import { RetentionService } from '../renewals/retention.service.ts';
import { SettlementService } from '../settlement/settlement.service.ts';

describe('payments of agreements that PayPal tells of late', () => {
  let h: PayPalHarness;
  const { begin, capture, approve, mine, orders, statusOf, unsettled, movementsOf, subscriber, run } =
    subscribing(() => h);

  beforeAll(async () => {
    h = await startWithPayPal({ PALISADE_PAYPAL_RENEWAL: 'subscription' });
  });
  beforeEach(() => h.payPal.ledger.failures.clear());
  afterAll(() => h?.stop());

  /** PayPal takes a payment and does not list it yet. @returns tells of it */
  const takenButUnlisted = (id: string, take: () => unknown): (() => void) => {
    take();
    const { transactions } = h.payPal.agreements.get(id);
    const taken = transactions.pop()!;
    return () => transactions.push(taken);
  };
  const endedByBuyer = (id: string) => {
    h.payPal.agreements.cancel(id);
    return h.payPal.sendEvent('BILLING.SUBSCRIPTION.CANCELLED', { id });
  };

  it('are booked where the buyer ended the agreement after them', async () => {
    const { user, id } = await subscriber();
    const tell = takenButUnlisted(id, () => h.payPal.charge(id));
    expect(await endedByBuyer(id)).toBe(204);
    const before = await mine(user);
    expect(await statusOf(id)).toBe('ended');
    tell();
    await run(0.1);
    expect(movementsOf(id)).toEqual(['capture', 'capture']);
    expect(await orders(user)).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
    const after = await mine(user);
    expect(after).toMatchObject({ plan: { slug: 'starter' }, renews: false, next_payment: null });
    expect(after.ends_at).toBe(after.paid_until);
    const more = Date.parse(String(after.paid_until)) - Date.parse(String(before.paid_until));
    expect(more).toBeGreaterThan(27 * DAY_MS);
    await run(2);
    expect(await unsettled(id)).toBe(false);
    expect(await orders(user)).toHaveLength(2);
  });

  it('are booked by a webhook, too, also where the plan has ended meanwhile', async () => {
    const { user, id } = await subscriber();
    const tell = takenButUnlisted(id, () => h.payPal.charge(id));
    await endedByBuyer(id);
    await h.database.query('UPDATE subscriptions SET paid_until = now() WHERE user_id = $1', [user.userId]);
    await run();
    expect(await mine(user)).toMatchObject({ plan: { slug: 'free' } });
    tell();
    await h.payPal.sendEvent('PAYMENT.SALE.COMPLETED', { id: 'late', billing_agreement_id: id });
    expect(await mine(user)).toMatchObject({ plan: { slug: 'starter' }, status: 'active', renews: false });
    expect(movementsOf(id)).toEqual(['capture', 'capture']);
  });

  it('are booked to the order that began it where the buyer approved and ended it at once', async () => {
    const user = h.newUser();
    const id = await begin(user);
    const tell = takenButUnlisted(id, () => approve(id));
    await endedByBuyer(id);
    expect(await orders(user)).toMatchObject([{ status: 'cancelled' }]);
    tell();
    await run(0.1);
    expect(await orders(user)).toMatchObject([{ status: 'completed' }]);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'starter' }, renews: false });
    expect(movementsOf(id)).toEqual(['capture']);
  });

  it('go back where the buyer has chosen another plan since', async () => {
    const { user, id } = await subscriber();
    const tell = takenButUnlisted(id, () => h.payPal.charge(id));
    await endedByBuyer(id);
    const other = await begin(user, 'business');
    approve(other);
    await capture(user, other);
    tell();
    await run(0.1);
    expect(movementsOf(id)).toEqual(['capture', 'capture', 'refund']);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'business' }, renews: true });
    expect(await statusOf(other)).toBe('active');
  });

  it('go back where the buyer turned back here and paid in another window', async () => {
    const user = h.newUser();
    const id = await begin(user);
    const turned = { paypal_order_id: id, reason: 'cancelled' };
    expect(await h.call('POST', '/paypal/give-up-order', user, turned)).toMatchObject({ status: 200 });
    const tell = takenButUnlisted(id, () => approve(id));
    await run(0.1);
    expect(h.payPal.agreements.get(id).status).toBe('CANCELLED');
    tell();
    await run(0.2);
    expect(movementsOf(id)).toEqual(['capture', 'refund']);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'free' } });
    await run(2);
    expect(movementsOf(id)).toEqual(['capture', 'refund']);
    expect(await unsettled(id)).toBe(false);
  });

  it('are booked by the next look where the first try to book them failed', async () => {
    const user = h.newUser();
    const id = await begin(user);
    approve(id);
    const complete = jest
      .spyOn(h.app.get(SettlementService), 'complete')
      .mockRejectedValueOnce(new Error('the database is gone'));
    expect((await capture(user, id)).status).toBe(500);
    complete.mockRestore();
    expect(await mine(user)).toMatchObject({ plan: { slug: 'free' } });
    await run(0.1);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'starter' }, renews: true });
    expect(await statusOf(id)).toBe('active');
    expect(movementsOf(id)).toEqual(['capture']);
  });

  it('are looked for where one of an older version is active and its first payment is not booked', async () => {
    const user = h.newUser();
    const id = await begin(user);
    approve(id);
    await h.database.query(`UPDATE paypal_agreements SET status = 'active' WHERE id = $1`, [id]);
    await run();
    expect(await mine(user)).toMatchObject({ plan: { slug: 'starter' }, renews: true });
  });

  it('are looked for once a day where a first one takes longer than a week', async () => {
    const user = h.newUser();
    const id = await begin(user);
    h.payPal.agreements.approve(id);
    expect(await capture(user, id)).toMatchObject({ body: { success: false } });
    await h.database.query(
      `UPDATE paypal_agreements SET created_at = now() - interval '8 days', checked_at = now() WHERE id = $1`,
      [id],
    );
    approve(id);
    await run(0.5);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'free' } });
    await run(1.1);
    expect(await mine(user)).toMatchObject({ plan: { slug: 'starter' }, renews: true });
  });

  it('are not booked again when the records of the old ones are removed', async () => {
    const { user, id } = await subscriber();
    h.payPal.charge(id);
    await h.payPal.sendEvent('PAYMENT.SALE.COMPLETED', { id: 'second', billing_agreement_id: id });
    expect(await orders(user)).toHaveLength(2);
    const old = new Date(Date.now() - 8 * 365 * DAY_MS);
    for (const transaction of h.payPal.agreements.get(id).transactions) transaction.time = old.toISOString();
    await h.database.query('UPDATE orders SET created_at = $2, paid_at = $2 WHERE user_id = $1', [
      user.userId,
      old,
    ]);
    await h.database.query('UPDATE paypal_agreements SET created_at = $2 WHERE id = $1', [id, old]);
    // As after a break: no plan stands on what was paid before.
    await h.database.query('DELETE FROM subscription_changes WHERE user_id = $1', [user.userId]);
    await h.app.get(RetentionService).run();
    expect(await orders(user)).toHaveLength(1);
    await h.payPal.sendEvent('PAYMENT.SALE.COMPLETED', { id: 'third', billing_agreement_id: id });
    expect(await orders(user)).toHaveLength(1);
    expect(movementsOf(id)).toEqual(['capture', 'capture']);
  });
});
