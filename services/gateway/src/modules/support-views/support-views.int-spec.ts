import { eventually } from '@palisade/testing';
import { CUSTOMER_ID, type Harness, sessions, startHarness, USER_ID } from '../../test/harness.ts';
import { SHOWN_CALLS, SUPPORT_VIEW_SCOPES } from './support-view.rules.ts';

const VIEW = '0190a3b4-0000-7000-8000-0000000000aa';

describe('calls of administrators in a customer’s name', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(async () => {
    harness.hangUp();
    await harness.stop();
  });
  beforeEach(() => {
    sessions.views.add(VIEW);
    sessions.looks.length = 0;
  });

  const naming = (token: string, view = VIEW) => ({
    authorization: `Bearer ${token}`,
    'x-palisade-support-view': view,
  });
  const codeOf = async (response: Response) => ({
    status: response.status,
    code: ((await response.json()) as { code: string }).code,
  });
  const send = (method: string, path: string, headers: Record<string, string>) =>
    fetch(harness.origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    });

  it('reach the services as the customer’s, with scopes that read, and each is noted before', async () => {
    const { caller } = await harness.seen('/api/domains/7/bans?limit=3', {
      headers: naming('good-admin-1'),
    });
    expect(caller).toMatchObject({
      kind: 'user',
      userId: CUSTOMER_ID,
      sessionId: VIEW,
      isAdmin: false,
      scopes: SUPPORT_VIEW_SCOPES,
    });
    expect(caller).not.toHaveProperty('reauthenticatedUntil');
    expect(sessions.looks).toEqual([
      expect.objectContaining({
        viewId: VIEW,
        adminId: USER_ID,
        sessionId: USER_ID,
        path: '/api/domains/7/bans',
      }),
    ]);
    // The same session without the header is the administrator again.
    const own = await harness.seen('/api/domains', { headers: { authorization: 'Bearer good-admin-1' } });
    expect(own.caller).toMatchObject({ userId: USER_ID, isAdmin: true });
  });

  it('change nothing, wherever they go: the services are not even asked', async () => {
    for (const [method, path] of [
      ['POST', '/api/domains'],
      ['PUT', '/api/settings/password'],
      ['PATCH', '/api/domains/7'],
      ['DELETE', '/api/admin/users/7'],
      ['POST', '/api/auth/logout'],
    ] as const) {
      const answer = await codeOf(await send(method, path, naming('good-admin-1')));
      expect({ method, path, ...answer }).toEqual({
        method,
        path,
        status: 403,
        code: 'support_view_read_only',
      });
    }
    expect(sessions.looks).toEqual([]);
  });

  it('see nothing but what is listed, nor anything of administrators', async () => {
    for (const path of [
      '/api/invoices',
      '/api/admin/users',
      '/api/admin/attention',
      '/api/dashboard/logs/export',
      '/api/api-keys',
    ])
      expect(await codeOf(await harness.get(path, naming('good-admin-1')))).toEqual({
        status: 403,
        code: 'support_view_not_shown',
      });
    expect(SHOWN_CALLS.some((path) => path.startsWith('/api/admin'))).toBe(false);
  });

  it('are refused to customers, keys, strangers and views that are over', async () => {
    const asked = async (headers: Record<string, string>) =>
      codeOf(await harness.get('/api/domains', headers));
    expect(await asked(naming('good-customer'))).toEqual({ status: 403, code: 'admin_required' });
    expect(await asked(naming('good-admin-key'))).toEqual({ status: 403, code: 'scope_missing' });
    expect(await asked(naming('unknown'))).toEqual({ status: 401, code: 'token_invalid' });
    expect(await asked({ 'x-palisade-support-view': VIEW })).toEqual({
      status: 401,
      code: 'not_authenticated',
    });
    for (const view of ['', 'x', `${VIEW}, ${VIEW}`])
      expect(await asked(naming('good-admin-1', view))).toEqual({ status: 403, code: 'support_view_over' });
    // At once: no answer of before is kept.
    expect((await harness.get('/api/domains', naming('good-admin-1'))).status).toBe(200);
    sessions.views.delete(VIEW);
    expect(await asked(naming('good-admin-1'))).toEqual({ status: 403, code: 'support_view_over' });
  });

  it('end what is open for longer with the view', async () => {
    const stream = await harness.get('/api/dashboard/live', naming('good-admin-1'));
    expect(stream.status).toBe(200);
    expect(sessions.looks.map(({ staysOpen }) => staysOpen)).toEqual([false]);
    let open = true;
    const whole = stream.text().finally(() => {
      open = false;
    });
    await eventually('it is asked whether it may stay open, which is no look', async () => {
      expect(sessions.looks.slice(1).map(({ staysOpen }) => staysOpen)).toContain(true);
    });
    sessions.views.delete(VIEW);
    await eventually('the stream has ended', async () => {
      if (open) throw new Error('not yet');
    });
    expect(await whole).toContain('data: first');
  });
});
