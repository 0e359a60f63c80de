import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../entities/policy/site-policy.ts';
import type { DashboardNow } from '../../shared/api/types.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const domain = fakeDomain({ dns_verified: true, is_active: true, total_requests: 900, blocked_requests: 9 });
const now = (attacked: boolean): DashboardNow => ({
  as_of: '2026-11-25T12:00:00Z',
  hour: { requests: 150, blocked: 3, failed: 0 },
  usual: { requests: 100, blocked: 3 },
  minutes: [],
  sites: [
    {
      id: domain.id,
      domain_name: domain.domain_name,
      day: { requests: 900, blocked: 9 },
      last_blocked_at: null,
      attack: attacked
        ? {
            since: '2026-11-25T11:02:00Z',
            blocked: 5400,
            threat_type: 'SQL Injection',
            networks: [
              { network: '198.51.100.0/24', asn_name: 'Example Transit', percentage: 71 },
              { network: '203.0.113.0/24', asn_name: null, percentage: 22 },
              { network: '192.0.2.0/24', asn_name: null, percentage: 2 },
            ],
          }
        : null,
      origin: null,
      suspected: null,
    },
  ],
});
const CONFIG = `/api/domains/${domain.id}/waf-config`;

function open(attacked: boolean, plan: 'starter' | 'business') {
  const entitlements = fakePlans.find(({ slug }) => slug === plan)?.entitlements;
  const user = fakeUser({ plan, ...(entitlements && { entitlements }) });
  storeSession(user);
  const config = defaultSitePolicy(domain);
  const stored = {
    ...config,
    policyConfig: { ...config.policyConfig, blocked_ips: ['192.0.2.1'] },
    version: 3,
    updated_at: domain.created_at,
    published: true,
  };
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    'GET /api/dashboard/now': { body: now(attacked) },
    [`GET ${CONFIG}`]: { body: stored },
    [`PUT ${CONFIG}`]: { body: { ...stored, version: 4 } },
  });
  return { api, ...renderApp('/dashboard') };
}
const banner = () => screen.findByRole('region', { name: 'Attack on castle.example' });

describe('the overview begins with what goes on now', () => {
  beforeEach(() => localStorage.clear());

  it('in one sentence, beside what is usual', async () => {
    open(false, 'business');
    await screen.findByText('All is well.');
    screen.getByText('150 requests in the last hour, 50% more than usual at this time; 3 blocked.');
  });

  it('names an attack and where it comes from, and blocks those networks beside what is blocked already', async () => {
    const { api, user } = open(true, 'business');
    await screen.findByText('castle.example is under attack.');
    const attack = within(await banner());
    attack.getByText(/requests blocked, most as SQL Injection; 93% from 2 networks/);
    expect(attack.getByRole('link', { name: 'Open in log' }).getAttribute('href')).toBe(
      '/dashboard/logs?domain=castle.example&status=blocked&from=2026-11-25T11%3A02%3A00Z',
    );
    await user.click(attack.getByRole('button', { name: 'Block the 2 networks' }));
    const asked = await screen.findByRole('alertdialog');
    expect(api.asked(`PUT ${CONFIG}`)).toEqual([]);
    await user.click(within(asked).getByRole('button', { name: 'Block' }));
    await waitFor(() =>
      expect(api.asked(`PUT ${CONFIG}`)).toMatchObject([
        {
          body: {
            policyConfig: { blocked_ips: ['192.0.2.1', '198.51.100.0/24', '203.0.113.0/24'] },
            version: 3,
          },
        },
      ]),
    );
  });

  it('challenges everybody where the plan can', async () => {
    const { api, user } = open(true, 'business');
    await user.click(within(await banner()).getByRole('button', { name: 'Challenge everybody' }));
    const asked = await screen.findByRole('alertdialog');
    await user.click(within(asked).getByRole('button', { name: 'Challenge everybody' }));
    await waitFor(() =>
      expect(api.asked(`PUT ${CONFIG}`)).toMatchObject([
        { body: { policyConfig: { enable_bot_protection: true, bot_challenge: 'all' }, version: 3 } },
      ]),
    );
  });

  it('offers only what the plan has', async () => {
    open(true, 'starter');
    const attack = within(await banner());
    await attack.findByRole('button', { name: 'Block the 2 networks' });
    expect(attack.queryByRole('button', { name: 'Challenge everybody' })).toBeNull();
  });
});
