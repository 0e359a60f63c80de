import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { type FakeCall, fakeUser, installFakeApi } from '../testing/fake-api.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';

const user = fakeUser({ full_name: '' });
const expired = {
  status: 401,
  body: { code: 'token_expired', detail: 'Your session has expired. Please login again.' },
};
const over = {
  status: 401,
  body: { code: 'token_session_ended', detail: 'Your session has ended. Please login again.' },
};
const renewed = (token: string, user_id = user.id) => ({
  body: {
    access_token: token,
    token_type: 'bearer',
    expires_in: 900,
    expires_at: '2030-01-01T00:00:00.000Z',
    user_id,
  },
});
const RENEW = 'POST /api/auth/renew';
const SAVE = 'PUT /api/settings/account';
const ME = 'GET /api/auth/me';

/** The server takes `good` and nothing else. */
function server(
  good: { token: string; owner?: typeof user },
  renew: Parameters<typeof installFakeApi>[0][string],
) {
  const guarded =
    (body: object = good.owner ?? user) =>
    (call: FakeCall) =>
      call.authorization === `Bearer ${good.token}` ? { body } : expired;
  return installFakeApi({
    [ME]: (call) => guarded()(call),
    [SAVE]: (call) => guarded()(call),
    'GET /api/settings/mfa/status': guarded({ enabled: false, enabled_at: null }),
    [RENEW]: renew,
  });
}

/** Types a name into the settings' form. */
async function typeName(hands: ReturnType<typeof renderApp>['user']): Promise<void> {
  await hands.type(await screen.findByRole('textbox', { name: /Full Name/i }), 'Ada Lovelace');
}
const save = (hands: ReturnType<typeof renderApp>['user']) =>
  hands.click(screen.getByRole('button', { name: /Save/ }));

beforeEach(() => {
  localStorage.clear();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

it('renews a token that has run out, once for all calls, and sends what was entered', async () => {
  const good = { token: 'a-token' };
  storeSession(user);
  const api = server(good, () => {
    good.token = 'fresh';
    return renewed('fresh');
  });
  const app = renderApp('/dashboard/settings');
  await typeName(app.user);
  good.token = 'none';
  await save(app.user);
  await waitFor(() => expect(api.asked(SAVE).at(-1)?.authorization).toBe('Bearer fresh'));
  expect(api.asked(SAVE).map(({ body }) => (body as { full_name: string }).full_name)).toEqual([
    'Ada Lovelace',
    'Ada Lovelace',
  ]);
  expect(api.asked(RENEW).map(({ authorization, body }) => ({ authorization, body }))).toEqual([
    { authorization: null, body: {} },
  ]);
  expect(localStorage.getItem('token')).toBe('fresh');
  expect(Number(localStorage.getItem('token_renew_at'))).toBeGreaterThan(Date.now());
  expect(app.path()).toBe('/dashboard/settings');
});

it('renews before the token runs out, so that nothing is refused', async () => {
  const good = { token: 'fresh' };
  storeSession(user);
  localStorage.setItem('token_renew_at', String(Date.now() - 1));
  const api = server(good, renewed('fresh'));
  renderApp('/dashboard/settings');
  await waitFor(() => expect(api.asked(ME)).toHaveLength(1));
  expect(api.calls[0]?.key).toBe(RENEW);
  expect(new Set(api.calls.slice(1).map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer fresh']),
  );
  expect(api.asked(RENEW)).toHaveLength(1);
});

it('ends the session when the server renews it no more', async () => {
  storeSession(user);
  const api = server({ token: 'none' }, over);
  const app = renderApp('/dashboard/settings');
  await screen.findByRole('heading', { name: 'Welcome back' });
  expect(app.path()).toBe('/login');
  expect(localStorage.getItem('token')).toBeNull();
  expect(api.asked(RENEW).length).toBeGreaterThan(0);
});

it.each([
  ['away', { status: 503, body: { detail: 'away' } }],
  ['too busy', { status: 429, body: { detail: 'busy' } }],
])(
  'keeps the session while the server that renews it is %s, and goes on afterwards',
  async (_how, answer) => {
    const good = { token: 'a-token' };
    storeSession(user);
    let away = true;
    const api = server(good, () => {
      if (away) return answer;
      good.token = 'fresh';
      return renewed('fresh');
    });
    const app = renderApp('/dashboard/settings');
    await typeName(app.user);
    good.token = 'none';
    await save(app.user);
    await waitFor(() => expect(api.asked(RENEW)).not.toHaveLength(0));
    await screen.findAllByText(answer.body.detail);
    expect(app.path()).toBe('/dashboard/settings');
    away = false;
    await save(app.user);
    await waitFor(() => expect(api.asked(SAVE).at(-1)?.authorization).toBe('Bearer fresh'));
    expect(api.asked(SAVE).at(-1)?.body).toMatchObject({ full_name: 'Ada Lovelace' });
  },
);

it('does not ask again before each call where it was refused; the token is used while it holds', async () => {
  storeSession(user);
  localStorage.setItem('token_renew_at', String(Date.now() - 1));
  const api = server({ token: 'a-token' }, over);
  const app = renderApp('/dashboard/settings');
  await typeName(app.user);
  await save(app.user);
  await waitFor(() => expect(api.asked(SAVE)).toHaveLength(1));
  expect(api.asked(RENEW)).toHaveLength(1);
  expect(app.path()).toBe('/dashboard/settings');
});

/** Another tab's changes of the browser's storage, as this one receives them. */
const otherTabStores = (token: string, as = user) =>
  act(() => {
    localStorage.setItem('user', JSON.stringify(as));
    localStorage.setItem('token', token);
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: token }));
  });

