import { z } from 'zod';
import { type Account, type Harness, startHarness } from './test/harness.ts';

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string(),
        'x-palisade-access': z.object({
          level: z.enum(['public', 'user', 'admin']),
          scope: z.string().optional(),
        }),
        'x-palisade-sensitive': z
          .object({
            action: z.string(),
            confirmed_by: z.enum(['session', 'change', 'password', 'session_or_key']),
          })
          .optional(),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
});

/** A well-formed id that belongs to nothing: access is decided before anything is looked up. */
const ID = '0190a3b4-0000-7000-8000-000000000001';

interface Route {
  method: string;
  path: string;
  level: 'public' | 'user' | 'admin';
  scope: string;
  confirmedBy: 'session' | 'change' | 'password' | 'session_or_key' | null;
}

describe('who may call what: every route of the API description', () => {
  let harness: Harness;
  let routes: Route[];
  let user: Account;
  let deactivated: Account;
  let loggedOut: Account;
  let narrowKey: string;
  let adminKey: string;
  /** An administrator who has signed in hours ago. */
  let stale: Account;

  beforeAll(async () => {
    harness = await startHarness();
    const response = await fetch(`http://127.0.0.1:${harness.httpPort}/openapi.json`);
    const { paths } = documentSchema.parse(await response.json());
    routes = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: path.replace('/api', '').replace('{id}', ID),
        level: operation['x-palisade-access'].level,
        scope: operation['x-palisade-access'].scope ?? '',
        confirmedBy: operation['x-palisade-sensitive']?.confirmed_by ?? null,
      })),
    );
    [user, deactivated, loggedOut] = [
      await harness.register(),
      await harness.register(),
      await harness.register(),
    ];
    await harness.confirmEmail(user);
    await harness.database.query('UPDATE users SET is_active = false WHERE id = $1', [deactivated.id]);
    await harness.call('POST', '/auth/logout', loggedOut);
    const key = await harness.call('POST', '/api-keys', user, { name: 'narrow', scopes: ['logs:read'] });
    narrowKey = String(key.body.api_key);
    stale = await harness.makeAdmin(await harness.confirmEmail(await harness.register()));
    const adminKeyMade = await harness.call('POST', '/api-keys', stale, { name: 'admin', scopes: ['admin'] });
    adminKey = String(adminKeyMade.body.api_key);
    await harness.ageSessions(stale);
  });
  afterAll(() => harness.stop());

  const guarded = () => routes.filter((route) => route.level !== 'public');
  async function statuses(of: Route[], token: string | undefined) {
    const answers: string[] = [];
    for (const { method, path } of of) {
      const { status, body } = await harness.call(method, path, { token });
      answers.push(`${status} ${body.code} ${method} ${path}`);
    }
    return answers;
  }
  const expected = (of: Route[], answer: string) =>
    of.map(({ method, path }) => `${answer} ${method} ${path}`);

  it('has the routes that are public, and no others', () => {
    expect(routes.length).toBeGreaterThan(30);
    const open = routes.filter((route) => route.level === 'public').map((route) => route.path);
    expect(open.sort()).toEqual([
      '/auth/confirm-email',
      '/auth/forgotten-password',
      '/auth/login',
      '/auth/register',
      '/auth/renew',
      '/auth/reset-password',
      '/auth/undo-email-change',
    ]);
  });

  it('opens nothing else to visitors', async () => {
    expect(await statuses(guarded(), undefined)).toEqual(expected(guarded(), '401 not_authenticated'));
  });

  it.each([
    ['rubbish', '401 token_invalid', () => 'rubbish'],
    ['somebody who logged out', '401 token_session_ended', () => loggedOut.token],
    ['a deactivated user', '401 token_session_ended', () => deactivated.token],
  ])('opens nothing else to %s', async (_who, answer, token) => {
    expect(await statuses(guarded(), token())).toEqual(expected(guarded(), answer));
  });

  it('opens the administrators’ routes to no user', async () => {
    const admin = routes.filter((route) => route.level === 'admin');
    expect(admin.length).toBeGreaterThan(7);
    expect(await statuses(admin, user.token)).toEqual(expected(admin, '403 admin_required'));
  });

  it('asks a session for the password again before each sensitive action, and for no other', async () => {
    const asked = routes.filter((route) => route.confirmedBy === 'session');
    expect(asked.length).toBeGreaterThan(11);
    expect(await statuses(asked, stale.token)).toEqual(expected(asked, '403 reauthentication_required'));
    // Routes that end the session must be called last.
    const others = guarded().filter((route) => !asked.includes(route) && route.path !== '/auth/logout');
    const answers = await statuses(others, stale.token);
    expect(answers.filter((answer) => answer.includes('reauthentication_required'))).toEqual([]);
  });

  it('opens no sensitive action to an API key, whatever its scopes', async () => {
    const sensitive = routes.filter((route) => route.confirmedBy !== null && route.level === 'admin');
    expect(sensitive.length).toBeGreaterThan(4);
    expect(await statuses(sensitive, adminKey)).toEqual(expected(sensitive, '403 session_required'));
  });

  it('opens nothing to an API key without the scope', async () => {
    const users = routes.filter((route) => route.level === 'user');
    expect(await statuses(users, narrowKey)).toEqual(expected(users, '403 scope_missing'));
  });
});
