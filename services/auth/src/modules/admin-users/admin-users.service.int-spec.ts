import { billingEventsV1 } from '@palisade/contracts';
import { createRedisStreamsPublisher, readEventKeys, uuidV7 } from '@palisade/messaging';
import type { UserCaller, UserId } from '@palisade/nest-kit';
import { eventually } from '@palisade/testing';
import { type Account, type Harness, startHarness } from '../../test/harness.ts';
import { AdminUsersService } from './admin-users.service.ts';

describe('administration of users', () => {
  let harness: Harness;
  let admin: Account;
  beforeAll(async () => {
    harness = await startHarness();
    await harness.recordEvents();
    admin = await harness.makeAdmin(await harness.register());
  });
  afterAll(() => harness.stop());

  const actions = async (targetId: string) => {
    const page = await harness.call('GET', `/admin/audit?target_id=${targetId}`, admin);
    return (page.body.entries as { action: string; details: object }[]).map(({ action, details }) => ({
      action,
      details,
    }));
  };

  it.each([
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', '/admin/users/0190a3b4-0000-7000-8000-000000000001'],
    ['PUT', '/admin/users/0190a3b4-0000-7000-8000-000000000001'],
    ['DELETE', '/admin/users/0190a3b4-0000-7000-8000-000000000001'],
    ['POST', '/admin/users/0190a3b4-0000-7000-8000-000000000001/activate'],
    ['POST', '/admin/users/0190a3b4-0000-7000-8000-000000000001/deactivate'],
    ['GET', '/admin/audit'],
    ['GET', '/admin/auth/backlog'],
  ])('%s %s is for administrators', async (method, path) => {
    const user = await harness.register();
    expect((await harness.call(method, path)).status).toBe(401);
    expect(await harness.call(method, path, user)).toMatchObject({
      status: 403,
      body: { detail: 'Admin access required' },
    });
  });

  it('sees what the service has still to do', async () => {
    const { status, body } = await harness.call('GET', '/admin/auth/backlog', admin);
    expect(status).toBe(200);
    expect(body).toMatchObject({ outbox: { waiting: expect.any(Number) }, queues: [] });
  });

  describe('the list', () => {
    it('shows plan, domains and traffic', async () => {
      const user = await harness.register();
      harness.neighbours.state.plans.set(user.id, 'business');
      harness.neighbours.state.domains.set(user.id, [
        { name: 'a.example', total: 10n, blocked: 4n },
        { name: 'b.example', total: 5n, blocked: 0n },
      ]);
      const answer = await harness.call('GET', `/admin/users?search=${user.username}`, admin);
      expect(answer.headers.get('x-total-count')).toBe('1');
      expect(answer.body).toMatchObject([
        {
          id: user.id,
          plan: 'business',
          plan_name: 'Business',
          domain_count: 2,
          total_requests: 15,
          blocked_requests: 4,
          domains: [{ domain_name: 'a.example' }, { domain_name: 'b.example' }],
        },
      ]);
      expect((await harness.call('GET', `/admin/users/${user.id}`, admin)).body).toMatchObject({
        id: user.id,
      });
    });

    it('is searched, filtered, sorted and paged', async () => {
      const ids: Record<string, string> = {};
      for (const name of ['cc', 'aa', 'bb']) {
        const account = await harness.register({
          username: `paged-${name}`,
          email: `paged_${name}@example.com`,
        });
        ids[name] = account.id;
      }
      const names = async (query: string) => {
        const answer = await harness.call('GET', `/admin/users?${query}`, admin);
        return (answer.body as unknown as { username: string }[]).map((user) => user.username);
      };
      expect(await names('search=PAGED-&sort=username&order=asc')).toEqual([
        'paged-aa',
        'paged-bb',
        'paged-cc',
      ]);
      const behind = (name: string) => names(`search=paged-&sort=username&order=asc&after=${ids[name]}`);
      expect(await behind('bb')).toEqual(['paged-cc']);
      expect(await behind('cc')).toEqual([]);
      expect(await names('search=paged-')).toEqual(['paged-bb', 'paged-aa', 'paged-cc']);
      expect(await names('search=paged_bb')).toEqual(['paged-bb']);
      expect(await names('search=%25')).toEqual([]);
      expect(await names('is_admin=true')).toEqual([admin.username]);
      expect(await names('search=paged-&plan=enterprise')).toEqual([]);
      expect(await names('search=paged-&plan=free&is_active=true')).toHaveLength(3);
      expect((await harness.call('GET', '/admin/users?after=0', admin)).status).toBe(422);
      expect((await harness.call('GET', '/admin/users?sort=password_hash', admin)).status).toBe(422);
    });
  });

  it.each([
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/activate'],
    ['POST', '/deactivate'],
  ])('%s with an id that is none answers 422%s', async (method, act) => {
    const body = method === 'PUT' ? { full_name: 'X' } : undefined;
    expect((await harness.call(method, `/admin/users/7${act}`, admin, body)).status).toBe(422);
  });

  it('knows no user that is not there', async () => {
    const path = '/admin/users/0190a3b4-0000-7000-8000-000000000001';
    for (const [method, where] of [
      ['GET', path],
      ['PUT', path],
      ['DELETE', path],
      ['POST', `${path}/activate`],
      ['POST', `${path}/deactivate`],
    ] as const) {
      const answer = await harness.call(method, where, admin, method === 'PUT' ? {} : undefined);
      expect(answer).toMatchObject({ status: 404, body: { detail: 'User not found' } });
    }
    expect((await harness.call('GET', '/admin/users/7', admin)).status).toBe(422);
  });

  describe('creating', () => {
    const wanted = { email: 'made@example.com', username: 'made', password: 'mk3-ttq9-x', plan: 'starter' };

    it('makes an account with a plan that billing sets', async () => {
      const answer = await harness.call('POST', '/admin/users', admin, { ...wanted, is_admin: false });
      expect(answer).toMatchObject({
        status: 201,
        body: { username: 'made', plan: 'starter', is_admin: false },
      });
      expect(harness.neighbours.state.calls).toContain(`SetUserPlan starter by ${admin.id}`);
      expect((await harness.login(wanted)).status).toBe(200);
      expect(await actions(String(answer.body.id))).toMatchObject([{ action: 'user.created' }]);
    });

    it('makes nothing if the plan is unknown, or the names are taken', async () => {
      const other = { ...wanted, email: 'made2@example.com', username: 'made2', plan: 'platinum' };
      expect(await harness.call('POST', '/admin/users', admin, other)).toMatchObject({
        status: 422,
        body: { code: 'plan_unknown', errors: [{ path: 'plan' }] },
      });
      expect((await harness.login(other)).status).toBe(401);
      const nameTaken = { ...wanted, email: 'made3@example.com' };
      for (const [path, taken] of [
        ['email', { ...wanted, username: 'made3' }],
        ['username', nameTaken],
      ] as const)
        expect(await harness.call('POST', '/admin/users', admin, taken)).toMatchObject({
          status: 400,
          body: { detail: 'Email or username already registered', errors: [{ path }] },
        });
      expect((await harness.call('POST', '/admin/users', admin, { ...wanted, password: 'x' })).status).toBe(
        422,
      );
    });
  });

  describe('editing', () => {
    it('changes what is given and leaves the rest', async () => {
      const user = await harness.register();
      const answer = await harness.call('PUT', `/admin/users/${user.id}`, admin, {
        full_name: 'Edited',
        plan: 'enterprise',
        password: '',
      });
      expect(answer).toMatchObject({
        status: 200,
        body: { full_name: 'Edited', email: user.email, plan: 'enterprise', is_active: true },
      });
      expect((await harness.login(user)).status).toBe(200);
      expect(await actions(user.id)).toEqual([
        { action: 'user.updated', details: { full_name: 'changed', plan: 'enterprise' } },
      ]);
    });

    it('sets a password, which ends the sessions', async () => {
      const user = await harness.register();
      const body = { password: 'set-by-admin-1' };
      expect((await harness.call('PUT', `/admin/users/${user.id}`, admin, body)).status).toBe(200);
      expect((await harness.call('GET', '/auth/me', user)).status).toBe(401);
      expect((await harness.login({ ...user, password: body.password })).status).toBe(200);
    });

    it('refuses names of others, and to demote oneself', async () => {
      const [user, other] = [await harness.register(), await harness.register()];
      const edit = (id: string, body: object) => harness.call('PUT', `/admin/users/${id}`, admin, body);
      expect((await edit(user.id, { email: other.email })).status).toBe(400);
      expect((await edit(user.id, { email: 'x' })).status).toBe(422);
      expect(await edit(admin.id, { is_admin: false })).toMatchObject({
        status: 409,
        body: { code: 'own_account' },
      });
      expect((await edit(admin.id, { is_active: false })).status).toBe(409);
    });
  });

  it.each(['demote', 'deactivate'] as const)(
    'leaves one administrator of two who %s each other',
    async (act) => {
      const pair = await Promise.all(
        Array.from({ length: 2 }, async () => harness.makeAdmin(await harness.register())),
      );
      const ids = pair.map(({ id }) => id);
      await harness.database.query('UPDATE users SET is_admin = false WHERE id <> ALL($1)', [ids]);
      const service = harness.app.get(AdminUsersService);
      const callers = ids.map(
        (id) => ({ kind: 'user', userId: id, isAdmin: true, clientAddress: '' }) as UserCaller,
      );
      // Both calls were authorised while both were administrators.
      const results = await Promise.allSettled(
        [0, 1].map((index) => {
          const [actor, other] = [callers[index]!, pair[1 - index]!];
          const { id, email, username } = other;
          return act === 'demote'
            ? service.update(actor, id as UserId, { email, username, is_admin: false })
            : service.setActive(actor, id as UserId, false);
        }),
      );
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'last_admin' },
      });
      await harness.makeAdmin(admin);
    },
  );

  it('deactivates, which ends sessions at once, and activates again', async () => {
    const user = await harness.register();
    const path = `/admin/users/${user.id}`;
    expect((await harness.call('POST', `${path}/deactivate`, admin)).body).toMatchObject({
      is_active: false,
    });
    expect((await harness.call('GET', '/auth/me', user)).status).toBe(401);
    expect((await harness.login(user)).status).toBe(403);
    expect(await harness.events('auth.user_deactivated.v1', user.id)).toHaveLength(1);
    expect((await harness.call('POST', `${path}/activate`, admin)).body).toMatchObject({ is_active: true });
    expect((await harness.call('GET', '/auth/me', user)).status).toBe(401);
    expect((await harness.login(user)).status).toBe(200);
    expect((await actions(user.id)).map(({ action }) => action)).toEqual([
      'user.activated',
      'user.deactivated',
      'account.access_ended',
    ]);
    expect((await harness.call('POST', `/admin/users/${admin.id}/deactivate`, admin)).status).toBe(409);
  });

  it('ends time that was paid for only where that is said, and changes nothing else before', async () => {
    const user = await harness.register();
    harness.neighbours.state.paid.add(user.id);
    const change = { plan: 'enterprise', full_name: 'Somebody Else' };
    expect(await harness.call('PUT', `/admin/users/${user.id}`, admin, change)).toMatchObject({
      status: 409,
      body: {
        code: 'ends_paid_time',
        errors: [{ path: 'ends_paid_time', message: 'Starter is paid for' }],
      },
    });
    expect((await harness.call('GET', `/admin/users/${user.id}`, admin)).body.full_name).toBe('Test User');
    const meant = { ...change, ends_paid_time: true };
    expect(await harness.call('PUT', `/admin/users/${user.id}`, admin, meant)).toMatchObject({
      status: 200,
      body: { plan: 'enterprise' },
    });
    expect(await actions(user.id)).toMatchObject([
      { action: 'user.updated', details: { plan: 'enterprise', ends_paid_time: 'true' } },
    ]);
  });

  it('deletes, by which billing cancels what is paid for', async () => {
    const user = await harness.register();
    expect((await harness.call('DELETE', `/admin/users/${user.id}`, admin)).status).toBe(200);
    expect(await harness.events('auth.user_deleted.v1', user.id)).toHaveLength(1);
    expect((await harness.login(user)).status).toBe(401);
    expect((await harness.call('GET', `/admin/users/${user.id}`, admin)).status).toBe(404);
    expect(await actions(user.id)).toMatchObject([
      { action: 'user.deleted' },
      { action: 'account.access_ended' },
    ]);
    expect((await harness.call('DELETE', `/admin/users/${admin.id}`, admin)).status).toBe(409);
  });

  describe('the audit log', () => {
    it('pages backwards, and hears of acts in other services once', async () => {
      const bus = createRedisStreamsPublisher({
        url: harness.environment.PALISADE_BUS_REDIS_URL,
        source: 'billing',
        keys: readEventKeys(harness.keys.eventSettings('billing')),
      });
      const event = {
        type: 'auth.admin_act_recorded.v1',
        key: '7',
        payload: {
          actId: uuidV7(),
          actorId: admin.id,
          action: 'plan.updated',
          targetType: 'plan',
          targetId: '7',
          details: { price: '79' },
          clientAddress: '192.0.2.1',
          requestId: 'r1',
        },
      } as const;
      await bus.publish([event, event]);
      await bus.close();
      await eventually('the act being recorded', async () =>
        expect(await actions('7')).toEqual([{ action: 'plan.updated', details: { price: '79' } }]),
      );
      const first = (await harness.call('GET', '/admin/audit?limit=2', admin)).body;
      const second = (await harness.call('GET', `/admin/audit?limit=2&before=${first.next}`, admin)).body;
      expect(first.entries).toHaveLength(2);
      expect((first.entries as object[])[0]).toMatchObject({ actor_email: admin.email });
      expect(second.entries).not.toEqual(first.entries);
      const found = async (query: string) =>
        (await harness.call('GET', `/admin/audit?${query}`, admin)).body.entries as {
          action: string;
          actor_email: string;
        }[];
      expect((await found('search=PLAN.upd')).map(({ action }) => action)).toEqual(['plan.updated']);
      expect(await found(`search=${admin.email.slice(0, 12)}&action=plan.updated`)).toHaveLength(1);
      expect(await found('search=%25&action=plan.updated')).toEqual([]);
      const customer = await harness.register();
      await harness.call('PUT', `/admin/users/${customer.id}`, admin, { full_name: 'Somebody Else' });
      expect(await found(`search=${customer.email}&action=user.updated`)).toMatchObject([
        { actor_email: admin.email, target_id: customer.id, target_email: customer.email },
      ]);
      const now = new Date().toISOString();
      expect(await found(`search=plan.updated&from=${now}`)).toEqual([]);
      expect(await found(`search=plan.updated&to=${now}`)).toHaveLength(1);
    });

    it('only grows', async () => {
      for (const statement of [
        'UPDATE audit_log SET action = $1',
        'DELETE FROM audit_log WHERE action = $1',
      ]) {
        await expect(harness.database.query(statement, ['x'])).rejects.toThrow('only grows');
      }
      await expect(harness.database.query('TRUNCATE audit_log')).rejects.toThrow('only grows');
    });
  });

  it('goes on without the domains service, and without billing from the local copy', async () => {
    const user = await harness.register();
    const bus = createRedisStreamsPublisher({
      url: harness.environment.PALISADE_BUS_REDIS_URL,
      source: 'billing',
      keys: readEventKeys(harness.keys.eventSettings('billing')),
    });
    const change = (revision: bigint, planSlug: string, reason: billingEventsV1.PlanChangeReason) => ({
      type: 'billing.user_plan_changed.v1' as const,
      key: user.id,
      payload: {
        userId: user.id,
        planSlug,
        previousPlanSlug: 'free',
        reason,
        revision,
        entitlements: { planSlug, rateLimiting: true },
      },
    });
    const { PAID, ADMIN } = billingEventsV1.PlanChangeReason;
    await bus.publish([change(2n, 'starter', PAID), change(1n, 'business', ADMIN)]);
    await bus.close();
    await eventually('what the owner bought being in the audit log, and only that', async () => {
      const { body } = await harness.call('GET', `/admin/audit?target_id=${user.id}`, admin);
      const entries = body.entries as { action: string; actor_id: string; details: object }[];
      const changes = entries.filter(({ action }) => action === 'account.plan_changed');
      expect(changes).toEqual([
        expect.objectContaining({ actor_id: user.id, details: { from: 'free', to: 'starter' } }),
      ]);
    });
    await eventually('the plan being known', async () => {
      const { rows } = await harness.database.query('SELECT FROM user_plans WHERE user_id = $1', [user.id]);
      expect(rows).toHaveLength(1);
    });
    await harness.neighbours.stop();
    const me = await harness.call('GET', '/auth/me', user);
    expect(me).toMatchObject({
      status: 200,
      body: { plan: 'starter', entitlements: { rate_limiting: true, max_domains: null } },
    });
    const list = await harness.call('GET', `/admin/users?search=${user.username}&plan=starter`, admin);
    expect(list.body).toMatchObject([{ plan: 'starter', domain_count: null, domains: [] }]);
    expect((await harness.call('DELETE', '/auth/delete-account', user)).status).toBe(200);
    expect(await harness.events('auth.user_deleted.v1', user.id)).toHaveLength(1);
  });
});
