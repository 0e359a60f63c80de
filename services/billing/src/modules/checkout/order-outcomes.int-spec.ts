import { newId, type OrderId } from '@palisade/nest-kit';
import { arrowsOfChart } from '../../test/chart.ts';
import { newCaller } from '../../test/harness.ts';
import { buying, expectBooksToBalance, type PayPalHarness, startWithPayPal } from '../../test/paypal.ts';
import { RenewalsService } from '../renewals/renewals.service.ts';

describe('what has become of an order', () => {
  let h: PayPalHarness;
  let buy: ReturnType<typeof buying>;
  type Buyer = ReturnType<PayPalHarness['newUser']> | null;

  beforeAll(async () => {
    h = await startWithPayPal();
    buy = buying(h);
  });
  afterEach(() => h.payPal.ledger.failures.clear());
  afterAll(() => h?.stop());

  const read = (user: Buyer, id: unknown) => h.call('GET', `/orders/${id}`, user);
  const giveUp = (user: Buyer, paypalId: string, reason = 'cancelled') =>
    h.call('POST', '/paypal/give-up-order', user, { paypal_order_id: paypalId, reason });
  /** Arrows of the chart that tests went along, by name. */
  const walked = new Set<string>();
  const leads = async (edge: string, user: Buyer, id: string, outcome: string) => {
    expect([edge, (await read(user, id)).body.outcome]).toEqual([edge, outcome]);
    walked.add(edge);
  };
  const reconcile = (inMs = 120_000) =>
    h.app.get(RenewalsService).reconcileOrders(new Date(Date.now() + inMs));

  const created = async (user: Buyer, body: object = {}) =>
    (await buy.create(user, body)).body as unknown as { paypal_order_id: string; id: string };

  it('is told to its buyer and to nobody else', async () => {
    const user = h.newUser();
    const { paypal_order_id: paypalId, id } = await created(user);
    expect((await read(user, id)).body).toMatchObject({ id, awaits_account: false });
    await leads('create', user, id, 'open');
    h.payPal.ledger.approve(paypalId);
    expect((await buy.capture(user, paypalId)).body).toMatchObject({ success: true, id });
    expect((await read(user, id)).body).toMatchObject({ plan_slug: 'business', amount: 79 });
    await leads('captured', user, id, 'paid');
    for (const other of [h.newUser(), null]) {
      expect(await read(other, id)).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
      expect((await giveUp(other, paypalId)).status).toBe(404);
    }
    expect((await read(user, newId<OrderId>())).status).toBe(404);
  });

  it('is told to a guest until an account has it', async () => {
    const guest = { user_email: 'guest-of-orders@example.com', user_name: 'Guest' };
    const { paypal_order_id: paypalId, id } = await created(null, guest);
    h.payPal.ledger.approve(paypalId);
    const { claim_token } = (await buy.capture(null, paypalId)).body;
    expect((await read(null, id)).body).toMatchObject({ outcome: 'paid', awaits_account: true });
    const user = h.newUser(guest.user_email);
    // Whoever registers the address, which need not be theirs, is told nothing of the purchase.
    const stranger = h.newUser(guest.user_email, false);
    const ofNobody = h.newUser(undefined, false);
    expect((await buy.mine(stranger)).body).toEqual((await buy.mine(ofNobody)).body);
    await h.call('POST', '/orders/claim', user, { claim_token });
    expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'business' } });
    expect((await read(null, id)).status).toBe(404);
    expect((await read(user, id)).body).toMatchObject({ awaits_account: false });
    await leads('claimed', user, id, 'paid');
  });

  it('is cancelled or failed at once when the buyer turns back, and a bank that declines is named', async () => {
    const user = h.newUser();
    const cancelled = await created(user);
    expect((await giveUp(user, cancelled.paypal_order_id)).body).toMatchObject({ outcome: 'cancelled' });
    await leads('turned back', user, cancelled.id, 'cancelled');
    const broken = await created(user);
    expect((await giveUp(user, broken.paypal_order_id, 'error')).body).toMatchObject({ outcome: 'failed' });
    await leads('broken', user, broken.id, 'failed');
    const declined = await created(user);
    h.payPal.ledger.approve(declined.paypal_order_id);
    h.payPal.ledger.failures.add('capture_declined');
    expect((await buy.capture(user, declined.paypal_order_id)).body).toMatchObject({ success: false });
    await leads('declined', user, declined.id, 'declined');
    // Nobody is stopped from trying again by any of them.
    expect((await buy.create(user)).status).toBe(200);
    h.payPal.ledger.failures.clear();
    await buy.capture(user, declined.paypal_order_id);
    await leads('approved again', user, declined.id, 'paid');
  });

  it('changes when money comes for an order that was given up', async () => {
    const user = h.newUser();
    const { paypal_order_id: paypalId, id } = await created(user);
    await giveUp(user, paypalId);
    h.payPal.ledger.approve(paypalId);
    await h.payPal.sendWebhook('PAYMENT.CAPTURE.COMPLETED', h.payPal.ledger.capture(paypalId).order);
    await leads('money came', user, id, 'paid');
  });

  it('is decided by PayPal after a review', async () => {
    for (const [decision, edge, outcome] of [
      ['COMPLETED', 'decided', 'paid'],
      ['DECLINED', 'refused', 'declined'],
    ] as const) {
      const user = h.newUser();
      const { paypal_order_id: paypalId, id } = await created(user);
      h.payPal.ledger.approve(paypalId);
      h.payPal.ledger.failures.add('capture_pending').add('webhooks_lost');
      await buy.capture(user, paypalId);
      await leads('reviewed', user, id, 'pending');
      h.payPal.ledger.decide(paypalId, decision);
      await reconcile();
      await leads(edge, user, id, outcome);
      h.payPal.ledger.failures.clear();
    }
  });

  it('is cancelled when nobody pays, failed when another amount is paid, refunded when it is given back', async () => {
    const user = h.newUser();
    const abandoned = await created(user);
    const other = await created(user);
    h.payPal.ledger.get(other.paypal_order_id).amount = { currency_code: 'USD', value: '1.00' };
    h.payPal.ledger.approve(other.paypal_order_id);
    await buy.capture(user, other.paypal_order_id);
    await leads('mismatch', user, other.id, 'failed');
    await reconcile(7 * 60 * 60 * 1000);
    await leads('abandoned', user, abandoned.id, 'cancelled');
    const paid = await created(user);
    h.payPal.ledger.approve(paid.paypal_order_id);
    await buy.capture(user, paid.paypal_order_id);
    await h.call('POST', `/orders/${paid.id}/refund`, newCaller({ isAdmin: true }), {});
    await leads('given back', user, paid.id, 'refunded');
  });

  it('is not cancelled by a browser that did not see that the money moved', async () => {
    const user = h.newUser();
    const { paypal_order_id: paypalId } = await created(user);
    h.payPal.ledger.failures.add('webhooks_lost');
    h.payPal.ledger.approve(paypalId);
    h.payPal.ledger.capture(paypalId);
    expect((await giveUp(user, paypalId)).body).toMatchObject({ outcome: 'paid' });
    expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'business' } });
  });

  it('is pending, and holds a second order back, while PayPal may have taken the money', async () => {
    const user = h.newUser();
    const { paypal_order_id: paypalId, id } = await created(user);
    h.payPal.ledger.approve(paypalId);
    h.payPal.ledger.failures.add('webhooks_lost').add('capture_answer_lost');
    expect((await buy.capture(user, paypalId)).status).toBe(502);
    await leads('unanswered', user, id, 'pending');
    expect(await buy.create(user)).toMatchObject({ status: 409, body: { code: 'payment_under_review' } });
    await leads('held back', user, id, 'pending');
    await h.database.query('UPDATE orders SET user_id = NULL, guest_email = $2 WHERE id = $1', [
      id,
      'guest-under-review@example.com',
    ]);
    const anonymous = await buy.create(null, {
      user_email: 'guest-under-review@example.com',
      user_name: 'Guest',
    });
    expect(anonymous).toMatchObject({ status: 409, body: { code: 'payment_under_review' } });
    expect(JSON.stringify(anonymous.body)).not.toContain('PAL-');
    await h.database.query('UPDATE orders SET user_id = $2, guest_email = NULL WHERE id = $1', [
      id,
      user.userId,
    ]);
    await reconcile();
    expect((await read(user, id)).body).toMatchObject({ outcome: 'paid' });
  });

  it('can be paid after all when PayPal turns out to have taken nothing', async () => {
    const user = h.newUser();
    const { id } = await created(user);
    await h.database.query(`UPDATE orders SET failure = 'unanswered' WHERE id = $1`, [id]);
    expect((await buy.create(user)).status).toBe(409);
    await reconcile();
    await leads('not taken', user, id, 'open');
    expect((await buy.create(user)).status).toBe(200);
  });

  it('goes along every arrow of the chart in the documents', () => {
    expect([...walked].sort()).toEqual(arrowsOfChart('A purchase'));
  });

  it('keeps the books', () => expectBooksToBalance(h));
});
