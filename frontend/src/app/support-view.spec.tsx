import { screen, waitFor } from '@testing-library/react';
import { fakeAdmin } from '../testing/fake-admin.ts';
import { fakePlans, fakeUser, installFakeApi } from '../testing/fake-api.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';

const customer = fakeUser({ id: '0195a000-0000-7000-8000-0000000000cc', email: 'seen@example.com' });
const VIEW = '0195a000-0000-7000-8000-0000000000dd';
const over = { status: 403, body: { code: 'support_view_over', detail: 'It is over.' } };
const answers = {
  'GET /api/auth/me': { body: fakeAdmin },
  'GET /api/plans': { body: fakePlans },
  'GET /api/domains': { body: [] },
  [`POST /api/admin/users/${customer.id}/support-views/${VIEW}/end`]: { body: {} },
};

function inView(path: string, more: Parameters<typeof installFakeApi>[0] = {}, minutes = 60) {
  storeSession(fakeAdmin);
  const endsAt = new Date(Date.now() + minutes * 60_000).toISOString();
  sessionStorage.setItem('support_view', JSON.stringify({ id: VIEW, user: customer, endsAt }));
  const api = installFakeApi({ ...answers, ...more });
  return { ...api, ...renderApp(path) };
}

describe('a support view', () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  it('shows whose dashboard it is, and names itself in every call but those of the administrator', async () => {
    const { calls, user } = inView('/dashboard/domains');
    const banner = await screen.findByRole('region', { name: 'Support view' });
    expect(banner.textContent).toContain('seen@example.com');
    await waitFor(() => expect(calls.some(({ key }) => key === 'GET /api/domains')).toBe(true));
    expect(calls.filter(({ view }) => view !== VIEW).map(({ key }) => key)).toEqual([]);
    expect(calls.map(({ key }) => key)).not.toContain('GET /api/notifications');
    for (const name of ['Super Admin', 'Settings']) expect(screen.queryByRole('link', { name })).toBeNull();
    // The browser remembers the signed-in user.
    expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ id: fakeAdmin.id });

    await user.click(screen.getByRole('button', { name: 'End' }));
    await waitFor(() => expect(sessionStorage.getItem('support_view')).toBeNull());
    const ended = calls.filter(({ key }) => key.startsWith('POST'));
    expect(ended.map(({ key, view }) => [key, view])).toEqual([
      [`POST /api/admin/users/${customer.id}/support-views/${VIEW}/end`, null],
    ]);
    expect(screen.queryByRole('region', { name: 'Support view' })).toBeNull();
  });

  it('leads back to the user’s page where the server says that it is over', async () => {
    const { path } = inView('/dashboard/domains', { 'GET /api/domains': over });
    await waitFor(() => expect(path()).toBe(`/admin/users/${customer.id}`));
    expect(sessionStorage.getItem('support_view')).toBeNull();
  });

  it('ends by itself', async () => {
    const { path } = inView('/dashboard/domains', {}, 0);
    await waitFor(() => expect(path()).toBe(`/admin/users/${customer.id}`));
  });

  it('has no way to the panel, and ends with the session', async () => {
    const { path, user } = inView('/admin');
    await screen.findByRole('region', { name: 'Support view' });
    expect(path()).toBe('/dashboard');
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(sessionStorage.getItem('support_view')).toBeNull());
    expect(path()).toBe('/');
  });
});
