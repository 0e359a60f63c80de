import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../testing/fake-api.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';

const signedInAnswers = (user = fakeUser()) => ({
  'GET /api/auth/me': { body: user },
  'GET /api/plans': { body: fakePlans },
  'GET /api/domains': { body: [] },
  'GET /api/dashboard/stats': { status: 503, body: { detail: 'Logs are away' } },
  'POST /api/auth/logout': { body: { message: 'ok' } },
});

beforeEach(() => localStorage.clear());

describe('the guards', () => {
  it('send a stranger from the dashboard to /login', async () => {
    installFakeApi({});
    const { path } = renderApp('/dashboard/settings');
    await screen.findByRole('heading', { name: 'Welcome back' });
    expect(path()).toBe('/login');
  });

  it('refuse the admin panel to a customer', async () => {
    const user = fakeUser();
    storeSession(user);
    installFakeApi(signedInAnswers(user));
    const { path } = renderApp('/admin');
    await screen.findByText('Admin access required!');
    expect(path()).toBe('/dashboard');
    await screen.findByRole('heading', { name: 'Dashboard Overview' });
    expect(screen.queryByRole('link', { name: 'Super Admin' })).toBeNull();
  });
});

describe('an administrator who has to set up a second factor first', () => {
  const user = fakeUser({ is_admin: false, mfa_setup_required: true });
  const off = { enabled: false, enabled_at: null, has_secret: false, has_backup_codes: false };
  const answers = {
    ...signedInAnswers(user),
    'GET /api/settings/mfa/status': { body: off },
    'GET /api/settings/mfa/configs': { body: { configs: [] } },
  };

  it('is led to it by signing in', async () => {
    installFakeApi({
      ...answers,
      'POST /api/auth/login': {
        body: { requires_mfa: false, access_token: 't', token_type: 'bearer', user },
      },
    });
    const { path, user: hands } = renderApp('/login');
    await hands.type(await screen.findByLabelText('Email address'), user.email);
    await hands.type(screen.getByLabelText('Password'), 'pw');
    await hands.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByText('Set up two-factor authentication first');
    expect(path()).toBe('/dashboard/settings?tab=security');
  });

  it('is led to it by the admin panel', async () => {
    storeSession(user);
    installFakeApi(answers);
    const { path } = renderApp('/admin');
    await screen.findByText('Set up two-factor authentication first');
    screen.getByRole('button', { name: 'Enable Two-Factor Authentication' });
    expect(path()).toBe('/dashboard/settings?tab=security');
  });
});

describe('signing in', () => {
  it('asks for the second factor only when the server does, and keeps the session in storage', async () => {
    const user = fakeUser();
    const api = installFakeApi({
      ...signedInAnswers(user),
      'POST /api/auth/login': ({ body }) =>
        (body as { mfa_token: string | null }).mfa_token === '123456'
          ? { body: { requires_mfa: false, access_token: 'fresh', user } }
          : { body: { requires_mfa: true, access_token: null, user: null } },
    });
    const app = renderApp('/login');
    await app.user.type(await screen.findByLabelText('Email address'), user.email);
    await app.user.type(screen.getByLabelText('Password'), 'secret-password');
    expect(screen.queryByLabelText('Authentication code')).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Sign in' }));

    const code = await screen.findByLabelText('Authentication code');
    expect(localStorage.getItem('token')).toBeNull();
    expect(screen.getAllByText('Please enter your 6-digit authentication code').length).toBeGreaterThan(0);
    await app.user.type(code, '123456');
    await app.user.click(screen.getByRole('button', { name: 'Sign in' }));

    await screen.findByRole('heading', { name: 'Dashboard Overview' });
    expect(localStorage.getItem('token')).toBe('fresh');
    expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ username: 'ada' });
    const credentials = { email: user.email, password: 'secret-password', remember_me: false };
    expect(api.asked('POST /api/auth/login').map(({ body }) => body)).toEqual([
      { ...credentials, mfa_token: null },
      { ...credentials, mfa_token: '123456' },
    ]);
    await waitFor(() => expect(api.asked('GET /api/auth/me')[0]?.authorization).toBe('Bearer fresh'));
  });

  it("shows the server's reason for a refusal, and never follows a foreign redirect", async () => {
    installFakeApi({
      'POST /api/auth/login': { status: 401, body: { detail: 'Incorrect email or password' } },
    });
    const app = renderApp('/login?redirect=https://evil.example/');
    await app.user.type(await screen.findByLabelText('Email address'), 'a@b.example');
    await app.user.type(screen.getByLabelText('Password'), 'wrong');
    await app.user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findAllByText('Incorrect email or password')).length).toBeGreaterThan(0);
    expect(app.path()).toBe('/login?redirect=https://evil.example/');
  });
});

