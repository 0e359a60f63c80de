import { billingV1 } from '@palisade/contracts';
import {
  grpcClient,
  InternalChannel,
  InternalTokenSigner,
  newId,
  type OrderId,
  type UserCaller,
} from '@palisade/nest-kit';
import { newCaller } from '../../test/harness.ts';
import { buying, expectBooksToBalance, type PayPalHarness, startWithPayPal } from '../../test/paypal.ts';

describe('payments by PayPal', () => {
  let h: PayPalHarness;
  const admin = newCaller({ isAdmin: true });
  let buy: ReturnType<typeof buying>;

  beforeAll(async () => {
    h = await startWithPayPal();
    buy = buying(h);
  });
  afterEach(() => h.payPal.ledger.failures.clear());
  afterAll(() => h?.stop());

  it('tells the browser where the buttons come from', async () => {
    expect((await h.call('GET', '/paypal/config', null)).body).toEqual({
      enabled: true,
      client_id: 'client',
      currency: 'USD',
      script_url: `${h.payPal.url}/sdk/js?client-id=client&currency=USD&intent=capture`,
      renews: false,
      is_stand_in: true,
    });
  });

  it('takes a member from order to active plan', async () => {
    const user = h.newUser();
    const id = await buy.approved(user);
    expect(h.payPal.ledger.get(id)).toMatchObject({ amount: { currency_code: 'USD', value: '79.00' } });
    expect(await buy.capture(user, id)).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Payment successful! Welcome to the Business plan.',
        claim_token: null,
      },
    });
    expect((await buy.mine(user)).body).toMatchObject({
      plan: { slug: 'business' },
      status: 'active',
      billing_period: 'monthly',
    });
    expect(await buy.orders(user)).toMatchObject([
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
      channel: new InternalChannel('mailer', h.keys.channelSettings('mailer')),
    });
    const user = h.newUser();
    await buy.capture(user, await buy.approved(user));
    const [order] = await buy.orders(user);
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
    const id = await buy.approved(user, { plan_id: 2, billing_period: 'yearly' });
    expect(h.payPal.ledger.get(id).amount.value).toBe('290.00');
    await buy.capture(user, id);
    const until = new Date(String((await buy.mine(user)).body.paid_until));
    expect(Math.round((until.getTime() - Date.now()) / 86_400_000)).toBeGreaterThanOrEqual(365);
  });

  it('adds to what is paid for already', async () => {
    const user = h.newUser();
    await buy.capture(user, await buy.approved(user));
    const first = new Date(String((await buy.mine(user)).body.paid_until));
    await buy.capture(user, await buy.approved(user));
    const second = new Date(String((await buy.mine(user)).body.paid_until));
    expect(Math.round((second.getTime() - first.getTime()) / 86_400_000)).toBeGreaterThanOrEqual(28);
  });

  it.each([
    [{ plan_id: 'gold' }, 404, 'Plan not found'],
    [{ plan_id: 'free' }, 422, 'This plan is free and needs no payment.'],
    [{ billing_period: 'weekly' }, 422, 'billing_period'],
    [{ plan_id: null }, 422, 'plan_id'],
  ])('makes no order of %j', async (body, status, detail) => {
    const answer = await buy.create(h.newUser(), body);
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toContain(detail);
  });

  it('wants to know who buys', async () => {
    expect(await buy.create(null)).toMatchObject({ status: 422, body: { code: 'buyer_unknown' } });
    expect(await buy.create(null, { user_email: null })).toMatchObject({
      status: 422,
      body: { code: 'buyer_unknown' },
    });
    expect(await buy.create(null, { user_email: 'nonsense' })).toMatchObject({ status: 422 });
  });

  describe('what must not work', () => {
    it('another user’s order, an unknown one, two ids that differ', async () => {
      const user = h.newUser();
      const id = await buy.approved(user);
      expect(await buy.capture(h.newUser(), id)).toMatchObject({
        status: 404,
        body: { detail: 'Order not found' },
      });
      expect(await buy.capture(null, id)).toMatchObject({ status: 404 });
      expect(await buy.capture(user, 'NOSUCHORDER')).toMatchObject({ status: 404 });
      const both = { order_id: 'OTHER', paypal_order_id: id };
      expect(await h.call('POST', '/paypal/capture-order', user, both)).toMatchObject({ status: 404 });
      expect(buy.movementsOf(id)).toEqual([]);
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
      const id = await buy.approved(user);
      tamper(h.payPal.ledger.get(id));
      expect(await buy.capture(user, id)).toMatchObject({ status: 422, body: { code: 'payment_mismatch' } });
      expect(buy.movementsOf(id)).toEqual([]);
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
      expect(await buy.orders(user)).toMatchObject([{ status: 'failed' }]);
      expect((await h.call('GET', '/orders?limit=1', admin)).body).toMatchObject({
        total: expect.any(Number),
        orders: [{ user_id: user.userId, buyer_email: user.email }],
      });
      const mine = (await buy.orders(user))[0] as { id: string; order_number: string };
      const found = async (query: string) => {
        const { orders } = (await h.call('GET', `/orders?${query}`, admin)).body as {
          orders: { id: string }[];
        };
        return orders.map(({ id: one }) => one);
      };
      expect(await found(`search=${mine.order_number.toLowerCase()}`)).toEqual([mine.id]);
      expect(await found(`search=${mine.id}`)).toEqual([mine.id]);
      expect(await found(`search=${id}`)).toEqual([mine.id]);
      expect(await found(`search=nobody%40example.com&user_ids=${user.userId}`)).toEqual([mine.id]);
      expect(await found('search=%25')).toEqual([]);
      for (const ids of ['x', '0'.repeat(36), `${user.userId},x`])
        expect((await h.call('GET', `/orders?user_ids=${ids}`, admin)).status).toBe(422);
      expect((await h.call('GET', '/orders?limit=0', admin)).status).toBe(422);
    });

    it('an order that nobody approved', async () => {
      const user = h.newUser();
      const id = String((await buy.create(user)).body.paypal_order_id);
      expect((await buy.capture(user, id)).body).toMatchObject({
        success: false,
        message: expect.stringContaining('not been approved'),
      });
      expect(await buy.orders(user)).toMatchObject([{ status: 'pending' }]);
    });
  });

  describe('when PayPal fails', () => {
    it('says so when it makes no order', async () => {
      const user = h.newUser();
      for (const failure of ['create_refused', 'unavailable'] as const) {
        h.payPal.ledger.failures.add(failure);
        expect(await buy.create(user)).toMatchObject({
          status: 502,
          body: { detail: 'Failed to create PayPal order' },
        });
        h.payPal.ledger.failures.clear();
      }
      expect(await buy.orders(user)).toMatchObject([{ status: 'failed' }, { status: 'failed' }]);
    });

    it('lets a declined buyer try again', async () => {
      const user = h.newUser();
      const id = await buy.approved(user);
      h.payPal.ledger.failures.add('capture_declined');
      expect((await buy.capture(user, id)).body).toMatchObject({
        success: false,
        message: expect.stringContaining('declined'),
      });
      h.payPal.ledger.failures.clear();
      expect((await buy.capture(user, id)).body).toMatchObject({ success: true });
    });
  });

  describe('guests', () => {
    const paid = async (email: string) => {
      const id = await buy.approved(null, { user_email: email, user_name: 'A Guest' });
      const { body } = await buy.capture(null, id);
      return { id, token: String(body.claim_token) };
    };
    const claim = (user: UserCaller | null, claim_token: string) =>
      h.call('POST', '/orders/claim', user, { claim_token });

    it('claim with the token of the capture and the same address, once', async () => {
      const { token } = await paid('Guest-1@Example.com');
      const user = h.newUser('guest-1@example.com');
      expect(await claim(h.newUser('somebody@example.com'), token)).toMatchObject({ status: 404 });
      expect(await claim(user, 'x'.repeat(32))).toMatchObject({ status: 404 });
      expect(await claim(null, token)).toMatchObject({ status: 401 });
      expect(await claim(user, token)).toMatchObject({ status: 200, body: { status: 'completed' } });
      expect((await buy.mine(user)).body).toMatchObject({ plan: { slug: 'business' }, status: 'active' });
      expect(await claim(user, token)).toMatchObject({ status: 404 });
      expect(await buy.orders(user)).toHaveLength(1);
    });

    it('who repeat the capture get a token that works', async () => {
      const { id, token } = await paid('guest-2@example.com');
      const again = (await buy.capture(null, id)).body;
      expect(again).toMatchObject({ success: true });
      expect(again.claim_token).not.toBe(token);
      expect(await claim(h.newUser('guest-2@example.com'), String(again.claim_token))).toMatchObject({
        status: 200,
      });
    });
  });

  it('books balance: what came minus what went is what the invoices say', () => expectBooksToBalance(h));
});
