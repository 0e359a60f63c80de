import { screen, waitFor } from '@testing-library/react';
import { type FakeCall, fakePlans, fakeUser, installFakeApi } from '../testing/fake-api.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';

const refusal = {
  status: 403,
  body: {
    code: 'reauthentication_required',
    detail: 'Please confirm that it is you: enter your password again.',
  },
};
const wrong = (path: string, message: string) => ({
  status: 400,
  body: { code: 'x', detail: message, errors: [{ path, message }] },
});

/** An account of which nothing sensitive is opened before the password was given. */
function guardedAccount(over: Parameters<typeof fakeUser>[0] = {}) {
  const user = fakeUser({ email_confirmed: true, ...over });
  storeSession(user);
  let confirmed = false;
  const guarded = (answer: object) => () => (confirmed ? answer : refusal);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/settings/mfa/status': { body: { enabled: false, enabled_at: null } },
    'GET /api/settings/mfa/configs': { body: { configs: [] } },
    'GET /api/api-keys': { body: [] },
    'GET /api/auth/sessions': guarded({ body: [] }),
    'GET /api/settings/mfa/setup': guarded({
      body: { secret: 's', qr_code: 'data:,', backup_codes: ['one-code'], manual_entry_key: 'k e y' },
    }),
    'PUT /api/settings/account': guarded({ body: user }),
    'POST /api/api-keys': guarded({ status: 201, body: { id: '1', api_key: 'plsd_shown_once' } }),
    'POST /api/auth/reauthenticate': ({ body }: FakeCall) => {
      const { password, mfa_token } = body as { password: string; mfa_token: string | null };
      if (password !== 'right') return wrong('password', 'Password is incorrect');
      if (mfa_token === null) return { body: { requires_mfa: true, confirmed_until: null } };
      if (mfa_token !== '123456') return wrong('mfa_token', 'Invalid authentication code');
      confirmed = true;
      return { body: { requires_mfa: false, confirmed_until: '2030-01-01T00:00:00.000Z' } };
    },
  });
  return api;
}

const dialog = () => screen.findByRole('dialog', { name: 'Confirm that it is you' });

async function confirm(user: ReturnType<typeof renderApp>['user']): Promise<void> {
  await user.type(screen.getByLabelText(/^Password/), 'right{Enter}');
  await user.type(await screen.findByRole('textbox', { name: /Authentication code/ }), '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
}

beforeEach(() => localStorage.clear());

it('asks for password and code, says at the field what is wrong, and goes on with what was entered', async () => {
  const api = guardedAccount();
  const { user } = renderApp('/dashboard/settings');
  const email = await screen.findByRole('textbox', { name: /Email/ });
  await user.clear(email);
  await user.type(email, 'new@example.com');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await dialog();
  const password = screen.getByLabelText(/^Password/);
  await user.type(password, 'guess{Enter}');
  await screen.findByText('Password is incorrect');
  await user.clear(password);
  await user.type(password, 'right{Enter}');
  const code = await screen.findByRole('textbox', { name: /Authentication code/ });
  await user.type(code, '000000');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Invalid authentication code');
  await user.clear(code);
  await user.type(code, '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Account information updated successfully!');
  expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull();
  expect(api.asked('PUT /api/settings/account').map(({ body }) => (body as { email: string }).email)).toEqual(
    ['new@example.com', 'new@example.com'],
  );
});

it('does nothing more when it is cancelled, and what was entered stays', async () => {
  const api = guardedAccount();
  const { user } = renderApp('/dashboard/settings');
  const email = await screen.findByRole<HTMLInputElement>('textbox', { name: /Email/ });
  await user.clear(email);
  await user.type(email, 'new@example.com');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await dialog();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText(/Please confirm that it is you/);
  expect(email.value).toBe('new@example.com');
  expect(api.asked('PUT /api/settings/account')).toHaveLength(1);
  // The next attempt asks again.
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await dialog();
});

it('comes up over the dialog of a new key, and leaves what was typed there', async () => {
  const api = guardedAccount();
  const { user } = renderApp('/dashboard/settings?tab=security');
  await user.click(await screen.findByRole('button', { name: 'Create key' }));
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'deploys');
  await user.click(screen.getAllByRole('button', { name: 'Create key' }).at(-1) as HTMLElement);
  await dialog();
  await confirm(user);
  await screen.findByText('plsd_shown_once');
  expect(api.asked('POST /api/api-keys').at(-1)?.body).toMatchObject({
    name: 'deploys',
    expires_in_days: 90,
  });
});

it('is not asked for by a list that loads by itself, which shows once somebody wants it', async () => {
  const api = guardedAccount();
  const { user } = renderApp('/dashboard/settings?tab=security');
  await user.click(await screen.findByRole('button', { name: 'Show sessions' }));
  await dialog();
  await confirm(user);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show sessions' })).toBeNull());
  expect(api.asked('GET /api/auth/sessions')).toHaveLength(2);
});

it('sets a second factor up only after that, once for all that wait', async () => {
  guardedAccount();
  const { user } = renderApp('/dashboard/settings?tab=security');
  await user.click(await screen.findByRole('button', { name: 'Enable Two-Factor Authentication' }));
  await dialog();
  await confirm(user);
  await screen.findByText('k e y');
});

it('makes no key before the address is confirmed, and says so', async () => {
  guardedAccount({ email_confirmed: false });
  renderApp('/dashboard/settings?tab=security');
  await screen.findByText(/Confirm your email address first/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create key' }).disabled).toBe(true);
});
