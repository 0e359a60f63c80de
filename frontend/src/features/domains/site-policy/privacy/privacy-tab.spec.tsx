import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../../../entities/policy/site-policy.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../../testing/render-app.tsx';

const domain = fakeDomain({ dns_verified: true, is_active: true });
const CONFIG_PATH = `/api/domains/${domain.id}/waf-config`;
const DATA_PATH = '/api/dashboard/visitor-data';
const found = {
  records: 2,
  is_complete: true,
  recordings: 1,
  reports: 0,
  exports: 1,
  network: '203.0.113.0/24',
};

async function open(answer = found) {
  const stored = { ...defaultSitePolicy(domain), version: 3, updated_at: domain.created_at, published: true };
  const user = fakeUser();
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    [`GET ${CONFIG_PATH}`]: { body: stored },
    [`PUT ${CONFIG_PATH}`]: { body: stored },
    [`GET ${DATA_PATH}/kept`]: { body: [{ kind: 'records', days: 30 }] },
    [`GET ${DATA_PATH}`]: { body: answer },
    [`DELETE ${DATA_PATH}`]: { body: { records: 2, recordings: 1, reports: 0, exports: 1 } },
  });
  const { user: hand } = renderApp(`/dashboard/domains/${domain.domain_name}/privacy`);
  await screen.findByRole('switch', { name: 'Do not log user agents' });
  await waitFor(() => expect(screen.queryByText('Loading configuration...')).toBeNull());
  return { hand, api };
}

it('says how little is kept from now on, and saves nothing of another form', async () => {
  const { hand, api } = await open();
  screen.getByText(/Existing records stay unchanged/);
  await hand.click(screen.getByRole('radio', { name: 'Pseudonym' }));
  screen.getByText(/a key that changes daily and is never stored/);
  await hand.click(screen.getByRole('switch', { name: 'Mask all query values' }));
  await hand.click(screen.getByRole('switch', { name: 'Do not log user agents' }));
  await hand.click(screen.getByRole('switch', { name: 'Do not log TLS fingerprints' }));
  await hand.click(screen.getByRole('button', { name: 'Save Privacy' }));
  await waitFor(() => expect(api.asked(`PUT ${CONFIG_PATH}`)).toHaveLength(1));
  const { policyConfig } = api.asked(`PUT ${CONFIG_PATH}`)[0]!.body as { policyConfig: object };
  expect(policyConfig).toMatchObject({
    log_addresses: 'pseudonym',
    log_mask_query_values: true,
    log_omit_user_agents: true,
    log_omit_fingerprints: true,
    recording_masked_fields: [],
  });
  expect(policyConfig).not.toHaveProperty('mode');
});

it('finds what is stored of a visitor and deletes it after a question', async () => {
  const { hand, api } = await open();
  await hand.type(screen.getByLabelText(/Address, as records have it/), '203.0.113.77');
  await hand.click(screen.getByRole('button', { name: 'Find' }));
  await screen.findByText(/2 log records, 1 recorded request and 0 reports. 1 export is of these days/);
  const link = screen.getByRole('link', { name: 'Show the records in the log' });
  expect(link.getAttribute('href')).toContain('address=203.0.113.77');
  await hand.click(screen.getByRole('button', { name: 'Delete it' }));
  const question = await screen.findByRole('alertdialog');
  expect(api.asked(`DELETE ${DATA_PATH}`)).toHaveLength(0);
  await hand.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(api.asked(`DELETE ${DATA_PATH}`)).toHaveLength(1));
});

it('leads to the network of an address of which there is nothing', async () => {
  const { hand } = await open({ ...found, records: 0, recordings: 0, exports: 0 });
  await hand.type(screen.getByLabelText(/Address, as records have it/), '203.0.113.77');
  await hand.click(screen.getByRole('button', { name: 'Find' }));
  await hand.click(await screen.findByRole('button', { name: '203.0.113.0/24' }));
  await waitFor(() =>
    expect(screen.getByLabelText(/Address, as records have it/)).toHaveProperty('value', '203.0.113.0/24'),
  );
});

it('offers to delete what a search that was cut short may not have come to', async () => {
  const { hand } = await open({ ...found, is_complete: false, records: 0, recordings: 0, exports: 0 });
  await hand.type(screen.getByLabelText(/Address, as records have it/), '203.0.113.77');
  await hand.click(screen.getByRole('button', { name: 'Find' }));
  await screen.findByText(/0 log records or more/);
  screen.getByRole('button', { name: 'Delete it' });
});

it('says what is stored and for how long', async () => {
  await open();
  const table = await screen.findByRole('region', { name: 'What is stored' });
  expect(within(table).getByText('Log records').closest('tr')?.textContent).toContain('30 days');
  within(table).getByText('Until the ban ends');
});
