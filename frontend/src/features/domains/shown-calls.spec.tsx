import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../entities/policy/site-policy.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const domain = fakeDomain();
const config = { ...defaultSitePolicy(domain), version: 3, updated_at: domain.created_at, published: true };

function open(at: string) {
  const user = fakeUser();
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    'POST /api/domains': { status: 201, body: domain },
    [`GET /api/domains/${domain.id}/dns`]: {
      body: { cname_target: domain.cname_target, name_servers: [], records: [] },
    },
    [`GET /api/domains/${domain.id}/waf-config`]: { body: config },
    [`PUT /api/domains/${domain.id}/waf-config`]: { body: { ...config, version: 4 } },
  });
  return { api, ...renderApp(at) };
}

const shownBody = async () => {
  const dialog = await screen.findByRole('dialog', { name: 'The same by the API' });
  const body = within(dialog).getByRole('region', { name: 'Body' });
  const shown: unknown = JSON.parse(body.querySelector('pre')!.textContent);
  return { dialog, shown };
};

describe('the call that is shown beside an action', () => {
  beforeEach(() => localStorage.clear());

  it('is the one that adds the domain', async () => {
    const { api, user } = open('/dashboard/domains');
    await user.click((await screen.findAllByRole('button', { name: 'Add Domain' }))[0]!);
    const form = await screen.findByRole('dialog', { name: 'Add Domain' });
    await user.type(within(form).getByLabelText(/Domain Name/), 'https://Shop.example/path');
    await user.type(within(form).getByLabelText(/Server IP/), '203.0.113.10');
    await user.click(within(form).getByRole('button', { name: 'Show the call' }));
    const { dialog, shown } = await shownBody();
    expect(within(dialog).getByText('POST')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Done' }));
    await user.click(within(form).getByRole('button', { name: 'Add Domain' }));
    await waitFor(() => expect(api.asked('POST /api/domains')).toHaveLength(1));
    expect(api.asked('POST /api/domains')[0]!.body).toEqual(shown);
  });

  it('saves of a policy what was changed', async () => {
    const { user } = open(`/dashboard/domains/${domain.domain_name}/policy`);
    const logOnly = await screen.findByRole('radio', { name: 'Log only' });
    await user.click(logOnly);
    await user.click(screen.getByRole('button', { name: 'Show the call' }));
    const { shown } = await shownBody();
    expect(shown).toEqual({ policyConfig: { mode: 'DetectionOnly' }, version: 3 });
  });
});
