import { jest } from '@jest/globals';
import { buying, type PayPalHarness, startWithPayPal } from '../../test/paypal.ts';
import { SettlementService } from '../settlement/settlement.service.ts';
import { RenewalsService } from './renewals.service.ts';

const DUE_IN_MS = 120_000;

describe('orders whose end nobody heard', () => {
  let h: PayPalHarness;
  let buy: ReturnType<typeof buying>;

  beforeAll(async () => {
    h = await startWithPayPal();
    buy = buying(h);
  });
  afterAll(() => h?.stop());

  const reconcile = () => h.app.get(RenewalsService).reconcileOrders(new Date(Date.now() + DUE_IN_MS));

  async function unheard(user: ReturnType<PayPalHarness['newUser']>): Promise<string> {
    const id = await buy.approved(user);
    h.payPal.ledger.failures.add('webhooks_lost').add('capture_answer_lost');
    expect((await buy.capture(user, id)).status).toBe(502);
    h.payPal.ledger.failures.clear();
    return id;
  }

  const checks = async ({ userId }: { userId: string }) =>
    (
      await h.database.query(`SELECT checked_at FROM orders WHERE user_id = $1 AND status = 'pending'`, [
        userId,
      ])
    ).rows;

  /** How many transactions of the service wait for a row that another holds. */
  async function waiting(): Promise<number> {
    const { rows } = await h.database.query(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0].waiting;
  }

  it('have their effect when a run is over that found another one at work on them', async () => {
    const user = h.newUser();
    await buy.capture(user, await buy.approved(user, { plan_id: 'starter' }));
    await unheard(user);
    const [{ checked_at: before }] = await checks(user);
    // The first run has asked PayPal, and cannot yet change the plan.
    await h.database.query('BEGIN');
    await h.database.query('SELECT 1 FROM subscriptions WHERE user_id = $1 FOR UPDATE', [user.userId]);
    const first = reconcile();
    while ((await waiting()) === 0) await new Promise((resolve) => setImmediate(resolve));
    const second = reconcile().then(() => buy.mine(user));
    const meanwhile = await checks(user);
    await h.database.query('COMMIT');
    expect(meanwhile).toEqual([{ checked_at: before }]);
    await first;
    expect((await second).body).toMatchObject({ plan: { slug: 'business' } });
  });

  it('are not asked about first for ever because PayPal cannot tell', async () => {
    const [lost, heard] = [h.newUser(), h.newUser()];
    const id = await unheard(lost);
    await h.database.query(`UPDATE orders SET paypal_order_id = 'UNKNOWN' WHERE paypal_order_id = $1`, [id]);
    await unheard(heard);
    await reconcile();
    const { rows } = await h.database.query(
      `SELECT status, checked_at IS NOT NULL AS asked FROM orders WHERE user_id = $1`,
      [lost.userId],
    );
    expect(rows).toEqual([{ status: 'pending', asked: true }]);
    expect((await buy.mine(heard)).body).toMatchObject({ plan: { slug: 'business' } });
  });

  it('are asked about while another service is away that reminders need', async () => {
    const [user, reminded] = [h.newUser(), h.newUser()];
    await unheard(user);
    await h.database.query(
      `INSERT INTO subscriptions (user_id, plan_id, status, price_cents, paid_until, revision)
       VALUES ($1, 2, 'active', 2900, now() + interval '3 days', 1)`,
      [reminded.userId],
    );
    await h.restart({ PALISADE_AUTH_GRPC: '127.0.0.1:1' });
    await expect(h.app.get(RenewalsService).run(new Date(Date.now() + DUE_IN_MS))).rejects.toThrow();
    expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'business' } });
    await h.restart();
  });

  it('are asked about again at once where the money was taken and could not be booked', async () => {
    const user = h.newUser();
    await unheard(user);
    jest.spyOn(h.app.get(SettlementService), 'complete').mockRejectedValueOnce(new Error('disk is full'));
    await expect(reconcile()).rejects.toThrow('disk is full');
    expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
    await reconcile();
    expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'business' } });
  });
});
