import { billingV1 } from '@palisade/contracts';
import { createRedisStreamsBus, type EventBus, type ReceivedEvent, readEventKeys } from '@palisade/messaging';
import { grpcClient, InternalChannel, InternalTokenSigner, newId, type UserId } from '@palisade/nest-kit';
import { eventually, silentLogger } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { PlanLines1763700000006 } from '../../database/migrations/1763700000006-plan-lines.ts';
import { PLAN_SEEDS } from '../../database/seeds/plan-seeds.ts';
import { type Harness, newCaller, startHarness } from '../../test/harness.ts';
import { MAX_PLANS } from '../plans/plan.errors.ts';

type PlanChanged = ReceivedEvent<'billing.user_plan_changed.v1'>;

describe('plans', () => {
  let h: Harness;
  let bus: EventBus;
  const events: PlanChanged[] = [];
  const admin = newCaller({ isAdmin: true });
  const client = (caller: 'auth' | 'domains' = 'auth') =>
    grpcClient(billingV1.BillingService, {
      address: h.grpcAddress,
      signer: new InternalTokenSigner(caller, h.keys.privateKeys[caller]!),
      channel: new InternalChannel(caller, h.keys.channelSettings(caller)),
    });
  const planOf = async (userId: string) => {
    const service = client('domains');
    return await service.getUserPlan({ userId }).finally(() => service.close());
  };
  const eventsOf = (userId: string) => events.filter((event) => event.payload.userId === userId);

  beforeAll(async () => {
    h = await startHarness();
    bus = createRedisStreamsBus({
      url: `${h.redis.url}/0`,
      source: 'auth',
      keys: readEventKeys(h.keys.eventSettings('auth')),
      logger: silentLogger,
    });
    await bus.subscribe({
      group: 'plans-spec',
      registrations: {
        'billing.user_plan_changed.v1': {
          mode: 'single',
          handle: async (event) => {
            events.push(event);
          },
        },
      },
    });
  });
  afterAll(async () => {
    await bus?.close();
    await h?.stop();
  });

  it('offers the four plans of the specification to anyone', async () => {
    const { status, body } = await h.call('GET', '/plans/', null);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { id: 1, slug: 'free', name: 'Free', price: 0, entitlements: { max_domains: 1, rate_limiting: false } },
      { id: 2, slug: 'starter', price: 29, entitlements: { max_domains: 2, max_rate_limit_requests: 100 } },
      { id: 3, slug: 'business', price: 79, entitlements: { max_domains: 5, geo_blocking: true } },
      { id: 4, slug: 'enterprise', price: 199, entitlements: { max_domains: null, edge_caching: true } },
    ]);
    expect(body).toMatchObject([
      { features: expect.arrayContaining(['✓ 1 domain', '✗ Rate limiting']) },
      {},
      {},
      {},
    ]);
  });

  it('have the currency that orders are charged in, whoever reads them', async () => {
    await h.restart({ PALISADE_CURRENCY: 'EUR' });
    const of = async (path: string, caller: typeof admin | null) => (await h.call('GET', path, caller)).body;
    const inEuros = expect.objectContaining({ currency: 'EUR' });
    const all = [inEuros, inEuros, inEuros, inEuros];
    expect(await of('/plans/', null)).toEqual(all);
    expect(await of('/admin/plans', admin)).toEqual(all);
    expect(await of('/plans/mine', newCaller())).toMatchObject({ plan: inEuros });
    await h.restart();
    expect(await of('/plans/', null)).toMatchObject([{ currency: 'USD' }, {}, {}, {}]);
  });

  it('have their old lines mended by an upgrade, and those of an administrator left alone', async () => {
    const dataSource = h.app.get(DataSource);
    const linesOf = async () => (await h.call('GET', '/admin/plans', admin)).body;
    const before = await linesOf();
    await dataSource.query(
      `UPDATE plans SET features = CASE slug
         WHEN 'business' THEN '["✓ Advanced managed rules", "{domains}", "{rule_set_choice}"]'::jsonb
         ELSE '["{domains}", "✓ AI bot protection", "✓ A cake"]'::jsonb END
       WHERE slug IN ('business', 'enterprise')`,
    );
    const runner = dataSource.createQueryRunner();
    await new PlanLines1763700000006().up(runner);
    await runner.release();
    expect(
      await dataSource.query(
        `SELECT features FROM plans WHERE slug IN ('business', 'enterprise') ORDER BY id`,
      ),
    ).toEqual([
      { features: ['{rule_set_choice}', '{domains}'] },
      { features: ['{domains}', '{bot_protection}', '✓ A cake'] },
    ]);
    for (const { slug, features } of PLAN_SEEDS) {
      await dataSource.query('UPDATE plans SET features = $2 WHERE slug = $1', [
        slug,
        JSON.stringify(features),
      ]);
    }
    expect(await linesOf()).toEqual(before);
  });

  it('keeps everyone but administrators out of plan administration', async () => {
    const routes: [string, string][] = [
      ['GET', '/admin/plans'],
      ['POST', '/admin/plans'],
      ['PUT', '/admin/plans/2'],
      ['DELETE', '/admin/plans/2'],
    ];
    for (const [method, path] of routes) {
      const body = method === 'POST' || method === 'PUT' ? {} : undefined;
      expect([method, (await h.call(method, path, null, body)).status]).toEqual([method, 401]);
      expect([method, (await h.call(method, path, newCaller(), body)).status]).toEqual([method, 403]);
    }
  });

  it('lets administrators create, edit, retire and delete a plan', async () => {
    const created = await h.call('POST', '/admin/plans', admin, {
      name: 'Agency',
      slug: 'agency',
      price: 49.5,
      features: ['{domains}', '', ' ✓ Reports '],
    });
    expect(created).toMatchObject({
      status: 201,
      body: {
        id: 5,
        price: 49.5,
        features: ['{domains}', '✓ Reports'],
        rendered_features: ['✓ 1 domain', '✓ Reports'],
        is_active: true,
        user_count: 0,
      },
    });
    const changed = await h.call('PUT', '/admin/plans/5', admin, {
      price: 59,
      entitlements: { max_domains: 10 },
    });
    expect(changed.body).toMatchObject({
      price: 59,
      name: 'Agency',
      rendered_features: ['✓ Up to 10 domains', '✓ Reports'],
    });
    await h.call('PUT', '/admin/plans/5', admin, { is_active: false });
    expect((await h.call('GET', '/plans', null)).body).toHaveLength(4);
    expect((await h.call('GET', '/admin/plans', admin)).body).toHaveLength(5);
    expect((await h.call('DELETE', '/admin/plans/5', admin)).status).toBe(204);
    expect(await h.call('DELETE', '/admin/plans/5', admin)).toMatchObject({
      status: 404,
      body: { detail: 'Plan not found' },
    });
  });

  it.each([
    [{ name: 'X', slug: 'starter', price: 1 }, 409, 'Another plan has this slug'],
    [{ name: '', slug: 'x', price: 1 }, 422, 'Name is required'],
    [{ name: 'a\r\nb', slug: 'x', price: 1 }, 422, 'plain text only'],
    [{ name: 'a', slug: 'x', price: 1, features: ['a\nb'] }, 422, 'plain text only'],
    [{ name: 'X', slug: 'Not A Slug', price: 1 }, 422, 'Slug takes'],
    [{ name: 'X', slug: 'x', price: -1 }, 422, 'Price must be'],
    [{ name: 'X', slug: 'x', price: 1.005 }, 422, 'Price must be'],
    [{ name: 'X', slug: 'x', price: '9' }, 422, 'Price must be'],
    [{ name: 'X', slug: 'x', price: 1, entitlements: { max_domains: -1 } }, 422, 'entitlements'],
  ])('refuses %j', async (body, status, detail) => {
    const answer = await h.call('POST', '/admin/plans', admin, body);
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toContain(detail);
  });

  it('are so many, also where several administrators add one at once', async () => {
    await h.database.query(
      `INSERT INTO plans (id, slug, name, price_cents, description, features, is_active, entitlements)
       SELECT 1000 + n, 'many-' || n, name, price_cents, description, features, false, entitlements
         FROM plans, generate_series(1, $1::int - (SELECT count(*)::int FROM plans) - 1) n WHERE id = 1`,
      [MAX_PLANS],
    );
    const add = (slug: string) => h.call('POST', '/admin/plans', admin, { name: 'X', slug, price: 1 });
    const answers = await Promise.all([add('last-a'), add('last-b'), add('last-c')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.map(({ body }) => body.code)).toContain('too_many_plans');
    await h.database.query(`DELETE FROM plans WHERE slug LIKE 'many-%' OR slug LIKE 'last-%'`);
  });

  it.each(['PUT', 'DELETE'])('%s: knows no plan that is not there', async (method) => {
    const body = method === 'PUT' ? { price: 5 } : undefined;
    expect((await h.call(method, '/admin/plans/9999', admin, body)).status).toBe(404);
    expect((await h.call(method, '/admin/plans/2147483648', admin, body)).status).toBe(422);
  });

  it('keeps the free plan, and plans that somebody has', async () => {
    const service = client();
    const userId = newId<UserId>();
    await service.setUserPlan({ userId, planSlug: 'business', actorId: admin.userId });
    expect(await h.call('DELETE', '/admin/plans/3', admin)).toMatchObject({
      status: 409,
      body: { code: 'plan_in_use', detail: expect.stringContaining('1 user has it') },
    });
    expect(await h.call('DELETE', '/admin/plans/1', admin)).toMatchObject({
      status: 409,
      body: { code: 'free_plan_kept' },
    });
    expect(await h.call('PUT', '/admin/plans/1', admin, { price: 5 })).toMatchObject({ status: 409 });
    service.close();
  });

  it('tells every user of a plan that was edited, with what it includes now', async () => {
    const service = client();
    const userId = newId<UserId>();
    await service.setUserPlan({ userId, planSlug: 'starter', actorId: admin.userId });
    await h.call('PUT', '/admin/plans/2', admin, { entitlements: { max_domains: 3 } });
    await eventually('the event', async () => expect(eventsOf(userId)).toHaveLength(2));
    expect(
      eventsOf(userId).map(({ payload }) => [payload.revision, payload.entitlements?.maxDomains]),
    ).toEqual([
      [1n, 2],
      [2n, 3],
    ]);
    expect((await planOf(userId)).plan).toMatchObject({
      revision: 2n,
      entitlements: { maxDomains: 3 },
    });
    await h.call('PUT', '/admin/plans/2', admin, { entitlements: { max_domains: 2 } });
    service.close();
  });

  describe('for other services', () => {
    it('gives unknown users the free plan', async () => {
      const service = client();
      const userIds = [newId<UserId>(), newId<UserId>()];
      expect((await service.getUserPlans({ userIds })).plans).toMatchObject(
        userIds.map((userId) => ({
          userId,
          planSlug: 'free',
          planName: 'Free',
          status: 'free',
          revision: 0n,
        })),
      );
      await expect(planOf('x')).rejects.toMatchObject({ code: 'user_ids_invalid' });
      service.close();
    });

    it('sets and cancels plans, each with an event and a new revision', async () => {
      const service = client();
      const userId = newId<UserId>();
      const set = await service.setUserPlan({ userId, planSlug: 'enterprise', actorId: admin.userId });
      expect(set.plan).toMatchObject({ planSlug: 'enterprise', status: 'active', revision: 1n });
      await service.setUserPlan({ userId, planSlug: 'enterprise', actorId: admin.userId });
      const cancelled = await service.cancelSubscription({ userId });
      expect(cancelled.plan).toMatchObject({ planSlug: 'free', status: 'cancelled', revision: 2n });
      await service.cancelSubscription({ userId });
      await expect(service.setUserPlan({ userId, planSlug: 'gold', actorId: '' })).rejects.toMatchObject({
        code: 'plan_not_found',
      });
      await eventually('the event', async () => expect(eventsOf(userId)).toHaveLength(2));
      expect(
        eventsOf(userId).map(({ payload }) => [payload.previousPlanSlug, payload.planSlug, payload.revision]),
      ).toEqual([
        ['free', 'enterprise', 1n],
        ['enterprise', 'free', 2n],
      ]);
      service.close();
    });

    it('gives a newly registered user the free plan, once', async () => {
      const userId = newId<UserId>();
      const registered = {
        type: 'auth.user_registered.v1' as const,
        key: userId,
        payload: { userId, email: 'new@example.com', username: 'new' },
      };
      await bus.publish([registered, registered]);
      await eventually('the event', async () => expect(eventsOf(userId)).toHaveLength(1));
      expect(eventsOf(userId)[0]?.payload).toMatchObject({ planSlug: 'free', revision: 1n });
    });
  });
});
