import { type Harness, startHarness } from '../../test/harness.ts';
import { RetentionService } from './retention.service.ts';

describe('billing records', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness({ PALISADE_PROFILE: 'standalone' });
  });
  afterAll(() => h?.stop());

  it('are kept for seven years, and no longer', async () => {
    const user = h.newUser();
    const buy = async () => {
      const body = { plan_id: 'starter', payment_method: 'paypal' };
      return String((await h.call('POST', '/orders/create', user, body)).body.id);
    };
    const [old, refundedLater, recent] = [await buy(), await buy(), await buy()];
    const age = (id: string, years: string) =>
      h.database.query(
        `UPDATE orders SET created_at = now() - $2::interval, paid_at = now() - $2::interval WHERE id = $1`,
        [id, years],
      );
    await age(old, '7 years 1 day');
    await age(refundedLater, '7 years 1 day');
    await h.database.query(`UPDATE orders SET refunded_at = now() - interval '6 years' WHERE id = $1`, [
      refundedLater,
    ]);
    await age(recent, '6 years 364 days');
    await h.app.get(RetentionService).run();
    const { rows } = await h.database.query(
      'SELECT o.id FROM orders o JOIN invoices i ON i.order_id = o.id ORDER BY o.created_at, o.id',
    );
    expect(rows.map(({ id }) => id).sort()).toEqual([refundedLater, recent].sort());
    expect((await h.database.query('SELECT FROM orders')).rowCount).toBe(2);
  });
});
