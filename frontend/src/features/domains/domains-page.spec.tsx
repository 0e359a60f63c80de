import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../entities/policy/site-policy.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const domain = fakeDomain();
const CONFIG_PATH = `/api/domains/${domain.id}/waf-config`;

function answers(user = fakeUser()) {
  storeSession(user);
  return {
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    [`GET /api/domains/${domain.id}/dns`]: {
      body: { cname_target: domain.cname_target, name_servers: [], records: [] },
    },
    [`GET ${CONFIG_PATH}`]: {
      body: { ...defaultSitePolicy(domain), version: 3, updated_at: domain.created_at, published: true },
    },
    [`PUT ${CONFIG_PATH}`]: { body: {} },
  };
}

beforeEach(() => localStorage.clear());

describe('My Domains', () => {
  it('adds a domain from what was pasted', async () => {
    const api = installFakeApi({
      ...answers(),
      'GET /api/domains': { body: [] },
      'POST /api/domains': { status: 201, body: domain },
    });
    const app = renderApp('/dashboard/domains');
    await screen.findByText('No domains yet');
    await app.user.click(screen.getByRole('button', { name: 'Add Domain' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add Domain' });
    await app.user.type(within(dialog).getByLabelText('Domain Name'), 'https://Castle.example/shop');
    await app.user.type(within(dialog).getByLabelText('Server IP'), '203.0.113.7');
    await app.user.click(within(dialog).getByRole('button', { name: 'Add Domain' }));
    await screen.findByText('Domain added! Please verify DNS.');
    expect(api.asked('POST /api/domains')[0]?.body).toEqual({
      domain_name: 'castle.example',
      origin_host: '203.0.113.7',
      origin_port: 80,
      origin_protocol: 'http',
    });
  });

  it("shows the server's message when the record is not there yet", async () => {
    installFakeApi({
      ...answers(),
      [`POST /api/domains/${domain.id}/verify`]: {
        body: { verified: false, message: 'No CNAME record yet' },
      },
    });
    const app = renderApp('/dashboard/domains');
    await app.user.click(await screen.findByRole('button', { name: 'Verify DNS' }));
    const dialog = await screen.findByRole('dialog', { name: 'Verification CNAME Record' });
    await app.user.click(within(dialog).getByRole('button', { name: 'Verify Now' }));
    expect((await screen.findAllByText('No CNAME record yet')).length).toBeGreaterThan(0);
  });
});

describe('who owns a domain', () => {
  it('asks for the TXT record and says why, where a wildcard answers', async () => {
    const claim = { ...domain, txt_reason: 'wildcard' as const };
    const record = {
      purpose: 'ownership',
      type: 'TXT',
      ...domain.verification_txt,
      state: 'missing',
      found: [],
    };
    installFakeApi({
      ...answers(),
      'GET /api/domains': { body: [claim] },
      [`GET /api/domains/${domain.id}/dns`]: {
        body: {
          cname_target: domain.cname_target,
          name_servers: ['ada.ns.cloudflare.com'],
          records: [{ ...record, message: 'No TXT record', checked_at: domain.created_at }],
        },
      },
    });
    const app = renderApp('/dashboard/domains');
    await app.user.click(await screen.findByRole('button', { name: 'Verify DNS' }));
    const dialog = await screen.findByRole('dialog', { name: 'Verification TXT Record' });
    within(dialog).getByText('Why a TXT record?');
    within(dialog).getByText('palisade-domain-verification=abc');
    within(dialog).getByRole('button', { name: 'Copy value' });
  });

  it('claims a domain that another account has, after saying what that means', async () => {
    const api = installFakeApi({
      ...answers(),
      'GET /api/domains': { body: [] },
      'POST /api/domains': { status: 409, body: { code: 'domain_taken', detail: 'Another account has it.' } },
    });
    const app = renderApp('/dashboard/domains');
    await app.user.click(await screen.findByRole('button', { name: 'Add Domain' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add Domain' });
    await app.user.type(within(dialog).getByLabelText('Domain Name'), 'castle.example');
    await app.user.type(within(dialog).getByLabelText('Server IP'), '203.0.113.7');
    await app.user.click(within(dialog).getByRole('button', { name: 'Add Domain' }));
    await app.user.click(await within(dialog).findByRole('button', { name: 'It is mine: claim it' }));
    await waitFor(() => expect(api.asked('POST /api/domains')).toHaveLength(2));
    expect(api.asked('POST /api/domains').map(({ body }) => (body as { contest?: true }).contest)).toEqual([
      undefined,
      true,
    ]);
  });

  it('shows what could be lost, and sends the answer to who asks for a name below', async () => {
    const request = { held_name: 'castle.example', ends_at: '2026-03-10T12:00:00Z', role: 'holder' as const };
    const path = `POST /api/domains/${domain.id}/ownership-requests/r-1`;
    const api = installFakeApi({
      ...answers(),
      'GET /api/domains': {
        body: [
          fakeDomain({
            dns_verified: true,
            is_active: true,
            release_at: '2026-03-12T12:00:00Z',
            ownership_requests: [
              { ...request, id: 'r-1', kind: 'consent', name: 'shop.castle.example' },
              { ...request, id: 'r-2', kind: 'contest', name: 'castle.example' },
            ],
          }),
        ],
      },
      [path]: { status: 204, body: null },
    });
    const app = renderApp('/dashboard/domains');
    await screen.findByText('We can no longer verify that this domain is yours');
    screen.getByText('Another account claims this domain');
    await app.user.click(screen.getByRole('button', { name: 'Refuse' }));
    await screen.findByText('shop.castle.example was refused');
    expect(api.asked(path)[0]?.body).toEqual({ answer: 'refuse' });
  });
});

describe('the WAF configuration', () => {
  async function openPolicy(user = fakeUser()) {
    const api = installFakeApi(answers(user));
    const app = renderApp('/dashboard/domains');
    await app.user.click(await screen.findByRole('button', { name: 'Configure WAF' }));
    const dialog = await screen.findByRole('dialog', { name: 'Configure WAF' });
    await app.user.click(within(dialog).getByRole('tab', { name: 'WAF Policy' }));
    await waitFor(() => expect(screen.queryByText('Loading configuration...')).toBeNull());
    await within(dialog).findByRole('button', { name: 'Save WAF Policy' });
    return { api, app, dialog };
  }

  it('explains the plan instead of turning on what it lacks', async () => {
    const { app, dialog } = await openPolicy();
    const toggle = within(dialog).getByRole('switch', { name: /Bot Protection/ });
    await app.user.click(toggle);
    const upgrade = await screen.findByRole('dialog', { name: 'Upgrade Required' });
    expect(within(upgrade).getByText('Minimum required plan').nextSibling?.textContent).toBe('Business');
    expect(toggle.getAttribute('aria-checked')).toBe('false');
    await app.user.click(within(upgrade).getByRole('button', { name: 'Upgrade Now' }));
    await waitFor(() => expect(app.path()).toBe('/register?plan=3'));
  });

  it('checks list entries with the messages of the product and saves on the version it read', async () => {
    const starter = fakePlans[1];
    if (!starter) throw new Error('The fake plans lost Starter');
    const { api, app, dialog } = await openPolicy(
      fakeUser({ plan: 'starter', entitlements: starter.entitlements }),
    );
    const input = within(dialog).getByLabelText('Blocked IPs');
    const add = within(dialog).getByRole('button', { name: 'Add to block list' });

    await app.user.click(add);
    expect((await screen.findAllByText('Please enter an IP address or subnet')).length).toBeGreaterThan(0);
    await app.user.type(input, '300.1.1.1');
    await app.user.click(add);
    expect((await screen.findAllByText(/^Please enter a valid IP address or subnet/)).length).toBeGreaterThan(
      0,
    );
    await app.user.clear(input);
    await app.user.type(input, '203.0.113.0/24');
    await app.user.click(add);
    await screen.findByText('IP/subnet added to block list');

    await app.user.click(within(dialog).getByRole('button', { name: 'Save WAF Policy' }));
    await screen.findByText('WAF configuration saved successfully!');
    expect(api.asked(`PUT ${CONFIG_PATH}`)[0]?.body).toMatchObject({
      version: 3,
      policyConfig: { blocked_ips: ['203.0.113.0/24'], waf_sensitivity: 'medium' },
    });
  });

  it('that does not load is only logged, and cannot be saved over', async () => {
    const logged = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    installFakeApi({ ...answers(), [`GET ${CONFIG_PATH}`]: { status: 503, body: null } });
    const app = renderApp('/dashboard/domains');
    await app.user.click(await screen.findByRole('button', { name: 'Configure WAF' }));
    await screen.findByText('The saved configuration is not loaded yet');
    expect(logged.mock.calls.join()).toContain('The WAF configuration could not be loaded');
    expect(screen.getByRole('region', { name: 'Messages' }).textContent).toBe('');
    expect(screen.getByLabelText<HTMLInputElement>('Timeout (seconds)').value).toBe('30');
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save Origin Settings' });
    expect(save.disabled).toBe(true);
    logged.mockRestore();
  });

  it('cannot save an origin without a host', async () => {
    installFakeApi(answers());
    const app = renderApp('/dashboard/domains');
    await app.user.click(await screen.findByRole('button', { name: 'Configure WAF' }));
    const save = await screen.findByRole('button', { name: 'Save Origin Settings' });
    await waitFor(() => expect((save as HTMLButtonElement).disabled).toBe(false));
    await app.user.clear(screen.getByLabelText('Origin Host'));
    expect((screen.getByRole('button', { name: 'Save Origin Settings' }) as HTMLButtonElement).disabled).toBe(
      true,
    );
  });
});
