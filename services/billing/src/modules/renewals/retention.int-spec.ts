import { DAY_MS } from '@palisade/basics';
import { type Harness, startHarness } from '../../test/harness.ts';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.ts';
import { RetentionService } from './retention.service.ts';

describe('billing records', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness({ PALISADE_PROFILE: 'standalone' });
  });
  afterAll(() => h?.stop());

  const buying =
    (user: ReturnType<Harness['newUser']>) =>
    async (billing_period = 'monthly') => {
      const body = { plan_id: 'starter', payment_method: 'paypal', billing_period };
      return String((await h.call('POST', '/orders/create', user, body)).body.id);
    };
  const age = (id: string, years: string) =>
    h.database.query(
      `UPDATE orders SET created_at = now() - $2::interval, paid_at = now() - $2::interval,
           activated_at = now() - $2::interval WHERE id = $1`,
      [id, years],
    );

  it('are kept for seven years, and no longer', async () => {
    const user = h.newUser();
    const buy = buying(user);
    const [old, refundedLater, recent] = [await buy(), await buy(), await buy()];
    await age(old, '7 years 1 day');
    await age(refundedLater, '7 years 1 day');
    await h.database.query(`UPDATE orders SET refunded_at = now() - interval '6 years' WHERE id = $1`, [
      refundedLater,
    ]);
    await age(recent, '6 years 364 days');
    // What was bought with them is over.
    await h.app.get(SubscriptionsService).cancel(user.userId);
    await h.app.get(RetentionService).run();
    const { rows } = await h.database.query(
      'SELECT o.id FROM orders o JOIN invoices i ON i.order_id = o.id ORDER BY o.created_at, o.id',
    );
    expect(rows.map(({ id }) => id).sort()).toEqual([refundedLater, recent].sort());
    expect((await h.database.query('SELECT FROM orders')).rowCount).toBe(2);
  });

  it('stay for as long as paid time is counted from them', async () => {
    const user = h.newUser();
    const buy = buying(user);
    // Eight years, of which one is still to come.
    for (let year = 0; year < 8; year++) await age(await buy('yearly'), '7 years 1 month');
    await h.app.get(RetentionService).run();
    await buy();
    const end = String((await h.call('GET', '/plans/mine', user)).body.paid_until).slice(0, 10);
    await h.app.get(SubscriptionsService).cancel(user.userId);
    await h.app.get(RetentionService).run();
    const left = await h.database.query('SELECT id FROM orders WHERE user_id = $1', [user.userId]);
    const inNineMonths = new Date(Date.now() + 270 * DAY_MS).toISOString().slice(0, 10);
    expect([end > inNineMonths, left.rowCount]).toEqual([true, 1]);
  });
});
