import { DAY_MS } from '@palisade/basics';
import { arrowsOfChart } from '../../test/chart.ts';
import { newCaller } from '../../test/harness.ts';
import { buying, expectBooksToBalance, type PayPalHarness, startWithPayPal } from '../../test/paypal.ts';
import { RenewalsService } from '../renewals/renewals.service.ts';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.ts';
import { TrialsService } from '../subscriptions/trials.service.ts';

/** Arrows of the chart that tests went along, by name. */
const walked = new Set<string>();

interface Mine {
  plan: { slug: string };
  status: string;
  paid_until: string | null;
}

/** The state of the chart that an account is in. */
function stateOf({ plan, status, paid_until: paidUntil }: Mine): string {
  if (plan.slug === 'free') return 'free';
  if (status === 'trial') return 'trial';
  return paidUntil === null ? 'given' : 'paid';
}

/** What tests do with an account, and where it then is. */
function accounts(h: PayPalHarness) {
  type Member = ReturnType<PayPalHarness['newUser']>;
  const buy = buying(h);
  const mine = async (user: Member) => (await buy.mine(user)).body as unknown as Mine;
  return {
    mine,
    leads: async (arrow: string, user: Member, state: string) => {
      expect([arrow, stateOf(await mine(user))]).toEqual([arrow, state]);
      walked.add(arrow);
    },
    pays: async (user: Member, plan: string): Promise<string> => {
      const id = await buy.approved(user, { plan_id: plan });
      expect((await buy.capture(user, id)).body).toMatchObject({ success: true });
      return id;
    },
    tries: async (user: Member) =>
      expect(await h.call('POST', '/plans/trial', user, { plan_id: 'business' })).toMatchObject({
        status: 200,
      }),
    isGiven: (user: Member, plan: string, endsPaidTime = false) =>
      h.app.get(SubscriptionsService).setByAdmin(user.userId, plan, { actorId: null, endsPaidTime }),
    later: (days: number) => h.app.get(RenewalsService).run(new Date(Date.now() + days * DAY_MS)),
  };
}

