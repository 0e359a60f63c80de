import { screen, waitFor } from '@testing-library/react';
import { fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const PATH = '/api/dashboard/account-export';
const made = (state: string, more: object = {}) => ({
  id: '0195c000-0000-7000-8000-000000000001',
  state,
  bytes: 48_000,
  is_whole: true,
  created_at: '2026-11-22T10:00:00.000Z',
  expires_at: '2026-11-25T10:00:00.000Z',
  ...more,
});

function open(before: object | null) {
  const user = fakeUser();
  storeSession(user);
  let now = before;
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    [`GET ${PATH}`]: () => ({ body: { export: now } }),
    [`POST ${PATH}`]: () => {
      now = made('waiting', { bytes: 0 });
      return { status: 201, body: { export: now } };
    },
  });
  return { api, app: renderApp('/dashboard/settings') };
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('the export of an account’s data', () => {
  beforeEach(() => localStorage.clear());

  it('is begun by a button, and there is one at a time', async () => {
    const { api, app } = open(null);
    const begin = await button('Export my data');
    await app.user.click(begin);
    await screen.findByText('Your data is being gathered. A mail will tell you when it is ready.', {
      selector: 'p',
    });
    expect(api.asked(`POST ${PATH}`)).toHaveLength(1);
    await waitFor(() => expect(begin.disabled).toBe(true));
    expect(screen.queryByRole('button', { name: 'Download ZIP' })).toBeNull();
  });

  it('says how large it is, and when it could not hold everything', async () => {
    open(made('finished', { is_whole: false }));
    await screen.findByText(
      /^Your data is ready: 48 kB, kept until .*There was more than an export can hold/,
    );
  });

  it('says where it could not be gathered, and can be begun again', async () => {
    open(made('failed'));
    await screen.findByText('Your data could not be gathered. Please try again.');
    expect((await button('Export my data')).disabled).toBe(false);
  });
});
