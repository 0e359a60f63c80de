import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../../../entities/policy/site-policy.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../../testing/render-app.tsx';

const domain = fakeDomain({ dns_verified: true, is_active: true });
const CONFIG_PATH = `/api/domains/${domain.id}/waf-config`;
const SCANNERS = '7f8f9f4e-53a8-4a59-8a13-0c1a2b3c4d5e';
const ATTACKERS = '8f8f9f4e-53a8-4a59-8a13-0c1a2b3c4d5e';
const lists = [
  { id: SCANNERS, name: 'scanners', entries: 1, holds: 'addresses', is_offered: false },
  { id: ATTACKERS, name: 'attackers', entries: 612_408, holds: 'addresses', is_offered: true },
];

async function open(plan: 'free' | 'starter', over: Parameters<typeof installFakeApi>[0] = {}) {
  const config = defaultSitePolicy(domain);
  const stored = { ...config, version: 3, updated_at: domain.created_at, published: true };
  const user = fakeUser({ plan, entitlements: fakePlans.find(({ slug }) => slug === plan)!.entitlements });
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    'GET /api/managed-rules/packs': { body: { packs: [] } },
    'GET /api/lists': { body: { lists, max_lists: 20, max_entries: 2_000_000 } },
    [`GET ${CONFIG_PATH}`]: { body: stored },
    [`PUT ${CONFIG_PATH}`]: { body: stored },
    ...over,
  });
  const { user: hand } = renderApp(`/dashboard/domains/${domain.domain_name}/policy`);
  const field = await screen.findByLabelText<HTMLSelectElement>('Blocked lists', { selector: 'select' });
  await waitFor(() => expect(screen.queryByText('Loading configuration...')).toBeNull());
  const press = (name: string) => hand.click(screen.getByRole('button', { name }));
  return { api, hand, field, press };
}

it('a policy chooses lists, those that the operator offers too, and names them', async () => {
  const { api, hand, field, press } = await open('starter');
  await press('Add to blocked lists');
  await screen.findByText('Please choose a list');
  await hand.selectOptions(field, 'scanners (1 entry)');
  await press('Add to blocked lists');
  await hand.selectOptions(field, 'attackers (612,408 entries, offered)');
  await press('Add to blocked lists');
  expect([...field.options].map(({ text }) => text)).toEqual(['No list to choose']);
  const chosen = within(screen.getByRole('list', { name: 'Blocked lists' }));
  chosen.getByText('scanners');
  await press('Remove attackers from blocked lists');
  await press('Save WAF Policy');
  await waitFor(() => expect(api.asked(`PUT ${CONFIG_PATH}`)).toHaveLength(1));
  expect(api.asked(`PUT ${CONFIG_PATH}`)[0]!.body).toMatchObject({
    policyConfig: { blocked_lists: [SCANNERS], allowed_lists: [], challenged_lists: [] },
  });
});

it('a list that is gone is refused at its field', async () => {
  const message = 'There is no such list';
  const { hand, field, press } = await open('starter', {
    [`PUT ${CONFIG_PATH}`]: {
      status: 422,
      body: { code: 'validation_failed', errors: [{ path: 'policyConfig.blocked_lists.0', message }] },
    },
  });
  await hand.selectOptions(field, 'scanners (1 entry)');
  await press('Add to blocked lists');
  await press('Save WAF Policy');
  const alert = await screen.findByText(message);
  expect(alert.getAttribute('role')).toBe('alert');
});

it('a plan without lists is explained instead', async () => {
  const { hand, field, press } = await open('free');
  await hand.selectOptions(field, 'scanners (1 entry)');
  await press('Add to blocked lists');
  await screen.findByRole('dialog', { name: 'Upgrade Required' });
});