describe('what becomes of a plan', () => {
  let h: PayPalHarness;
  let act: ReturnType<typeof accounts>;
  beforeAll(async () => {
    h = await startWithPayPal();
    act = accounts(h);
  });
  afterAll(() => h?.stop());

  const daysOf = async (user: Parameters<typeof act.mine>[0]) =>
    (Date.parse(String((await act.mine(user)).paid_until)) - Date.now()) / DAY_MS;
  const givesBack = (id: string) => h.call('POST', `/orders/${id}/refund`, newCaller({ isAdmin: true }), {});
  const ordersOf = async (user: Parameters<typeof act.mine>[0]) =>
    (await h.call('GET', '/orders/my-orders', user)).body.orders as { id: string; plan_slug: string }[];

  it('is free at first, tried once, and free again', async () => {
    const user = h.newUser();
    await h.app.get(SubscriptionsService).register(user.userId);
    await act.leads('registered', user, 'free');
    await act.tries(user);
    await act.leads('tried', user, 'trial');
    await act.later(15);
    await act.leads('trial over', user, 'free');
  });

  it('loses its trial to a domain that had one', async () => {
    const [first, second] = [h.newUser(), h.newUser()];
    h.neighbours.domains.set(first.userId, ['twice.example']);
    await act.tries(first);
    await act.tries(second);
    await h.app.get(TrialsService).domainVerified(second.userId, 'twice.example');
    await act.leads('domain tried before', second, 'free');
    expect(stateOf(await act.mine(first))).toBe('trial');
  });

  it('is bought, also in a trial, until it is over', async () => {
    const [user, trying] = [h.newUser(), h.newUser()];
    await act.pays(user, 'starter');
    await act.leads('bought', user, 'paid');
    await act.tries(trying);
    await act.pays(trying, 'starter');
    await act.leads('bought in trial', trying, 'paid');
    await act.later(32);
    await act.leads('over', user, 'free');
  });

  it('goes on where it is paid again, and is another where that is bought', async () => {
    const user = h.newUser();
    await act.pays(user, 'starter');
    await act.pays(user, 'starter');
    await act.leads('more of the same', user, 'paid');
    expect(await daysOf(user)).toBeGreaterThan(55);
    await act.pays(user, 'business');
    await act.leads('another plan', user, 'paid');
    // Of two months at 29.00 nearly all is left: 22 more days at 79.00 a month.
    expect(await daysOf(user)).toBeGreaterThan(48);
  });

  it('is what the other payments bought when one goes back, and free after the last', async () => {
    const user = h.newUser();
    await act.pays(user, 'starter');
    await act.pays(user, 'business');
    const byPlan = Object.fromEntries((await ordersOf(user)).map((order) => [order.plan_slug, order.id]));
    expect((await givesBack(byPlan.business!)).status).toBe(200);
    await act.leads('one payment back', user, 'paid');
    expect((await act.mine(user)).plan.slug).toBe('starter');
    expect((await givesBack(byPlan.starter!)).status).toBe(200);
    await act.leads('last payment back', user, 'free');
  });

  it('is cancelled by its owner', async () => {
    const user = h.newUser();
    await act.pays(user, 'business');
    await h.app.get(SubscriptionsService).cancel(user.userId);
    await act.leads('cancelled', user, 'free');
  });

  it('is given and taken back by an administrator, for paid time only where that is meant', async () => {
    const [user, trying, paying] = [h.newUser(), h.newUser(), h.newUser()];
    await act.isGiven(user, 'enterprise');
    await act.leads('given', user, 'given');
    await act.isGiven(user, 'free');
    await act.leads('taken back', user, 'free');
    await act.tries(trying);
    await act.isGiven(trying, 'enterprise');
    await act.leads('given in trial', trying, 'given');
    await act.pays(trying, 'business');
    await act.leads('bought over it', trying, 'paid');
    await act.pays(paying, 'business');
    await expect(act.isGiven(paying, 'starter')).rejects.toMatchObject({ code: 'ends_paid_time' });
    await act.isGiven(paying, 'starter', true);
    await act.leads('given for paid', paying, 'given');
  });

  it('keeps the books', () => expectBooksToBalance(h));
});

describe('what becomes of a plan that renews itself', () => {
  let h: PayPalHarness;
  let act: ReturnType<typeof accounts>;
  beforeAll(async () => {
    h = await startWithPayPal({ PALISADE_PAYPAL_RENEWAL: 'subscription' });
    // Who asks is what tests say.
    h.payPal.ledger.failures.add('webhooks_lost');
    act = accounts(h);
  });
  afterAll(() => h?.stop());

  it('is paid on, and waits for a late payment, but not for ever', async () => {
    const user = h.newUser();
    const body = { plan_id: 'starter', billing_period: 'monthly' };
    const id = String((await h.call('POST', '/paypal/create-order', user, body)).body.paypal_order_id);
    h.payPal.agreements.approve(id);
    h.payPal.charge(id);
    await h.call('POST', '/paypal/capture-order', user, { order_id: id, paypal_order_id: id });
    const before = (await act.mine(user)).paid_until;
    h.payPal.charge(id);
    await act.later(32);
    await act.leads('renewed', user, 'paid');
    const after = (await act.mine(user)).paid_until;
    expect(Date.parse(String(after))).toBeGreaterThan(Date.parse(String(before)));
    await act.later(63);
    expect(stateOf(await act.mine(user))).toBe('paid');
    await act.later(74);
    await act.leads('waited in vain', user, 'free');
  });

  it('goes along every arrow of the chart in the documents', () => {
    expect([...walked].sort()).toEqual(arrowsOfChart('What becomes of a plan'));
  });
});
