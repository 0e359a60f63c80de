import { fireEvent, screen } from '@testing-library/react';
import { fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const stats = {
  stats: {
    total_requests: 1124,
    blocked_threats: 50,
    block_rate: 4.4,
    allowed_requests: 1074,
    uptime_percentage: 100,
    uptime_since: '2026-11-22T08:00:00.000Z',
    avg_response_time: 12,
  },
  weekly_traffic: [],
  threat_types: [],
  recent_logs: [],
};

function openOverview(before: unknown, figures: Partial<(typeof stats)['stats']> = {}) {
  const user = fakeUser();
  storeSession(user);
  installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/domains': { body: [] },
    'GET /api/dashboard/stats': { body: { ...stats, stats: { ...stats.stats, ...figures }, before } },
  });
  renderApp('/dashboard');
}

describe('the overview compares its figures with the day before', () => {
  beforeEach(() => localStorage.clear());

  it('in words', async () => {
    openOverview({ total_requests: 1000, blocked_threats: 100, allowed_requests: 900 });
    await screen.findByText('12.4% more than the day before');
    screen.getByText('50% less than the day before');
  });

  it('not at all where there was no day before', async () => {
    openOverview(null);
    await screen.findByText('1,124');
    expect(screen.queryByText(/the day before/)).toBeNull();
  });
});

describe('the overview', () => {
  beforeEach(() => localStorage.clear());

  it('says since when origins were up', async () => {
    openOverview(null, { uptime_percentage: 99.96 });
    await screen.findByText('99.96%');
    screen.getByText('Avg response: 12ms · since Nov 22, 2026');
  });

  it('says what confirming the address is good for', async () => {
    const user = { ...fakeUser(), email_confirmed: false };
    storeSession(user);
    installFakeApi({
      'GET /api/auth/me': { body: user },
      'GET /api/domains': { body: [] },
      'GET /api/plans/mine': { body: { plan: fakePlans[0], status: 'free', ends_at: null } },
      'GET /api/dashboard/stats': { body: { ...stats, before: null } },
    });
    renderApp('/dashboard');
    await screen.findByText(
      `Follow the link that we sent to ${user.email}. Then you can start a free trial. If you paid for a plan with this address before you signed up, it becomes active, too.`,
    );
  });

  it('shows the figures of now, also where the log has shown those of a while ago', async () => {
    const user = fakeUser();
    storeSession(user);
    const answer = { ...stats, before: null };
    installFakeApi({
      'GET /api/auth/me': { body: user },
      'GET /api/domains': { body: [] },
      'GET /api/dashboard/logs/recent': { body: { logs: [], next: null } },
      'GET /api/dashboard/stats': () => ({ body: answer }),
    });
    renderApp('/dashboard/logs');
    await screen.findByText('1,124');
    answer.stats = { ...stats.stats, total_requests: 1125 };
    fireEvent.click(screen.getByRole('link', { name: 'Overview' }));
    await screen.findByText('1,125');
  });
});
