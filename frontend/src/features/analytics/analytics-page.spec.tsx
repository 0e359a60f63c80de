import { screen, within } from '@testing-library/react';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const FROM = '2026-11-18T00:00:00.000Z';
const entry = {
  id: '0198c0de-0000-7000-8000-000000000001',
  request_id: '0198c0de-0000-7000-8000-000000000001',
  timestamp: '2026-11-24T10:00:00.000Z',
  domain_name: 'shop.example',
  request_method: 'GET',
  request_uri: '/?q=1',
  geo_country: 'DE',
  status: 'blocked',
  action: 'block',
  threat_type: 'SQL Injection',
  severity: 'CRITICAL',
  http_status: 403,
  matches: [],
};
const analytics = {
  range: '7d',
  step: 'day',
  from: FROM,
  to: '2026-11-25T00:00:00.000Z',
  totals: { requests: 4, blocked: 1, allowed: 3, block_rate: 25, response_bytes: 10 },
  before: null,
  series: [],
  countries: [],
  threat_types: [],
  status_classes: [],
  paths: [],
  addresses: [],
  latency: { p50: null, p90: null, p99: null },
};

async function openAnalytics(at: string) {
  const user = fakeUser();
  storeSession(user);
  installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [fakeDomain()] },
    'GET /api/dashboard/analytics': { body: analytics },
    'GET /api/dashboard/logs/recent': { body: { logs: [entry], next: null, searched_to: null } },
  });
  renderApp(at);
  const activity = await screen.findByRole('region', { name: 'Recent activity' });
  return await within(activity).findByRole('link', { name: 'SQL Injection' });
}

describe('what the analytics lead to in the log', () => {
  beforeEach(() => localStorage.clear());

  it('lies in the period that is shown', async () => {
    const link = await openAnalytics('/dashboard/analytics');
    expect(link.getAttribute('href')).toBe(
      `/dashboard/logs?${new URLSearchParams({ from: FROM, threat: 'SQL Injection' })}`,
    );
  });

  it('lies in the time that was chosen, of the domain that was chosen', async () => {
    const time = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' };
    const link = await openAnalytics(
      `/dashboard/analytics?${new URLSearchParams({ domain: 'shop.example', ...time })}`,
    );
    expect(link.getAttribute('href')).toBe(
      `/dashboard/logs?${new URLSearchParams({ domain: 'shop.example', ...time, threat: 'SQL Injection' })}`,
    );
  });
});
