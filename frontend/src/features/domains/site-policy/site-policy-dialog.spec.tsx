import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../../entities/policy/site-policy.ts';
import type { BlockingForecast } from '../../../shared/api/types.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';

const domain = fakeDomain({ dns_verified: true, is_active: true, total_requests: 900 });
const CONFIG_PATH = `/api/domains/${domain.id}/waf-config`;
const stored = (version: number, policy = {}) => {
  const config = defaultSitePolicy(domain);
  return {
    ...config,
    policyConfig: { ...config.policyConfig, ...policy },
    version,
    updated_at: domain.created_at,
    published: true,
  };
};

const forecast: BlockingForecast = {
  range: '24h',
  from: '2026-03-09T12:00:00.000Z',
  to: '2026-03-10T12:00:00.000Z',
  requests: 900,
  would_block: { requests: 30, more: false, share: 3.33 },
  looked_at: 30,
  likely_false: 4,
  threat_types: [{ threat_type: 'SQL Injection', requests: 30 }],
  causes: [
    {
      rule_id: 1002,
      message: 'SQL comment after a quote',
      reason: 'rule',
      threat_type: 'SQL Injection',
      requests: 26,
      addresses: 1,
      answered: 0,
      path: '/search',
      target: 'ARGS:q',
      likelihood: 'attack',
      samples: [],
    },
    {
      rule_id: 2007,
      message: 'Markup in a form field',
      reason: 'rule',
      threat_type: 'XSS Attack',
      requests: 4,
      addresses: 4,
      answered: 4,
      path: '/guestbook',
      target: 'ARGS:comment',
      likelihood: 'ordinary',
      samples: [],
    },
  ],
};

async function open(over: Parameters<typeof installFakeApi>[0] = {}) {
  const user = fakeUser();
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    [`GET ${CONFIG_PATH}`]: { body: stored(3) },
    [`PUT ${CONFIG_PATH}`]: { body: stored(4) },
    ...over,
  });
  const app = renderApp('/dashboard/domains');
  await app.user.click(await screen.findByRole('button', { name: 'Configure WAF' }));
  const dialog = await screen.findByRole('dialog', { name: 'Configure WAF' });
  const tab = (name: RegExp) => app.user.click(within(dialog).getByRole('tab', { name }));
  await tab(/WAF Policy/);
  await waitFor(() => expect(screen.queryByText('Loading configuration...')).toBeNull());
  await within(dialog).findByRole('button', { name: 'Save WAF Policy' });
  const press = async (name: string) => app.user.click(await screen.findByRole('button', { name }));
  const rules = () => within(dialog).getByRole('switch', { name: 'Managed Rules' });
  return { api, app, dialog, tab, press, rules };
}

