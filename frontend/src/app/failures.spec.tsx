import { screen, waitFor, within } from '@testing-library/react';
import { fakePlans, fakeUser, installFakeApi } from '../testing/fake-api.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';

/** A service that is away, and says nothing that a person could read. */
const away = { status: 503, body: null };
const user = fakeUser();
const signedIn = { 'GET /api/auth/me': { body: user } };

beforeEach(() => localStorage.clear());

describe('a screen whose service is away says so in its own words', () => {
  it.each([
    ['/dashboard', 'GET /api/dashboard/stats', 'Failed to load dashboard statistics'],
    ['/dashboard/domains', 'GET /api/domains', 'Failed to load domains'],
    ['/dashboard/analytics', 'GET /api/dashboard/analytics', 'Failed to load dashboard statistics'],
    ['/dashboard/logs', 'GET /api/dashboard/logs/recent', 'Failed to load WAF logs'],
    ['/dashboard/logs', 'GET /api/dashboard/stats', 'Failed to load statistics'],
    ['/dashboard/settings?tab=billing', 'GET /api/orders/my-orders', 'Failed to load order history'],
    ['/dashboard/settings?tab=security', 'GET /api/auth/sessions', 'Failed to load sessions'],
    [
      '/dashboard/settings?tab=security',
      'GET /api/settings/security-activity',
      'Failed to load the security activity',
    ],
    ['/dashboard/settings?tab=security', 'GET /api/api-keys', 'Failed to load API keys'],
  ])('%s without %s: %s', async (path, call, text) => {
    storeSession(user);
    installFakeApi({ ...signedIn, [call]: away });
    renderApp(path);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.getAllByRole('button', { name: /again|retry/i }).length).toBeGreaterThan(0);
  });

  it.each([
    ['/pricing', 'Failed to load pricing plans'],
    ['/register', 'Failed to load plans'],
  ])('%s without the plans: %s', async (path, text) => {
    installFakeApi({ 'GET /api/plans': away });
    renderApp(path);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  });

  it('and a message that could not be sent can be sent again', async () => {
    const api = installFakeApi({ 'POST /api/contact': away, 'GET /api/plans': { body: fakePlans } });
    const app = renderApp('/contact');
    await app.user.type(await screen.findByLabelText(/name/i), 'Ada');
    await app.user.type(screen.getByLabelText(/email/i), 'ada@strangers.example');
    await app.user.type(screen.getByRole('textbox', { name: /message/i }), 'Hello');
    const send = screen.getByRole('button', { name: /send/i });
    await app.user.click(send);
    await screen.findByText('Failed to send message. Please try again.');
    await waitFor(() => expect((send as HTMLButtonElement).disabled).toBe(false));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /message/i }).value).toBe('Hello');
    expect(api.asked('POST /api/contact').map(({ body }) => body)).toEqual([
      { name: 'Ada', email: 'ada@strangers.example', subject: '', message: 'Hello', website: '' },
    ]);
  });
});

describe('what has no figures yet', () => {
  it('shows 99.9 % and 245 ms, greyed, and says that there was no traffic', async () => {
    storeSession(user);
    installFakeApi({
      ...signedIn,
      'GET /api/domains': { body: [] },
      'GET /api/dashboard/stats': {
        body: {
          stats: {
            total_requests: 0,
            blocked_threats: 0,
            block_rate: 0,
            allowed_requests: 0,
            uptime_percentage: null,
            uptime_since: null,
            avg_response_time: null,
          },
          weekly_traffic: [],
          threat_types: [],
          recent_logs: [],
        },
      },
    });
    renderApp('/dashboard');
    await screen.findByText('99.9%');
    await screen.findByText('Avg response: 245ms · no traffic yet');
  });
});

describe('signing up', () => {
  it.each([
    ['Terms of Service', '/terms'],
    ['Privacy Policy', '/privacy'],
  ])('the link "%s" opens beside the form, which keeps what was typed', async (name, to) => {
    installFakeApi({ 'GET /api/plans': { body: fakePlans } });
    renderApp('/register-simple');
    const link = await within(await screen.findByRole('main')).findByRole('link', { name });
    expect(link.getAttribute('href')).toBe(to);
    expect(link.getAttribute('target')).toBe('_blank');
  });
});
