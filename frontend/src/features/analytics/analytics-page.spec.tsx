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

const counts = (value: string, requests: number, response_bytes = 10) => ({
  value,
  requests,
  blocked: 0,
  response_bytes,
});
const breakdowns = {
  step: 'day',
  from: FROM,
  to: analytics.to,
  failures: { server_errors: 3, origin_requests: 50, origin_failures: 2 },
  failure_series: [
    { time: FROM, server_errors: 3, origin_requests: 50, origin_failures: 2 },
    { time: '2026-11-19T00:00:00.000Z', server_errors: 0, origin_requests: 0, origin_failures: 0 },
  ],
  cache: { hit_rate: 60, statuses: [counts('hit', 3), counts('', 1)] },
  rules: [{ rule: 1001, name: 'SQL injection', requests: 7, blocked: 7 }],
  agents: [counts('curl/8.5', 6), counts('b?t', 2), counts('x'.repeat(200), 1), counts('(other)', 1)],
  bots: [counts('bot:library:curl', 5)],
  csp: [counts('img-src ads.example', 3)],
  methods: [counts('GET', 9), counts('POST', 1)],
  networks: [
    { network: 64500, name: 'Example Net', requests: 8, blocked: 0 },
    { network: 0, name: '', requests: 2, blocked: 0 },
  ],
  paths: [counts('/big', 1, 5_000_000)],
  latency: { origin: { p50: 84, p90: 310, p99: 1240 }, edge: { p50: 2, p90: 5, p99: 18 } },
};
/** Figures of a week earlier: half of it. */
const earlier = {
  ...analytics,
  from: '2026-11-11T00:00:00.000Z',
  totals: { ...analytics.totals, requests: 2 },
};

async function openAnalytics(at: string) {
  const user = fakeUser();
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [fakeDomain()] },
    'GET /api/dashboard/analytics': ({ query }) => ({
      body: query.includes('2026-11-11') ? earlier : analytics,
    }),
    'GET /api/dashboard/analytics/breakdowns': ({ query }) => ({
      body: query.includes('2026-11-11')
        ? { ...breakdowns, rules: [{ rule: 1001, name: 'SQL injection', requests: 4, blocked: 4 }] }
        : breakdowns,
    }),
    'GET /api/dashboard/logs/recent': { body: { logs: [entry], next: null, searched_to: null } },
  });
  return { api, ...renderApp(at) };
}

async function recentThreat(at: string) {
  await openAnalytics(at);
  const activity = await screen.findByRole('region', { name: 'Recent activity' });
  return await within(activity).findByRole('link', { name: 'SQL Injection' });
}

const linksIn = async (card: string) =>
  within(await screen.findByRole('region', { name: card }))
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href'));

describe('what the analytics lead to in the log', () => {
  beforeEach(() => localStorage.clear());

  it('lies in the period that is shown', async () => {
    const link = await recentThreat('/dashboard/analytics');
    expect(link.getAttribute('href')).toBe(
      `/dashboard/logs?${new URLSearchParams({ from: FROM, threat: 'SQL Injection' })}`,
    );
  });

  it('lies in the time that was chosen, of the domain that was chosen', async () => {
    const time = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' };
    const link = await recentThreat(
      `/dashboard/analytics?${new URLSearchParams({ domain: 'shop.example', ...time })}`,
    );
    expect(link.getAttribute('href')).toBe(
      `/dashboard/logs?${new URLSearchParams({ domain: 'shop.example', ...time, threat: 'SQL Injection' })}`,
    );
  });
});

describe('what traffic is made of', () => {
  beforeEach(() => localStorage.clear());

  it('leads to the requests behind each value, in the same time and domain', async () => {
    await openAnalytics('/dashboard/analytics?domain=shop.example');
    await screen.findByRole('link', { name: '1001 SQL injection' });
    const to = (filter: Record<string, string>) =>
      `/dashboard/logs?${new URLSearchParams({ domain: 'shop.example', from: FROM, ...filter })}`;
    expect(await linksIn('Rules')).toEqual([to({ rule: '1001' })]);
    expect(await linksIn('Cache')).toEqual([to({ cache: 'hit' }), to({ cache: 'none' })]);
    // Neither values with replaced characters nor collective values can be searched for.
    expect(await linksIn('User agents')).toEqual([
      to({ agent: 'curl/8.5' }),
      to({ agent: `${'x'.repeat(200)}*` }),
    ]);
    expect(await linksIn('Bots')).toEqual([to({ reason: 'bot:library:curl' })]);
    expect(await linksIn('Methods')).toEqual([to({ method: 'GET' }), to({ method: 'POST' })]);
    expect(await linksIn('Networks')).toEqual([to({ network: '64500' })]);
    expect(await linksIn('Bandwidth by path')).toEqual([to({ path: '/big' })]);
    const look = screen.getByRole('link', { name: 'View in the logs' });
    expect(look.getAttribute('href')).toBe(to({ http_status: '5xx' }));
    expect(screen.getByRole('link', { name: '4% of requests to the origin' }).getAttribute('href')).toBe(
      to({ reason: 'origin:*' }),
    );
  });

  it('is compared with any period of the same length, which stays in the address', async () => {
    const { api, user, path } = await openAnalytics('/dashboard/analytics');
    await user.click(await screen.findByRole('button', { name: 'Compare with another period' }));
    await user.click(await screen.findByRole('menuitem', { name: 'A week earlier' }));
    expect(path()).toBe(
      `/dashboard/analytics?${new URLSearchParams({ against: '2026-11-11T00:00:00.000Z' })}`,
    );
    const rules = await screen.findByRole('region', { name: 'Rules' });
    expect(await within(rules).findByText('was 4')).toBeTruthy();
    expect(await screen.findAllByText('100% more than Nov 11 – 17')).not.toHaveLength(0);
    const asked = new URLSearchParams(api.asked('GET /api/dashboard/analytics/breakdowns').at(-1)?.query);
    expect(Object.fromEntries(asked)).toEqual({
      from: '2026-11-11T00:00:00.000Z',
      to: '2026-11-18T00:00:00.000Z',
    });
  });
});