describe('changes that are not saved', () => {
  it('outlive a look at another tab, which says so, and can be discarded', async () => {
    const { app, tab, press, rules } = await open();
    await app.user.click(rules());
    await tab(/Origin Server/);
    await tab(/WAF Policy.*unsaved changes/);
    expect(rules().getAttribute('aria-checked')).toBe('false');
    await press('Discard');
    expect(rules().getAttribute('aria-checked')).toBe('true');
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  it('are asked for before the dialog closes', async () => {
    const { app, dialog, press, rules } = await open();
    await app.user.click(rules());
    await press('Close');
    await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await press('Keep editing');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(rules().getAttribute('aria-checked')).toBe('false');
    await app.user.keyboard('{Escape}');
    await press('Discard changes');
    await waitFor(() => expect(dialog.isConnected).toBe(false));
  });
});

describe('what the server refuses', () => {
  const refusal = (path: string, message: string) => ({
    [`PUT ${CONFIG_PATH}`]: {
      status: 400,
      body: {
        code: 'validation_failed',
        detail: 'Please check what you entered',
        errors: [{ path, message }],
      },
    },
  });

  it('is said at its field, and what was entered stays', async () => {
    const { app, dialog, press, rules } = await open(
      refusal('policyConfig.on_engine_failure', 'Not on this installation'),
    );
    await app.user.click(rules());
    const field = within(dialog).getByLabelText('If the rule engine itself fails on a request');
    await app.user.selectOptions(field, 'closed');
    await press('Save WAF Policy');
    const said = await within(dialog).findByText('Not on this installation');
    expect(field.getAttribute('aria-describedby')).toContain(said.id);
    expect((field as HTMLSelectElement).value).toBe('closed');
    expect(rules().getAttribute('aria-checked')).toBe('false');
    await app.user.selectOptions(field, 'open');
    expect(within(dialog).queryByText('Not on this installation')).toBeNull();
  });

  it('is named beside the button where its field does not show', async () => {
    const { app, dialog, press, rules } = await open(
      refusal('policyConfig.path_rate_limits.0.requests', 'Too many'),
    );
    await app.user.click(rules());
    await press('Save WAF Policy');
    await within(dialog).findByText('Please check: Limits for individual paths');
  });
});

describe('what was typed', () => {
  it('stays as it was typed, with what is wrong with it, and is not sent', async () => {
    const { api, app, dialog, tab, press } = await open();
    await tab(/Origin Server/);
    const port = within(dialog).getByLabelText<HTMLInputElement>('Origin Port');
    await app.user.clear(port);
    await app.user.type(port, '80a');
    await within(dialog).findByText('Port must be a whole number between 1 and 65535');
    await press('Save Origin Settings');
    await app.user.tab();
    expect(port.value).toBe('80a');
    expect(api.asked(`PUT ${CONFIG_PATH}`)).toHaveLength(0);
    await app.user.clear(port);
    await app.user.type(port, '8080');
    await press('Save Origin Settings');
    await screen.findByText('WAF configuration saved successfully!');
    expect(api.asked(`PUT ${CONFIG_PATH}`)[0]?.body).toMatchObject({ originConfig: { origin_port: 8080 } });
  });
});

describe('what was typed and not added to a list yet', () => {
  it('outlives a look at another tab', async () => {
    const { app, dialog, tab } = await open();
    const field = () => within(dialog).getByLabelText<HTMLInputElement>('Blocked IPs');
    await app.user.type(field(), '203.0.113.7');
    await tab(/Bans/);
    await tab(/WAF Policy/);
    expect(field().value).toBe('203.0.113.7');
  });
});

describe('a configuration that somebody else saved meanwhile', () => {
  const changed = { status: 409, body: { code: 'configuration_changed', detail: 'It is at version 9 now.' } };

  it('is loaded in the place of the own changes', async () => {
    let version = 3;
    const { app, press, rules } = await open({
      [`GET ${CONFIG_PATH}`]: () => ({
        body: stored(version, { waf_sensitivity: version === 9 ? 'high' : 'low' }),
      }),
      [`PUT ${CONFIG_PATH}`]: changed,
    });
    await app.user.click(rules());
    await press('Save WAF Policy');
    await screen.findByText('Somebody else has saved in the meantime');
    expect(rules().getAttribute('aria-checked')).toBe('false');
    version = 9;
    await press('Load theirs');
    await waitFor(() =>
      expect((screen.getByRole('radio', { name: 'High' }) as HTMLInputElement).checked).toBe(true),
    );
    expect(rules().getAttribute('aria-checked')).toBe('true');
    expect(screen.queryByText('Somebody else has saved in the meantime')).toBeNull();
  });

  it('is overwritten only when that is asked for, on the version that it is at', async () => {
    let version = 3;
    const { api, app, press, rules } = await open({
      [`GET ${CONFIG_PATH}`]: () => ({ body: stored(version) }),
      [`PUT ${CONFIG_PATH}`]: ({ body }) =>
        (body as { version: number }).version === 9 ? { body: stored(10) } : changed,
    });
    await app.user.click(rules());
    await press('Save WAF Policy');
    await screen.findByText('Somebody else has saved in the meantime');
    version = 9;
    await press('Save mine over it');
    await screen.findByText('WAF configuration saved successfully!');
    expect(api.asked(`PUT ${CONFIG_PATH}`).map(({ body }) => body)).toMatchObject([
      { version: 3, policyConfig: { enable_managed_rules: false } },
      { version: 9, policyConfig: { enable_managed_rules: false } },
    ]);
  });
});

describe('a site that only logs', () => {
  const logging = {
    [`GET ${CONFIG_PATH}`]: { body: stored(3, { mode: 'DetectionOnly' }) },
    'GET /api/dashboard/blocking-forecast': { body: forecast },
  };

  it('shows what blocking would have done, mistakes first, each with its way into the log', async () => {
    const { dialog } = await open(logging);
    const panel = await within(dialog).findByRole('region', { name: 'What blocking would have done' });
    await within(panel).findByText('of 900 requests would have been blocked, 3.3%');
    const causes = within(panel)
      .getAllByRole('listitem')
      .filter((item) => within(item).queryByText(/rule \d+/));
    expect(causes.map((item) => item.textContent)).toEqual([
      expect.stringContaining('Markup in a form field'),
      expect.stringContaining('SQL comment after a quote'),
    ]);
    const links = within(panel).getAllByRole('link', { name: 'All of them in the log' });
    expect(links[0]?.getAttribute('href')).toBe(
      '/dashboard/logs?domain=castle.example&action=log_only&rule=2007',
    );
  });

  it('starts blocking from there', async () => {
    const { api, press } = await open(logging);
    await press('Start blocking');
    await screen.findByText('WAF configuration saved successfully!');
    expect(api.asked(`PUT ${CONFIG_PATH}`)[0]?.body).toMatchObject({ policyConfig: { mode: 'On' } });
  });

  it('says where the log does not answer', async () => {
    const { dialog } = await open({
      ...logging,
      'GET /api/dashboard/blocking-forecast': { status: 503, body: {} },
    });
    await within(dialog).findByText('Failed to read the log');
  });

  it('is not asked about while it blocks', async () => {
    const { api, dialog } = await open();
    expect(within(dialog).queryByRole('region', { name: 'What blocking would have done' })).toBeNull();
    expect(api.asked('GET /api/dashboard/blocking-forecast')).toHaveLength(0);
  });
});
