import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../../entities/policy/site-policy.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';

const domain = fakeDomain({ dns_verified: true, is_active: true });
const BANS = `/api/domains/${domain.id}/bans`;
const LIST = '01890000-0000-7000-8000-000000000001';
const UNTIL = '2026-03-11T12:00:00.000Z';
const banOf = (address: string, reason: string) => ({
  address,
  until: UNTIL,
  reason,
  note: '',
  created_at: null,
});

async function open(listings: ReturnType<typeof banOf>[]) {
  const user = fakeUser();
  storeSession(user);
  const bans = [banOf('203.0.113.7', 'rate_limit')];
  const lifted: string[] = [];
  installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    [`GET /api/domains/${domain.id}/waf-config`]: {
      body: { ...defaultSitePolicy(domain), version: 1, updated_at: domain.created_at, published: true },
    },
    'GET /api/lists': { body: { lists: [{ id: LIST, name: 'Trapped' }] } },
    [`GET ${BANS}`]: ({ query }: { query: string }) => {
      const shown = (new URLSearchParams(query).get('kind') === 'listings' ? listings : bans).filter(
        ({ address }) => !lifted.includes(address),
      );
      return { body: { bans: shown, total: shown.length, listings: listings.length } };
    },
    [`DELETE ${BANS}`]: ({ query }: { query: string }) => {
      lifted.push(new URLSearchParams(query).get('address')!);
      return { status: 204 };
    },
  });
  const app = renderApp('/dashboard/domains');
  await app.user.click(await screen.findByRole('button', { name: 'Configure WAF' }));
  const dialog = await screen.findByRole('dialog', { name: 'Configure WAF' });
  await app.user.click(within(dialog).getByRole('tab', { name: 'Bans' }));
  await screen.findByRole('list', { name: 'Bans' });
  return { app, lifted };
}

it('clients on lists stand apart from bans, with the list’s name in every word', async () => {
  const address = `list/${LIST}/192.0.2.1`;
  const { app, lifted } = await open([banOf(address, 'custom:a')]);
  const section = await screen.findByRole('region', { name: 'On lists' });
  expect(section.textContent).toContain('They are not banned');
  await within(section).findByText('On the list Trapped');
  within(section).getByText('192.0.2.1');
  expect(screen.getByRole('list', { name: 'Bans' }).textContent).not.toContain('192.0.2.1');
  await app.user.click(within(section).getByRole('button', { name: 'Take 192.0.2.1 off the list Trapped' }));
  await screen.findByText('192.0.2.1 is off the list Trapped');
  expect(lifted).toEqual([address]);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'On lists' })).toBeNull());
  screen.getByText('203.0.113.7');
});
