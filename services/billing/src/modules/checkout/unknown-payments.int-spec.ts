import { randomUUID } from 'node:crypto';
import { eventually } from '@palisade/testing';
import { buying, type PayPalHarness, startWithPayPal } from '../../test/paypal.ts';
import { MissedEventsService } from './missed-events.service.ts';

describe('payments that no order here has', () => {
  let h: PayPalHarness;
  let buy: ReturnType<typeof buying>;

  beforeAll(async () => {
    h = await startWithPayPal({ PALISADE_PAYPAL_RENEWAL: 'manual' });
    buy = buying(h);
  });
  afterEach(() => h.payPal.ledger.failures.clear());
  afterAll(() => h?.stop());

  // The end of what is read is exclusive, and the last event may be of this very millisecond.
  const readEvents = () => h.app.get(MissedEventsService).run(new Date(Date.now() + 1));
  const kept = async () =>
    (
      await h.database.query(
        `SELECT id, amount, currency, order_reference, agreement_id, settled_at IS NOT NULL AS settled
           FROM paypal_unknown_payments ORDER BY noted_at`,
      )
    ).rows;
  const eventsKnown = async () => (await h.database.query('SELECT 1 FROM paypal_events')).rowCount ?? 0;
  async function counted(): Promise<number> {
    const text = await (await fetch(`${h.url}/metrics`)).text();
    return Number(/^palisade_billing_unknown_payments (\d+)/m.exec(text)![1]);
  }
  /** What a restore of a backup from before does to an order: the mark of what was read goes back as well. */
  async function forget(paypalOrderId: string): Promise<void> {
    const [order] = (
      await h.database.query('SELECT id FROM orders WHERE paypal_order_id = $1', [paypalOrderId])
    ).rows as { id: string }[];
    await h.database.query('DELETE FROM invoices WHERE order_id = $1', [order!.id]);
    await h.database.query('DELETE FROM orders WHERE id = $1', [order!.id]);
    await h.database.query('DELETE FROM paypal_events');
    await h.database.query(`UPDATE paypal_events_read SET until = now() - interval '3 days'`);
  }
  async function paidAndForgotten(): Promise<string> {
    const user = h.newUser();
    const before = await eventsKnown();
    const id = await buy.approved(user);
    await buy.capture(user, id);
    await eventually('the webhook', async () => expect(await eventsKnown()).toBe(before + 1));
    await forget(id);
    return id;
  }

  it('are found among PayPal’s own events after a restore, counted, and settled once they went back', async () => {
    expect(await counted()).toBe(0);
    const id = await paidAndForgotten();
    const { capture, custom_id } = h.payPal.ledger.get(id);
    await readEvents();
    expect(await kept()).toEqual([
      {
        id: capture!.id,
        amount: '79.00',
        currency: 'USD',
        order_reference: custom_id,
        agreement_id: null,
        settled: false,
      },
    ]);
    expect(await counted()).toBe(1);
    // Read again they are the same.
    await readEvents();
    expect(await counted()).toBe(1);

    h.payPal.ledger.refund(capture!.id);
    expect(await h.payPal.sendWebhook('PAYMENT.CAPTURE.REFUNDED', h.payPal.ledger.get(id))).toBe(204);
    expect(await kept()).toMatchObject([{ id: capture!.id, settled: true }]);
    expect(await counted()).toBe(0);
  });

  it('are told by a webhook as well, whichever comes first: that it came, or that it went back', async () => {
    const sale = {
      id: 'SALE1',
      billing_agreement_id: 'I-LOST',
      custom: randomUUID(),
      amount: { total: '7.90', currency: 'EUR' },
    };
    expect(await h.payPal.sendEvent('PAYMENT.SALE.COMPLETED', sale)).toBe(204);
    expect(await counted()).toBe(1);
    expect((await kept()).at(-1)).toMatchObject({ id: 'SALE1', amount: '7.90', agreement_id: 'I-LOST' });
    await h.payPal.sendEvent('PAYMENT.SALE.REFUNDED', { id: 'R1', sale_id: 'SALE1' });
    await h.payPal.sendEvent('PAYMENT.SALE.REFUNDED', { id: 'R2', sale_id: 'SALE2' });
    await h.payPal.sendEvent('PAYMENT.SALE.COMPLETED', { ...sale, id: 'SALE2' });
    expect(await counted()).toBe(0);
  });

  it('are none where an order has the payment', async () => {
    const user = h.newUser();
    const id = await buy.approved(user);
    h.payPal.ledger.failures.add('webhooks_lost');
    await buy.capture(user, id);
    h.payPal.ledger.failures.clear();
    await readEvents();
    expect(await counted()).toBe(0);
  });

  it('events whose webhook was lost take effect, in pages, and are not read twice', async () => {
    const users = [h.newUser(), h.newUser(), h.newUser()];
    h.payPal.ledger.failures.add('webhooks_lost').add('capture_answer_lost');
    const ids: string[] = [];
    for (const user of users) {
      const id = await buy.approved(user);
      await buy.capture(user, id);
      ids.push(id);
    }
    h.payPal.ledger.failures.clear();
    h.payPal.events.maxPerPage = 2;
    await readEvents();
    for (const user of users)
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'business' } });
    const { rows } = await h.database.query(
      "SELECT until > now() - interval '1 minute' AS current FROM paypal_events_read",
    );
    expect(rows).toEqual([{ current: true }]);
  });

  it('are waited for while PayPal does not answer: reading goes on where it stood', async () => {
    const id = await paidAndForgotten();
    h.payPal.ledger.failures.add('unavailable');
    await expect(readEvents()).rejects.toMatchObject({ code: 'paypal_unavailable' });
    expect(await counted()).toBe(0);
    h.payPal.ledger.failures.clear();
    await readEvents();
    expect((await kept()).at(-1)).toMatchObject({ id: h.payPal.ledger.get(id).capture!.id });
    expect(await counted()).toBe(1);
  });
});
