import { screen, within } from '@testing-library/react';
import type { DashboardNow, Domain } from '../../shared/api/types.ts';
import { fakeDomain, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { testAttackOn } from './test-attack.ts';

const certificate = { status: 'active', not_after: '2027-01-01T00:00:00.000Z' } as const;

const NO_STATS = {
  stats: {
    total_requests: 3,
    blocked_threats: 0,
    block_rate: 0,
    allowed_requests: 3,
    uptime_percentage: 99.9,
    uptime_since: null,
    avg_response_time: 245,
  },
  before: null,
  weekly_traffic: [],
  threat_types: [],
  recent_logs: [],
};

function open(domain: Partial<Domain>, available = true, lock = 'unknown', now?: DashboardNow) {
  const user = fakeUser();
  storeSession(user);
  const stored = fakeDomain(domain);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/domains': { body: [stored] },
    [`GET /api/domains/${stored.id}/certificates`]: {
      body: { automatic_available: available, certificates: [], wildcard_record: null },
    },
    [`GET /api/domains/${stored.id}/origin-lock`]: { body: { state: lock, checked_at: stored.created_at } },
    ...(now && { 'GET /api/dashboard/now': { body: now }, 'GET /api/dashboard/stats': { body: NO_STATS } }),
  });
  renderApp('/dashboard');
  return api;
}

const region = () => screen.findByRole('region', { name: 'First steps' });
const proven = { dns_verified: true, is_active: true };

/** What goes on, at a site whose origin is down, or about which there is nothing to say. */
const nowOf = (downSince: string | null, requests: number): DashboardNow => ({
  as_of: '2026-11-25T12:00:00Z',
  hour: { requests, blocked: 0, failed: 0 },
  usual: null,
  minutes: [],
  sites: [
    {
      id: fakeDomain({}).id,
      domain_name: 'castle.example',
      day: { requests, blocked: 0 },
      last_blocked_at: null,
      attack: null,
      origin: { asked: 3, failed: 3, down_since: downSince },
      suspected: null,
    },
  ],
});

describe('the first steps of a domain', () => {
  beforeEach(() => localStorage.clear());

  it.each([
    ['before the figures', null, Node.DOCUMENT_POSITION_PRECEDING],
    ['behind them while something is wrong', '2026-11-25T11:30:00Z', Node.DOCUMENT_POSITION_FOLLOWING],
  ])('stand %s', async (_, downSince, position) => {
    open({ ...proven, total_requests: 3 }, true, 'unknown', nowOf(downSince, 3));
    await screen.findByText(downSince ? /has not reached its origin/ : 'All is well.');
    const steps = await region();
    const figures = screen.getByText('Total Requests');
    expect(figures.compareDocumentPosition(steps) & position).toBe(position);
  });

  it('are where a new site is to be pointed, beside no empty figures', async () => {
    open({ ...proven, dns: 'none' }, true, 'unknown', nowOf(null, 0));
    await screen.findByText('castle.example is not protected yet: its DNS does not point to the edge.');
    screen.getByText('No traffic has come through the edge yet.');
    screen.getByRole('link', { name: 'Show where to point it' });
  });

  it('wait for a visit where DNS points to the edge already', async () => {
    open({ ...proven, dns: 'all' }, true, 'unknown', nowOf(null, 0));
    const steps = within(await region());
    steps.getByText(/^DNS points to the edge\. Open your site/);
    expect(steps.queryByRole('link')).toBeNull();
  });

  it('begin with the proof', async () => {
    open({});
    const steps = within(await region());
    steps.getByText('1 of 5 done');
    expect(steps.getByRole('link', { name: 'Show the record' }).getAttribute('href')).toBe(
      '/dashboard/domains',
    );
  });

  it('offer a test attack once requests come through the edge', async () => {
    const api = open({ ...proven, certificate, total_requests: 3, allowed_requests: 3 });
    const steps = within(await region());
    await steps.findByText('4 of 5 done');
    const link = steps.getByRole('link', { name: 'Send a test attack' });
    expect(link.getAttribute('href')).toBe('https://castle.example/?q=%27%20OR%201=1--');
    expect(api.asked(`GET /api/domains/${fakeDomain({}).id}/certificates`)).toEqual([]);
  });

  it('ask for what is not decided yet only once it is', async () => {
    const api = open({ ...proven, dns: 'none' });
    await within(await region()).findByText('2 of 5 done');
    const site = `GET /api/domains/${fakeDomain({}).id}`;
    expect([...api.asked(`${site}/certificates`), ...api.asked(`${site}/origin-lock`)]).toEqual([]);
  });

  it('ask for no certificate where none can be obtained', async () => {
    open({ ...proven, total_requests: 3 }, false);
    await within(await region()).findByText('3 of 4 done');
    expect(screen.queryByText('Certificate in place')).toBeNull();
  });

  it('name an origin that others than the edge can reach, until none can', async () => {
    open({ ...proven, certificate, total_requests: 9, blocked_requests: 1 }, true, 'open');
    const steps = within(await region());
    await steps.findByText('5 of 6 done');
    steps.getByText(/Your server responds to anybody who knows its address/);
    expect(steps.getByRole('link', { name: 'Show how' }).getAttribute('href')).toBe('/docs/guides/origin');
  });

  it('are gone when the origin is locked, too', async () => {
    open({ ...proven, certificate, total_requests: 9, blocked_requests: 1 }, true, 'locked');
    await screen.findByRole('heading', { name: 'Dashboard Overview' });
    await screen.findByLabelText('Domain');
    expect(screen.queryByText('Origin locked')).toBeNull();
  });

  it('are gone when all are done', async () => {
    open({ ...proven, certificate, total_requests: 9, blocked_requests: 1 });
    await screen.findByRole('heading', { name: 'Dashboard Overview' });
    await screen.findByLabelText('Domain');
    expect(screen.queryByText('5 of 5 done')).toBeNull();
  });
});

describe('a test attack', () => {
  it('goes to the site, over TLS where it has a certificate', () => {
    expect(testAttackOn('castle.example', false)).toMatch(/^http:\/\/castle\.example\/\?q=/);
    expect(testAttackOn('castle.example', true)).toMatch(/^https:/);
  });

  it('is told where a name of this machine has an unknown port', () => {
    expect(testAttackOn('mine.localhost', false)).toBeNull();
  });
});
