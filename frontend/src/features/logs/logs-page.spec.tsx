import { jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { stopClock } from '../../testing/stopped-clock.ts';

const LOGS = 'GET /api/dashboard/logs/recent';
const STATS = 'GET /api/dashboard/stats';
const user = fakeUser();
const stats = {
  total_requests: 1000,
  blocked_threats: 250,
  block_rate: 25,
  allowed_requests: 750,
  uptime_percentage: null,
  uptime_since: null,
  avg_response_time: null,
};

function openLogs(at = '/dashboard/logs') {
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [fakeDomain()] },
    [LOGS]: { body: { logs: [], next: null } },
    [STATS]: { body: { stats, weekly_traffic: [], threat_types: [], recent_logs: [] } },
  });
  return { api, app: renderApp(at) };
}

beforeEach(() => localStorage.clear());
afterEach(() => jest.useRealTimers());

describe('the activity log', () => {
  it('asks for a hundred entries, of all statuses and domains unless told otherwise', async () => {
    const { api } = openLogs();
    await screen.findByText('No logs found. Logs will appear here as your WAF protects your domains.');
    const asked = new URLSearchParams(api.asked(LOGS)[0]?.query);
    expect(asked.get('limit')).toBe('100');
    expect(asked.get('status_filter')).toBeNull();
    expect(asked.get('domain')).toBeNull();
    await screen.findByText('25%');
  });

  it('passes its filters on', async () => {
    const { api } = openLogs('/dashboard/logs?status=blocked&domain=castle.example');
    await screen.findByText('25%');
    const asked = new URLSearchParams(api.asked(LOGS)[0]?.query);
    expect(asked.get('status_filter')).toBe('blocked');
    expect(asked.get('domain')).toBe('castle.example');
  });

  it('and its figures refresh every ten seconds while that is on', async () => {
    const { api } = openLogs();
    await screen.findByText('25%');
    const clock = stopClock();
    const toggle = screen.getByRole('switch', { name: 'Auto-refresh' });
    expect(toggle.getAttribute('aria-checked')).toBe('true');
    fireEvent.click(toggle);
    await clock.pass(60_000);
    const before = { logs: api.asked(LOGS).length, stats: api.asked(STATS).length };
    const more = () => [api.asked(LOGS).length - before.logs, api.asked(STATS).length - before.stats];
    await clock.pass(60_000);
    expect(more()).toEqual([0, 0]);
    fireEvent.click(toggle);
    await clock.pass(9_999);
    expect(more()).toEqual([0, 0]);
    await clock.pass(1);
    await clock.until('both asked', () => more().every((count) => count === 1));
    await clock.pass(9_998);
    expect(more()).toEqual([1, 1]);
  });
});
