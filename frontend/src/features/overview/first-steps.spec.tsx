import { screen, within } from '@testing-library/react';
import type { Domain } from '../../shared/api/types.ts';
import { fakeDomain, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { testAttackOn } from './test-attack.ts';

const certificate = { status: 'active', not_after: '2027-01-01T00:00:00.000Z' } as const;

function open(domain: Partial<Domain>, available = true, lock = 'unknown') {
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
  });
  renderApp('/dashboard');
  return api;
}

const region = () => screen.findByRole('region', { name: 'First steps' });
const proven = { dns_verified: true, is_active: true };

describe('the first steps of a domain', () => {
  beforeEach(() => localStorage.clear());

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
    steps.getByText(/Your server answers whoever knows its address/);
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
