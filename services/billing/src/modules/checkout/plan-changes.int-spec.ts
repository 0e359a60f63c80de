import { DAY_MS } from '@palisade/basics';
import { buying, expectBooksToBalance, type PayPalHarness, startWithPayPal } from '../../test/paypal.ts';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.ts';

describe('a change of plan', () => {
  let h: PayPalHarness;
  let buy: ReturnType<typeof buying>;
  type Member = ReturnType<PayPalHarness['newUser']>;

  beforeAll(async () => {
    h = await startWithPayPal();
    buy = buying(h);
  });
  afterAll(() => h?.stop());

  const preview = async (user: Member, plan: string, period = 'monthly') =>
    (await h.call('GET', `/plans/change-preview?plan_id=${plan}&billing_period=${period}`, user)).body;
  const pay = async (user: Member, plan: string, period: string) => {
    const id = await buy.approved(user, { plan_id: plan, billing_period: period });
    expect((await buy.capture(user, id)).body).toMatchObject({ success: true });
    return id;
  };
  const giveBack = async (id: string) => {
    const order = h.payPal.ledger.get(id);
    h.payPal.ledger.refund(order.capture!.id);
    await h.payPal.sendWebhook('PAYMENT.CAPTURE.REFUNDED', order);
  };
  const planOf = async (user: Member) => {
    const { plan, paid_until } = (await buy.mine(user)).body as {
      plan: { slug: string };
      paid_until: string | null;
    };
    return {
      plan: plan.slug,
      days: paid_until === null ? null : Math.round((Date.parse(paid_until) - Date.now()) / DAY_MS),
    };
  };

  it('of nothing is said to change nothing', async () => {
    expect(await preview(h.newUser(), 'business')).toMatchObject({
      change: 'first',
      needs_consent: false,
      replaces: null,
      credit: null,
      amount: 79,
      next_payment_at: null,
    });
  });

  it('turns what is left of a dear plan into time of the cheaper one, as the preview said', async () => {
    const user = h.newUser();
    await pay(user, 'enterprise', 'yearly');
    const said = await preview(user, 'business');
    expect(said).toMatchObject({
      change: 'downgrade',
      needs_consent: true,
      replaces: { name: 'Enterprise', is_trial: false, ends_at: expect.any(String) },
      credit: { amount: 1990, days: expect.any(Number) },
    });
    await pay(user, 'business', 'monthly');
    const { plan, days } = await planOf(user);
    expect(plan).toBe('business');
    // 1,990.00 at 79.00 a month is more than two years.
    expect(days).toBeGreaterThan(700);
    expect(days).toBe(Math.round((Date.parse(String(said.paid_until)) - Date.now()) / DAY_MS));
  });

  it('is taken back with its refund: the plan before goes on', async () => {
    const user = h.newUser();
    await pay(user, 'enterprise', 'yearly');
    const before = await planOf(user);
    const second = await pay(user, 'business', 'monthly');
    await giveBack(second);
    expect(await planOf(user)).toEqual(before);
  });

  it('keeps no credit for a payment that went back', async () => {
    const user = h.newUser();
    const first = await pay(user, 'enterprise', 'yearly');
    await pay(user, 'business', 'monthly');
    await giveBack(first);
    const { plan, days } = await planOf(user);
    expect(plan).toBe('business');
    expect(days).toBeLessThan(32);
  });

  it('ends paid time by an administrator’s choice only where that was meant, and says what is lost', async () => {
    const user = h.newUser();
    await pay(user, 'business', 'monthly');
    const service = h.app.get(SubscriptionsService);
    const set = (slug: string, endsPaidTime: boolean) =>
      service.setByAdmin(user.userId, slug, { actorId: null, endsPaidTime });
    const price = Number((await preview(user, 'business')).amount).toFixed(2);
    for (const slug of ['free', 'starter', 'enterprise']) {
      await expect(set(slug, false)).rejects.toMatchObject({
        code: 'ends_paid_time',
        detail: expect.stringMatching(
          new RegExp(`^Business is paid for until \\d{4}-\\d\\d-\\d\\d\\..* with ${price} USD of it`),
        ) as string,
      });
    }
    expect((await planOf(user)).plan).toBe('business');
    await set('business', false);
    await set('enterprise', true);
    expect((await planOf(user)).plan).toBe('enterprise');
    // What an administrator gave has no time that was paid for.
    await set('starter', false);
  });

  it('asks for consent where a plan without end would get one', async () => {
    const user = h.newUser();
    await h.app
      .get(SubscriptionsService)
      .setByAdmin(user.userId, 'starter', { actorId: null, endsPaidTime: false });
    expect(await preview(user, 'business')).toMatchObject({
      change: 'upgrade',
      needs_consent: true,
      replaces: { name: 'Starter', is_trial: false, ends_at: null },
      credit: null,
    });
  });

  it('books balance: what came minus what went is what the invoices say', () => expectBooksToBalance(h));
});
