import { DAY_MS } from '@palisade/basics';
import {
  createRedisStreamsBus,
  type EventBus,
  type OutgoingEvent,
  type ReceivedEvent,
  readEventKeys,
} from '@palisade/messaging';
import { publishAsProducers } from '@palisade/messaging/test-support';
import { eventually, silentLogger } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { type Harness, newCaller, startHarness } from '../../test/harness.ts';
import { RenewalsService } from '../renewals/renewals.service.ts';
import { SubscriptionChangesService } from '../subscriptions/subscription-changes.service.ts';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.ts';

type User = ReturnType<Harness['newUser']>;

describe('subscriptions', () => {
  let h: Harness;
  let bus: EventBus;
  const mails: ReceivedEvent<'mailer.mail_requested.v1'>[] = [];

  const say = (events: OutgoingEvent[]) => publishAsProducers(bus, h.keys.eventSettings, events);

  beforeAll(async () => {
    h = await startHarness();
    bus = createRedisStreamsBus({
      url: `${h.redis.url}/0`,
      source: 'billing',
      keys: readEventKeys(h.keys.eventSettings('billing')),
      logger: silentLogger,
    });
    await bus.subscribe({
      group: 'spec',
      registrations: {
        'mailer.mail_requested.v1': {
          mode: 'single',
          handle: async (event) => {
            mails.push(event);
          },
        },
      },
    });
  });
  afterAll(async () => {
    await bus?.close();
    await h?.stop();
  });

  const mine = (user: User) => h.call('GET', '/plans/mine', user);
  const trial = (user: User, plan: string | number = 'business') =>
    h.call('POST', '/plans/trial', user, { plan_id: plan });
  const after = (days: number) => h.app.get(RenewalsService).run(new Date(Date.now() + days * DAY_MS));
  const reasons = async (user: User) => {
    const { rows } = await h.database.query(
      'SELECT reason FROM subscription_changes WHERE user_id = $1 ORDER BY revision',
      [user.userId],
    );
    return rows.map((row) => row.reason);
  };

  it('shows a new user the free plan and that a trial is to be had', async () => {
    expect(await mine(h.newUser())).toMatchObject({
      status: 200,
      body: {
        plan: { slug: 'free' },
        status: 'free',
        billing_period: null,
        trial_ends_at: null,
        paid_until: null,
        next_payment: null,
        ends_at: null,
        trial_available: true,
      },
    });
    expect((await h.call('GET', '/plans/mine', null)).status).toBe(401);
    expect((await h.call('GET', '/plans/mine', newCaller({ scopes: ['logs:read'] }))).status).toBe(403);
  });

  describe('a trial', () => {
    it('gives a paid plan for fourteen days, then the free one', async () => {
      const user = h.newUser();
      const { status, body } = await trial(user);
      expect([status, body.status, body.trial_available]).toEqual([200, 'trial', false]);
      expect([body.ends_at, body.next_payment]).toEqual([body.trial_ends_at, null]);
      expect((new Date(String(body.trial_ends_at)).getTime() - Date.now()) / DAY_MS).toBeCloseTo(14, 2);
      await after(13.9);
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'business' }, status: 'trial' });
      await after(14.1);
      expect((await mine(user)).body).toMatchObject({
        plan: { slug: 'free' },
        status: 'free',
        trial_available: false,
      });
      expect(await reasons(user)).toEqual(['trial_started', 'trial_ended']);
    });

    it('is had once per user and mailbox, also by several at once', async () => {
      const user = h.newUser('someone@example.com');
      const answers = await Promise.all(Array.from({ length: 8 }, () => trial(user)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(409)]);
      await after(15);
      expect(await trial(user)).toMatchObject({ status: 409, body: { code: 'trial_used' } });
      expect(await trial(h.newUser('Someone+again@example.com'))).toMatchObject({
        status: 409,
        body: { code: 'trial_used' },
      });
      expect((await trial(h.newUser('someone.else@example.com'))).status).toBe(200);
    });

    it('is had once per domain, whoever asks', async () => {
      const [first, second, third] = [h.newUser(), h.newUser(), h.newUser()];
      for (const user of [first, second]) h.neighbours.domains.set(user.userId, ['tried.example']);
      expect((await trial(first)).status).toBe(200);
      expect(await trial(second)).toMatchObject({ status: 409, body: { code: 'trial_used' } });
      expect((await trial(third)).status).toBe(200);
      const verified = { domainId: third.userId, ownerId: third.userId, domainName: 'tried.example' };
      await say([{ type: 'domains.domain_verified.v1', key: third.userId, payload: verified }]);
      await eventually('the end of the trial', async () =>
        expect((await mine(third)).body).toMatchObject({ plan: { slug: 'free' } }),
      );
      expect((await mine(first)).body).toMatchObject({ status: 'trial' });
    });

    it('counts a domain that is verified while it begins', async () => {
      const [user, other] = [h.newUser(), h.newUser()];
      const begun = await h.app.get(DataSource).transaction(async (manager) => {
        await h.app.get(SubscriptionChangesService).lock(manager, user.userId);
        const beginning = trial(user);
        await eventually('it waiting for its turn', async () => {
          const [row] = await manager.query(
            `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          expect(row.waiting).toBe(1);
        });
        h.neighbours.domains.set(user.userId, ['between.example']);
        return { beginning };
      });
      expect((await begun.beginning).status).toBe(200);
      h.neighbours.domains.set(other.userId, ['between.example']);
      expect(await trial(other)).toMatchObject({ status: 409, body: { code: 'trial_used' } });
    });

    it('is had once per account, whatever becomes of its address and domains', async () => {
      const user = h.newUser();
      h.neighbours.domains.set(user.userId, ['moving.example']);
      expect((await trial(user)).status).toBe(200);
      h.neighbours.users.set(user.userId, {
        id: user.userId,
        email: `moved-${user.userId}@example.com`,
        emailConfirmed: true,
      });
      h.neighbours.domains.delete(user.userId);
      expect(await trial(user, 'enterprise')).toMatchObject({ status: 409, body: { code: 'trial_used' } });
      await after(15);
      expect(await trial(user)).toMatchObject({ status: 409, body: { code: 'trial_used' } });
    });

    it('is not used up by a stranger who has typed the address and never confirms it', async () => {
      const email = 'coveted.address@example.com';
      expect(await trial(h.newUser(email, false))).toMatchObject({
        status: 403,
        body: { code: 'email_not_confirmed' },
      });
      expect((await trial(h.newUser(email))).status).toBe(200);
    });

    it('is not used up by a stranger who claims the domain and never proves it', async () => {
      const [stranger, owner] = [h.newUser(), h.newUser()];
      h.neighbours.claims.set(stranger.userId, ['coveted.example']);
      expect((await trial(stranger)).status).toBe(200);
      h.neighbours.domains.set(owner.userId, ['coveted.example']);
      expect((await trial(owner)).status).toBe(200);
    });

    it.each([
      ['free', 422, 'plan_is_free'],
      ['gold', 404, 'plan_not_found'],
      [99, 404, 'plan_not_found'],
    ])('is not for %s', async (plan, status, code) => {
      expect(await trial(h.newUser(), plan)).toMatchObject({ status, body: { code } });
    });
  });

  describe('orders without a payment', () => {
    it('stay pending, and are listed to their owner only', async () => {
      const user = h.newUser();
      const body = { plan_id: 'starter', payment_method: 'paypal', billing_period: 'yearly' };
      expect(await h.call('POST', '/orders/create', user, body)).toMatchObject({
        status: 201,
        body: { plan_id: 2, amount: 290, currency: 'USD', status: 'pending', billing_period: 'yearly' },
      });
      expect((await h.call('GET', '/orders/my-orders', user)).body.orders).toHaveLength(1);
      expect((await h.call('GET', '/orders/my-orders', h.newUser())).body.orders).toEqual([]);
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'free' } });
      expect((await h.call('POST', '/orders/create', null, body)).status).toBe(401);
      expect((await h.call('GET', '/orders/my-orders', null)).status).toBe(401);
      expect((await h.call('GET', '/orders', user)).status).toBe(403);
      expect((await h.call('POST', '/orders/create', user, { ...body, payment_method: 'card' })).status).toBe(
        422,
      );
      expect(await h.call('POST', '/orders/create', user, { ...body, plan_id: 'free' })).toMatchObject({
        status: 422,
        body: { code: 'plan_is_free' },
      });
    });

    it('do not stay pending for ever', async () => {
      const user = h.newUser();
      await h.call('POST', '/orders/create', user, { plan_id: 'starter', payment_method: 'paypal' });
      const statuses = async () => {
        const { orders } = (await h.call('GET', '/orders/my-orders', user)).body as {
          orders: { status: string }[];
        };
        return orders.map(({ status }) => status);
      };
      await after(0);
      expect(await statuses()).toEqual(['pending']);
      await after(0.5);
      expect(await statuses()).toEqual(['cancelled']);
    });

    it('say that payments are not offered where PayPal is not set up', async () => {
      expect(await h.call('POST', '/paypal/create-order', h.newUser(), { plan_id: 'starter' })).toMatchObject(
        {
          status: 503,
          body: { code: 'payments_not_offered' },
        },
      );
      expect((await h.call('GET', '/paypal/config', null)).body).toMatchObject({
        enabled: false,
        script_url: null,
      });
    });
  });

  describe('in the demo profile', () => {
    beforeAll(() => h.restart({ PALISADE_PROFILE: 'standalone' }));
    afterAll(() => h.restart());

    const buy = async (user: User, plan = 'starter') => {
      const body = { plan_id: plan, payment_method: 'paypal', billing_period: 'monthly' };
      expect(await h.call('POST', '/orders/create', user, body)).toMatchObject({
        body: { status: 'completed' },
      });
    };

    it('an order is completed at once; a paid period ends with a reminder a week before', async () => {
      const user = h.newUser('reminded@example.com');
      await buy(user);
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'starter' }, status: 'active' });
      await after(20);
      await after(25);
      await after(26);
      await eventually('the reminder', async () =>
        expect(mails.filter((mail) => mail.payload.to === 'reminded@example.com')).toHaveLength(1),
      );
      expect(mails.find((mail) => mail.payload.to === 'reminded@example.com')?.payload).toMatchObject({
        template: 'plan_expiring',
        variables: { plan: 'Starter', ends_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      });
      await after(32);
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'free' }, status: 'free' });
      expect(await reasons(user)).toEqual(['paid', 'expired']);
    });

    it('payment ends a trial and starts a paid period', async () => {
      const user = h.newUser();
      await trial(user, 'starter');
      await buy(user, 'business');
      expect((await mine(user)).body).toMatchObject({
        plan: { slug: 'business' },
        status: 'active',
        trial_ends_at: null,
      });
      expect(await trial(user)).toMatchObject({ status: 409, body: { code: 'plan_already_paid' } });
    });

    it('an invoice stays as it was issued when its customer is renamed or gone', async () => {
      const user = h.newUser();
      await h.call('POST', '/orders/create', user, { plan_id: 'starter', payment_method: 'paypal' });
      const [invoice] = (await h.call('GET', '/invoices', user)).body as unknown as { id: string }[];
      const read = async () => (await h.call('GET', `/invoices/${invoice!.id}/pdf`, user)).bytes;
      const issued = await read();
      const known = h.neighbours.users.get(user.userId)!;
      h.neighbours.users.set(user.userId, { ...known, email: 'renamed@example.com' });
      expect((await read()).equals(issued)).toBe(true);
      h.neighbours.users.delete(user.userId);
      expect((await read()).equals(issued)).toBe(true);
      const { rows } = await h.database.query('SELECT issuer, customer FROM invoices WHERE id = $1', [
        invoice!.id,
      ]);
      expect(rows).toEqual([{ issuer: ['Palisade'], customer: ['Test User', user.email] }]);
    });

    it('an invoice is a PDF for its owner and for nobody else', async () => {
      const user = h.newUser('buyer@example.com');
      await buy(user);
      const { body } = await h.call('GET', '/invoices', user);
      const [invoice] = body as unknown as { id: string; number: string; amount: number }[];
      expect(invoice).toMatchObject({
        number: expect.stringMatching(/^\d{4}-\d{6}$/),
        amount: 29,
        kind: 'invoice',
      });
      const pdf = await h.call('GET', `/invoices/${invoice!.id}/pdf`, user);
      expect([pdf.status, pdf.type]).toEqual([200, 'application/pdf']);
      expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect((await h.call('GET', `/invoices/${invoice!.id}/pdf`, h.newUser())).status).toBe(404);
      expect((await h.call('GET', `/invoices/${invoice!.id}/pdf`, null)).status).toBe(401);
      expect((await h.call('GET', `/invoices/${invoice!.id}/pdf`, newCaller({ isAdmin: true }))).status).toBe(
        200,
      );
      expect((await h.call('GET', '/invoices/x/pdf', user)).status).toBe(422);
      expect((await h.call('GET', '/invoices', h.newUser())).body).toEqual([]);
    });

    it('the administrator’s figures are real', async () => {
      await h.database.query('UPDATE subscriptions SET paid_until = NULL, price_cents = 0');
      const [a, b, gone] = [h.newUser(), h.newUser(), h.newUser()];
      await buy(a, 'enterprise');
      // What is left of an account that was deleted: its plan has ended, its subscription stays.
      await buy(gone, 'starter');
      await h.app.get(SubscriptionsService).cancel(gone.userId);
      h.neighbours.users.delete(gone.userId);
      const yearly = { plan_id: 'starter', payment_method: 'paypal', billing_period: 'yearly' };
      await h.call('POST', '/orders/create', b, yearly);
      // Paid in a currency from before: it adds up with no other.
      const other = h.newUser();
      await buy(other, 'business');
      await h.database.query(`UPDATE orders SET currency = 'GBP' WHERE user_id = $1`, [other.userId]);
      const { body } = await h.call('GET', '/admin/stats', newCaller({ isAdmin: true }));
      expect(body).toMatchObject({
        total_users: h.neighbours.users.size,
        total_subscribers: 7,
        mrr: 223.17,
        arr: 2678,
      });
      const total = Object.values(body.plan_distribution as Record<string, number>).reduce(
        (sum, n) => sum + n,
        0,
      );
      expect(total).toBe(h.neighbours.users.size);
      expect(body.plan_distribution).toMatchObject({ enterprise: 1 });
      expect((await h.call('GET', '/admin/stats', a)).status).toBe(403);
      expect((await h.call('GET', '/admin/stats', null)).status).toBe(401);
    });
  });

  it('gives the orders of a guest to whoever proves that the address is theirs', async () => {
    await h.database.query(
      `INSERT INTO orders (id, order_number, guest_email, plan_id, plan_slug, billing_period, amount_cents, currency,
         payment_method, status, paid_at)
       VALUES (gen_random_uuid(), 'PAL-TEST-1', 'late@example.com', 4, 'enterprise', 'monthly', 19900, 'USD', 'paypal',
         'completed', now())`,
    );
    const user = h.newUser('late@example.com');
    const confirmed = { userId: user.userId, email: 'Late@example.com' };
    await say([
      { type: 'auth.user_email_confirmed.v1', key: user.userId, payload: confirmed },
      { type: 'auth.user_email_confirmed.v1', key: user.userId, payload: confirmed },
    ]);
    await eventually('the plan', async () =>
      expect((await mine(user)).body).toMatchObject({ plan: { slug: 'enterprise' }, status: 'active' }),
    );
    expect((await h.call('GET', '/orders/my-orders', user)).body.orders).toHaveLength(1);
    expect(await reasons(user)).toEqual(['paid']);
  });
});
