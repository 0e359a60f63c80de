import { jest } from '@jest/globals';
import { eventually } from '@palisade/testing';
import { subscribing } from '../../test/agreements.ts';
import { buying, type PayPalHarness, startWithPayPal } from '../../test/paypal.ts';
import { PayPalClient, PayPalError } from '../paypal/paypal.client.ts';
import { RenewalsService } from './renewals.service.ts';

/** When the first check of a payment under way is due. */
const SOON_MS = 21_000;

describe('payments that PayPal took and that could not be booked', () => {
  let h: PayPalHarness;
  let buy: ReturnType<typeof buying>;
  const agreed = subscribing(() => h);

  beforeAll(async () => {
    h = await startWithPayPal({ PALISADE_PAYPAL_RENEWAL: 'subscription' });
    buy = buying(h);
    h.payPal.ledger.failures.add('webhooks_lost');
  });
  afterAll(() => h?.stop());
  afterEach(() => h.database.query('DROP FUNCTION IF EXISTS refused() CASCADE'));

  const checkSoon = (ms = SOON_MS) => h.app.get(RenewalsService).reconcileTaken(new Date(Date.now() + ms));

  /** As a full disk would. */
  async function databaseRefuses(event: string): Promise<void> {
    await h.database.query(
      `CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$`,
    );
    await h.database.query(`CREATE TRIGGER refused BEFORE ${event} EXECUTE FUNCTION refused()`);
  }

  async function guestsOrder(email: string) {
    const { rows } = await h.database.query(
      `SELECT status, failure, (SELECT count(*)::int FROM invoices i WHERE i.order_id = o.id) AS invoices
         FROM orders o WHERE guest_email = $1`,
      [email],
    );
    return rows;
  }

  const guest = (email: string) => buy.approved(null, { user_email: email, user_name: 'A guest' });

  it('are booked once, half a minute later at the most, without anybody asking', async () => {
    const email = 'disk-full@example.com';
    const id = await guest(email);
    await databaseRefuses('INSERT ON invoices FOR EACH ROW');
    expect((await buy.capture(null, id)).status).toBe(500);
    expect(buy.movementsOf(id)).toEqual(['capture']);
    expect(await guestsOrder(email)).toEqual([{ status: 'pending', failure: 'unanswered', invoices: 0 }]);
    await expect(checkSoon()).rejects.toThrow('disk_full');
    await h.database.query('DROP FUNCTION refused() CASCADE');
    await eventually('the booking', async () =>
      expect(await guestsOrder(email)).toEqual([{ status: 'completed', failure: null, invoices: 1 }]),
    );
    await checkSoon();
    expect(await guestsOrder(email)).toMatchObject([{ invoices: 1 }]);
    expect(buy.movementsOf(id)).toEqual(['capture']);
  });

  it('are not taken where it cannot be noted that they are requested', async () => {
    const email = 'not-noted@example.com';
    const id = await guest(email);
    await databaseRefuses(`UPDATE ON orders FOR EACH ROW WHEN (new.failure = 'unanswered')`);
    expect((await buy.capture(null, id)).status).toBe(500);
    expect(buy.movementsOf(id)).toEqual([]);
    await h.database.query('DROP FUNCTION refused() CASCADE');
    expect((await buy.capture(null, id)).body).toMatchObject({ success: true });
  });

  it('are not looked for while PayPal may still answer', async () => {
    const email = 'under-way@example.com';
    const id = await guest(email);
    h.payPal.ledger.failures.add('capture_answer_lost');
    expect((await buy.capture(null, id)).status).toBe(502);
    h.payPal.ledger.failures.delete('capture_answer_lost');
    await checkSoon(0);
    expect(await guestsOrder(email)).toMatchObject([{ failure: 'unanswered' }]);
    await checkSoon();
    expect(await guestsOrder(email)).toMatchObject([{ status: 'completed', invoices: 1 }]);
  });

  it('leave an order that PayPal refused open for another try', async () => {
    const email = 'refused@example.com';
    const id = await guest(email);
    jest
      .spyOn(h.app.get(PayPalClient), 'captureOrder')
      .mockRejectedValueOnce(new PayPalError(422, 'TRANSACTION_REFUSED', ''))
      .mockRejectedValueOnce(new PayPalError(422, 'PREVIOUS_REQUEST_IN_PROGRESS', ''));
    expect((await buy.capture(null, id)).status).toBe(502);
    expect(await guestsOrder(email)).toMatchObject([{ status: 'pending', failure: null }]);
    expect((await buy.capture(null, id)).status).toBe(502);
    expect(await guestsOrder(email)).toMatchObject([{ status: 'pending', failure: 'unanswered' }]);
    expect((await buy.capture(null, id)).body).toMatchObject({ success: true });
  });

  it('are booked as soon for agreements, which PayPal charges by itself', async () => {
    const user = h.newUser();
    const id = await agreed.begin(user);
    agreed.approve(id);
    await databaseRefuses('INSERT ON invoices FOR EACH ROW');
    expect((await agreed.capture(user, id)).status).toBe(500);
    await expect(checkSoon()).rejects.toThrow('disk_full');
    await h.database.query('DROP FUNCTION refused() CASCADE');
    await checkSoon();
    expect(await agreed.mine(user)).toMatchObject({ plan: { slug: 'starter' } });
    expect(await agreed.orders(user)).toHaveLength(1);
  });
});