it('takes over what another tab has renewed, without asking the server', async () => {
  const good = { token: 'a-token' };
  storeSession(user);
  const api = server(good, renewed('never'));
  const app = renderApp('/dashboard/settings');
  await typeName(app.user);
  good.token = 'from-there';
  otherTabStores('from-there');
  await save(app.user);
  await waitFor(() =>
    expect(api.asked(SAVE).map(({ authorization }) => authorization)).toEqual(['Bearer from-there']),
  );
  expect(api.asked(RENEW)).toHaveLength(0);
  expect(api.asked(SAVE)[0]?.body).toMatchObject({ full_name: 'Ada Lovelace' });
});

it('sends nothing in the name of somebody who has signed in in another tab', async () => {
  const good: { token: string; owner?: typeof user } = { token: 'a-token' };
  storeSession(user);
  const api = server(good, renewed('never'));
  const app = renderApp('/dashboard/settings');
  await typeName(app.user);
  const other = fakeUser({ id: '0195a000-0000-7000-8000-000000000002', username: 'grace' });
  Object.assign(good, { token: 'of-another', owner: other });
  // Not heard of yet: the call finds out.
  localStorage.setItem('user', JSON.stringify(other));
  localStorage.setItem('token', 'of-another');
  await save(app.user);
  await waitFor(() => expect(app.path()).toBe('/dashboard'));
  expect(api.asked(SAVE).map(({ authorization }) => authorization)).toEqual(['Bearer a-token']);
  expect(app.store.getState().session.user?.username).toBe('grace');
  expect(localStorage.getItem('token')).toBe('of-another');
});

it('signs out at the server also with a token that has run out', async () => {
  storeSession(user);
  localStorage.setItem('token_renew_at', String(Date.now() + 60_000));
  const api = installFakeApi({
    [ME]: { body: user },
    [RENEW]: renewed('fresh'),
    'POST /api/auth/logout': { body: { message: 'ok' } },
  });
  const app = renderApp('/dashboard');
  await screen.findByRole('heading', { name: 'Dashboard Overview' });
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 120_000);
  await app.user.click(await screen.findByRole('button', { name: 'Logout' }));
  await waitFor(() =>
    expect(api.asked('POST /api/auth/logout').map(({ authorization }) => authorization)).toEqual([
      'Bearer fresh',
    ]),
  );
  expect(localStorage.getItem('token')).toBeNull();
  expect(app.path()).toBe('/');
});
