import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../../../entities/policy/site-policy.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../../testing/render-app.tsx';

const domain = fakeDomain({ dns_verified: true, is_active: true });
const CONFIG_PATH = `/api/domains/${domain.id}/waf-config`;

async function open() {
  const stored = { ...defaultSitePolicy(domain), version: 3, updated_at: domain.created_at, published: true };
  const user = fakeUser();
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    [`GET ${CONFIG_PATH}`]: { body: stored },
    [`PUT ${CONFIG_PATH}`]: { body: stored },
  });
  const { user: hand } = renderApp(`/dashboard/domains/${domain.domain_name}/redirects`);
  await screen.findByRole('region', { name: 'Header rules' });
  await waitFor(() => expect(screen.queryByText('Loading configuration...')).toBeNull());
  const save = async () => {
    await hand.click(screen.getByRole('button', { name: 'Save Redirects and Pages' }));
    await waitFor(() => expect(api.asked(`PUT ${CONFIG_PATH}`)).toHaveLength(1));
    return api.asked(`PUT ${CONFIG_PATH}`)[0]!.body as { policyConfig: Record<string, unknown> };
  };
  return { hand, api, save };
}

it('a redirect is added, one that leads in a circle is refused where it is entered, and nothing of another form is saved', async () => {
  const { hand, api, save } = await open();
  const add = async (from: string, to: string) => {
    await hand.type(screen.getByLabelText('From path'), from);
    await hand.type(screen.getByLabelText('To'), to);
    await hand.click(screen.getByRole('button', { name: 'Add redirect' }));
  };
  await add('/a', '/b');
  await add('/b', '/a');
  await hand.click(screen.getByRole('button', { name: 'Save Redirects and Pages' }));
  await screen.findByText(/leads back to itself/);
  expect(api.asked(`PUT ${CONFIG_PATH}`)).toHaveLength(0);
  await hand.click(screen.getByRole('button', { name: 'Remove the redirect of /b' }));
  expect((await save()).policyConfig).toMatchObject({
    redirects: [{ from: '/a', to: '/b', status: 301, keep_query: true }],
    header_rules: [],
  });
  expect(api.asked(`PUT ${CONFIG_PATH}`)[0]!.body).not.toHaveProperty('policyConfig.mode');
});

it('many redirects come as CSV, and what is wrong is said by its line', async () => {
  const { hand, save } = await open();
  await hand.click(screen.getByText('Many at once, as CSV'));
  const lines = screen.getByLabelText(/Lines of/);
  await hand.click(lines);
  await hand.paste('from,to,status\n/a,"/b,c"\n/old/*,/new/*,308,no\nwrong,/x\n');
  await hand.click(screen.getByRole('button', { name: 'Add these' }));
  await screen.findByText(/Line 3 \(wrong\): A path must begin with a slash/);
  await hand.clear(lines);
  await hand.paste('/a,"/b,c"\n/old/*,/new/*,308,no\n');
  await hand.click(screen.getByRole('button', { name: 'Add these' }));
  await screen.findByRole('button', { name: 'Remove the redirect of /old/*' });
  expect((await save()).policyConfig.redirects).toEqual([
    { from: '/a', to: '/b,c', status: 301, keep_query: true },
    { from: '/old/*', to: '/new/*', status: 308, keep_query: false },
  ]);
});

it('a preset is one press, and a header of the connection is refused at its field', async () => {
  const { hand, save } = await open();
  await hand.click(screen.getByRole('button', { name: 'Add COOP' }));
  await hand.click(screen.getByRole('button', { name: 'Add header' }));
  const rules = within(screen.getByRole('region', { name: 'Header rules' }));
  const name = rules.getAllByLabelText('Header')[1]!;
  await hand.type(name, 'Content-Length');
  await hand.type(rules.getAllByLabelText('Value')[1]!, '1');
  await rules.findByText(/Content-Length cannot be changed: it belongs to the connection/);
  await hand.clear(name);
  await hand.type(name, 'X-Team');
  expect((await save()).policyConfig.header_rules).toEqual([
    { target: 'response', operation: 'set', name: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
    { target: 'response', operation: 'set', name: 'X-Team', value: '1' },
  ]);
});

it('a page of one’s own is previewed in a frame without rights, and maintenance names who passes', async () => {
  const { hand, save } = await open();
  await hand.click(screen.getByRole('button', { name: 'Add maintenance page' }));
  await hand.click(screen.getByRole('button', { name: 'Preview of the maintenance page (en)' }));
  const frame = screen.getByTitle<HTMLIFrameElement>('Preview of the maintenance page (en)');
  expect(frame.getAttribute('sandbox')).toBe('');
  expect(frame.srcdoc).toContain(`${domain.domain_name} is being worked on`);
  await hand.click(screen.getByRole('switch', { name: 'Maintenance mode' }));
  await hand.type(screen.getByLabelText('Addresses that pass'), '203.0.113.7{enter}');
  expect((await save()).policyConfig).toMatchObject({
    own_pages: [{ kind: 'maintenance', language: 'en' }],
    maintenance_mode: true,
    maintenance_allowed_ips: ['203.0.113.7'],
    maintenance_retry_after_seconds: 600,
  });
});
