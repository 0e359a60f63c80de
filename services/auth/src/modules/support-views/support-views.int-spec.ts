import { randomUUID } from 'node:crypto';
import {
  type Account,
  browserOf,
  type Harness,
  ORIGIN,
  sessionOf,
  startHarness,
} from '../../test/harness.ts';
import { LISTED_LOOKS, MAX_ASKED_A_DAY, MAX_PATHS, VIEW_MINUTES } from './support-view.rules.ts';
import type { SupportViewView } from './support-view.schema.ts';

const REASON = 'You wrote that customers are blocked at the checkout.';

describe('administrators who see a customer’s dashboard', () => {
  let harness: Harness;
  let admin: Account;
  beforeAll(async () => {
    harness = await startHarness();
    await harness.recordEvents();
    admin = await harness.makeAdmin(await harness.register());
  });
  afterAll(() => harness.stop());

  const of = (user: Account, path = '') => `/admin/users/${user.id}/support-views${path}`;
  const ask = (user: Account, by = admin) => harness.call('POST', of(user), by, { reason: REASON });
  const asked = async (user: Account, by = admin) => String((await ask(user, by)).body.id);
  const answer = (user: Account, view: string, allow = true) =>
    harness.call('POST', `/settings/support-views/${view}/answer`, user, { allow });
  const open = (user: Account, view: string, by: { token: string } = admin) =>
    harness.call('POST', of(user, `/${view}/open`), by);
  /** An open view, in a session of the administrator's. */
  const opened = async (user: Account) => {
    const view = await asked(user);
    await answer(user, view);
    const answered = await open(user, view);
    if (answered.status !== 200) throw new Error(JSON.stringify(answered.body));
    return view;
  };
  const viewsOf = async (user: Account) =>
    (await harness.call('GET', '/settings/support-views', user)).body.views as SupportViewView[];
  const look = async (view: string, change: Record<string, string | boolean> = {}) => {
    try {
      const { userId } = await harness.auth.lookAsSupport({
        viewId: view,
        adminId: admin.id,
        sessionId: sessionOf(admin),
        clientAddress: '192.0.2.1',
        path: '/api/domains',
        staysOpen: false,
        ...change,
      });
      return userId;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it('are allowed it by the customer, and all of it stands in both sides’ records', async () => {
    const user = await harness.register();
    const view = await asked(user);
    expect(await look(view)).toBe('support_view_over');
    expect(await open(user, view)).toMatchObject({ status: 409, body: { code: 'support_view_not_allowed' } });
    expect((await harness.mails(user.id)).at(-1)).toMatchObject({
      template: 'support_view_asked',
      to: user.email,
      variables: { reason: REASON, administrator: `Test User (${admin.email})` },
    });

    const allowed = await answer(user, view);
    expect(allowed).toMatchObject({ status: 200, body: { state: 'allowed', reason: REASON } });
    const minutes = (Date.parse(String(allowed.body.ends_at)) - Date.now()) / 60_000;
    expect(Math.round(minutes)).toBe(VIEW_MINUTES);
    expect(await look(view)).toBe('support_view_over');

    expect((await open(user, view)).body).toMatchObject({
      view: { state: 'open' },
      user: { id: user.id, is_admin: false },
    });
    expect([await look(view), await look(view), await look(view, { path: '/api/dashboard/now' })]).toEqual([
      user.id,
      user.id,
      user.id,
    ]);
    const [seen] = await viewsOf(user);
    expect(seen).toMatchObject({ state: 'open', administrator: `Test User (${admin.email})` });
    expect(seen?.looks.map(({ path, times }) => [path, times])).toEqual([
      ['/api/dashboard/now', 1],
      ['/api/domains', 2],
    ]);
    // An open stream checks the permission regularly, which does not count as a view.
    expect(await look(view, { path: '/api/dashboard/now', staysOpen: true })).toBe(user.id);
    expect((await viewsOf(user))[0]?.looks).toEqual(seen?.looks);
    expect(seen?.looks_total).toBe(2);
    expect((await harness.call('GET', of(user), admin)).body.views).toEqual(await viewsOf(user));

    await harness.call('POST', `/settings/support-views/${view}/end`, user);
    expect(await look(view)).toBe('support_view_over');
    const { body } = await harness.call('GET', `/admin/audit?target_id=${user.id}`, admin);
    const entries = body.entries as { action: string; actor_id: string; details: Record<string, string> }[];
    expect(entries.map(({ action, actor_id, details }) => [action, actor_id, details.path])).toEqual([
      ['support_view.ended', user.id, undefined],
      ['support_view.looked', admin.id, '/api/dashboard/now'],
      ['support_view.looked', admin.id, '/api/domains'],
      ['support_view.opened', admin.id, undefined],
      ['support_view.allowed', user.id, undefined],
      ['support_view.asked', admin.id, undefined],
    ]);
    expect(entries.every(({ details }) => details.view === view)).toBe(true);
    expect(entries.at(-1)?.details.reason).toBe(REASON);
  });

  it('end with their session, and survive its token being renewed', async () => {
    const user = await harness.register();
    const browser = browserOf(await harness.login(admin, { origin: ORIGIN }));
    const view = await asked(user);
    await answer(user, view);
    expect((await open(user, view, browser)).status).toBe(200);
    const session = { sessionId: sessionOf(browser) };
    const renewed = await harness.renewLater(browser);
    expect(renewed.token).not.toBe(browser.token);
    expect(await look(view, { sessionId: sessionOf(renewed) })).toBe(user.id);
    // It belongs to that session alone.
    expect(await look(view)).toBe('support_view_over');
    expect(await open(user, view)).toMatchObject({ status: 409, body: { code: 'support_view_elsewhere' } });
    await harness.call('POST', '/auth/logout', renewed);
    expect(await look(view, session)).toBe('support_view_over');
    expect((await viewsOf(user))[0]?.state).toBe('ended');
  });

  it.each([
    ['its time', (id: string) => ['UPDATE support_views SET ends_at = now() WHERE id = $1', id]],
    ['the administrator’s rights', () => ['UPDATE users SET is_admin = false WHERE id = $1', admin.id]],
    [
      'the customer becoming an administrator',
      (_id: string, user: Account) => ['UPDATE users SET is_admin = true WHERE id = $1', user.id],
    ],
    [
      'the customer’s account',
      (_id: string, user: Account) => ['UPDATE users SET is_active = false WHERE id = $1', user.id],
    ],
  ] as const)('end by themselves with %s', async (_what, change) => {
    const user = await harness.register();
    const view = await opened(user);
    expect(await look(view)).toBe(user.id);
    const [query = '', id = ''] = change(view, user);
    await harness.database.query(query, [id]);
    expect(await look(view)).toBe('support_view_over');
    await harness.database.query('UPDATE users SET is_admin = true WHERE id = $1', [admin.id]);
  });

  it('cannot be widened: to another administrator, account, answer or path', async () => {
    const [user, other] = [await harness.register(), await harness.register()];
    const colleague = await harness.makeAdmin(await harness.register());
    const view = await opened(user);
    const missing = { status: 404, body: { code: 'support_view_not_found' } };
    expect(await open(user, view, colleague)).toMatchObject(missing);
    expect(await open(other, view)).toMatchObject(missing);
    expect(await answer(other, view)).toMatchObject(missing);
    expect(await answer(user, view)).toMatchObject({ status: 409, body: { code: 'support_view_not_asked' } });
    const colleagues = { adminId: colleague.id, sessionId: sessionOf(colleague) };
    expect(await look(view, colleagues)).toBe('support_view_over');
    expect(await look(view, { path: `/api/${'x'.repeat(400)}` })).toBe('support_view_path_too_long');
    expect(await look('no uuid')).toBe('support_view_over');
    await harness.database.query(
      `INSERT INTO support_view_looks (view_id, path) SELECT $1, '/api/' || n FROM generate_series(2, $2::int) n`,
      [view, MAX_PATHS],
    );
    expect(await look(view)).toBe(user.id);
    expect(await look(view, { path: '/api/one-more' })).toBe('support_view_too_many_pages');
    const [listed] = await viewsOf(user);
    expect([listed?.looks.length, listed?.looks_total]).toEqual([LISTED_LOOKS, MAX_PATHS]);
    expect(await look(view)).toBe(user.id);
    expect((await harness.call('GET', of(other), user)).status).toBe(403);
    expect((await harness.call('POST', of(other), user, { reason: REASON })).status).toBe(403);
  });

  it('are refused other administrators, and ask one customer once at a time and not without end', async () => {
    const colleague = await harness.makeAdmin(await harness.register());
    expect(await ask(colleague)).toMatchObject({
      status: 409,
      body: { code: 'support_view_of_administrator' },
    });
    const user = await harness.register();
    const answers = await Promise.all([ask(user), ask(user, colleague), ask(user)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    for (let times = 1; times <= MAX_ASKED_A_DAY; times++) {
      const [waiting] = await viewsOf(user);
      await answer(user, waiting?.id ?? '', false);
      expect((await ask(user)).status).toBe(times < MAX_ASKED_A_DAY ? 201 : 429);
    }
    expect((await viewsOf(user)).map(({ state }) => state)).toEqual(Array(MAX_ASKED_A_DAY).fill('refused'));
  });

  it('ask with a reason, about somebody who is there', async () => {
    const user = await harness.register();
    for (const reason of ['', 'short', ' '.repeat(40), 'x'.repeat(501)])
      expect((await harness.call('POST', of(user), admin, { reason })).status).toBe(422);
    expect((await ask({ ...user, id: randomUUID() })).status).toBe(404);
    const waiting = await asked(user);
    await harness.database.query('UPDATE support_views SET lapses_at = now() WHERE id = $1', [waiting]);
    expect((await viewsOf(user))[0]?.state).toBe('lapsed');
    expect((await answer(user, waiting)).status).toBe(409);
    const again = await asked(user);
    await harness.call('POST', of(user, `/${again}/end`), admin);
    expect((await viewsOf(user))[0]?.state).toBe('withdrawn');
  });

  it('open one only where the password was given a moment ago', async () => {
    const user = await harness.register();
    const stale = await harness.makeAdmin(await harness.register());
    const view = await asked(user, stale);
    await answer(user, view);
    await harness.ageSessions(stale);
    expect(await open(user, view, stale)).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_required' },
    });
  });
});
