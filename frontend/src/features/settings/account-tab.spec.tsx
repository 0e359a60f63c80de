import { screen, waitFor } from '@testing-library/react';
import { fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const OLD = fakeUser({ full_name: 'Ada Byron' });
const NEW = { ...OLD, full_name: 'Ada Lovelace' };

/** The browser has stored the old account; the server reports the new one later. */
async function open() {
  storeSession(OLD);
  const saved = Promise.withResolvers<void>();
  const api = installFakeApi({
    'GET /api/auth/me': async () => {
      await saved.promise;
      return { body: NEW };
    },
    'PUT /api/settings/account': { body: { message: 'saved' } },
  });
  const app = renderApp('/dashboard/settings');
  const name = await screen.findByLabelText<HTMLInputElement>('Full Name');
  return { api, app, name, saved };
}

describe('the account form', () => {
  beforeEach(() => localStorage.clear());

  it('shows what the server has, once it tells', async () => {
    const { name, saved } = await open();
    expect(name.value).toBe('Ada Byron');
    saved.resolve();
    await waitFor(() => expect(name.value).toBe('Ada Lovelace'));
  });

  it('keeps what was typed before, and saves that', async () => {
    const { api, app, name, saved } = await open();
    await app.user.clear(name);
    await app.user.type(name, 'A. King');
    const email = screen.getByLabelText<HTMLInputElement>(/^Email/);
    saved.resolve();
    await waitFor(() => expect(api.asked('GET /api/auth/me')).not.toHaveLength(0));
    await app.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(api.asked('PUT /api/settings/account')).toHaveLength(1));
    expect(api.asked('PUT /api/settings/account')[0]?.body).toEqual({
      full_name: 'A. King',
      email: email.value,
    });
    expect(name.value).toBe('A. King');
  });

  it('says while an address is not confirmed, and sends the mail again', async () => {
    const unconfirmed = fakeUser({ email_confirmed: false, email: 'new@castle.example' });
    storeSession(unconfirmed);
    const api = installFakeApi({
      'GET /api/auth/me': { body: unconfirmed },
      'POST /api/auth/resend-confirmation': { body: { message: 'sent' } },
    });
    const app = renderApp('/dashboard/settings');
    await screen.findByText('Follow the link in the email sent to new@castle.example.');
    await app.user.click(screen.getByRole('button', { name: 'Send that mail again' }));
    await screen.findByText('The mail is on its way.');
    expect(api.asked('POST /api/auth/resend-confirmation')).toHaveLength(1);
  });

  it('knows nothing to say where the address is confirmed', async () => {
    await open();
    expect(screen.queryByText('This address is not confirmed yet')).toBeNull();
  });
});