describe('the end of a session', () => {
  it('logs out to the home page', async () => {
    const user = fakeUser();
    storeSession(user);
    const api = installFakeApi(signedInAnswers(user));
    const app = renderApp('/dashboard');
    await app.user.click(await screen.findByRole('button', { name: 'Logout' }));
    await screen.findByText('Logged out successfully');
    expect(app.path()).toBe('/');
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
    // The server ends its side, too: a copy of the token must not go on working.
    await waitFor(() => expect(api.asked('POST /api/auth/logout')[0]?.authorization).toBe('Bearer a-token'));
  });

  it.each([
    ['a 401 for another reason', { status: 401, body: { detail: 'Incorrect email or password' } }],
    ['a service that is away', { status: 503, body: null }],
  ])('does not follow %s, which is only logged', async (_why, answer) => {
    const logged = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const user = fakeUser();
    storeSession(user);
    installFakeApi({ ...signedInAnswers(user), 'GET /api/auth/me': answer });
    const app = renderApp('/dashboard');
    await screen.findByRole('heading', { name: 'Dashboard Overview' });
    await waitFor(() => expect(logged.mock.calls.join()).toContain('The user could not be refreshed'));
    expect(app.path()).toBe('/dashboard');
    expect(localStorage.getItem('token')).toBe('a-token');
    expect(screen.getByRole('region', { name: 'Messages' }).textContent).toBe('');
    logged.mockRestore();
  });

  it('does not follow a server that is away while the user is not known yet; it is asked again', async () => {
    const logged = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    localStorage.setItem('token', 'a-token');
    const user = fakeUser();
    let away = true;
    const api = installFakeApi({
      ...signedInAnswers(user),
      'GET /api/auth/me': () => (away ? { status: 503, body: null } : { body: user }),
    });
    const app = renderApp('/dashboard');
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(app.path()).toBe('/dashboard');
    expect(localStorage.getItem('token')).toBe('a-token');
    away = false;
    await waitFor(() => expect(api.asked('GET /api/auth/me').length).toBeGreaterThan(1));
    await screen.findByRole('heading', { name: 'Dashboard Overview' });
    logged.mockRestore();
  });

  it('carries out what could still be taken back, while the session holds', async () => {
    const user = fakeUser();
    const domain = fakeDomain();
    storeSession(user);
    const removal = `DELETE /api/domains/${domain.id}`;
    const api = installFakeApi({
      ...signedInAnswers(user),
      'GET /api/domains': { body: [domain] },
      [removal]: { status: 204, body: null },
    });
    const app = renderApp('/dashboard/domains');
    await app.user.click(await screen.findByRole('button', { name: `Delete ${domain.domain_name}` }));
    const question = await screen.findByRole('alertdialog');
    await app.user.click(within(question).getByRole('button', { name: 'Delete domain' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(api.asked(removal)).toHaveLength(0);
    await app.user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByText('Logged out successfully');
    expect(api.asked(removal).map(({ authorization }) => authorization)).toEqual(['Bearer a-token']);
  });

  it('follows a 401 that says so', async () => {
    const user = fakeUser();
    storeSession(user);
    installFakeApi({
      ...signedInAnswers(user),
      'GET /api/auth/me': { status: 401, body: { detail: 'Token has expired' } },
    });
    const app = renderApp('/dashboard');
    await screen.findByRole('heading', { name: 'Welcome back' });
    expect(app.path()).toBe('/login');
    expect(localStorage.getItem('token')).toBeNull();
  });
});
