import { screen, waitFor, within } from '@testing-library/react';
import { settingOf } from '../../entities/log/verdicts.ts';
import type { LogEntry, RuleExclusion } from '../../shared/api/types.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const domain = fakeDomain({ dns_verified: true, is_active: true });
const CONFIG_PATH = `/api/domains/${domain.id}/waf-config`;

const refused: LogEntry = {
  id: '0195a000-0000-7000-8000-000000000091',
  request_id: '0195a000-0000-7000-8000-000000000091',
  timestamp: new Date().toISOString(),
  server_name: 'edge-1',
  remote_addr: '203.0.113.7',
  geo_country: 'DE',
  geo_city: null,
  asn: null,
  asn_name: null,
  domain_name: domain.domain_name,
  host: domain.domain_name,
  request_method: 'GET',
  request_uri: '/shop/search?q=x',
  protocol: 'HTTP/1.1',
  user_agent: 'Firefox',
  ja4: null,
  tls_version: null,
  origin: null,
  origin_reason: null,
  referer: null,
  status: 'blocked',
  action: 'block',
  reason: 'rule',
  severity: 'CRITICAL',
  threat_type: 'SQL Injection',
  modsec_rule_id: 1002,
  deciding_rule_id: 9001,
  modsec_message: 'Statement keywords',
  inbound_score: 5,
  cache_status: null,
  scheme: 'https',
  http_status: 403,
  origin_status: null,
  duration_ms: 1,
  request_bytes: 1,
  response_bytes: 1,
  matches: [
    {
      rule_id: 1002,
      message: 'Statement keywords',
      severity: 'CRITICAL',
      score: 5,
      phase: 2,
      data: '',
      explanation: '',
      tags: ['family/sql-injection'],
      targets: [
        {
          name: 'ARGS:q',
          value: 'x',
          transformed: 'x',
          transformations: [],
          operator: '@rx',
          match_offset: 0,
          match_length: 1,
          value_offset: 0,
        },
      ],
    },
  ],
};

async function openEntry(log: LogEntry, over: Parameters<typeof installFakeApi>[0] = {}) {
  const user = fakeUser();
  storeSession(user);
  const sent: { version: number; policyConfig: { rule_exclusions: RuleExclusion[] } }[] = [];
  const config = { originConfig: {}, policyConfig: { rule_exclusions: [] }, version: 3, published: true };
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    'GET /api/dashboard/logs/recent': { body: { logs: [log], next: null, searched_to: null } },
    [`GET ${CONFIG_PATH}`]: { body: config },
    [`POST /api/domains/${domain.id}/exclusion-prices`]: {
      status: 409,
      body: { code: 'rule_set_elsewhere' },
    },
    [`PUT ${CONFIG_PATH}`]: ({ body }) => {
      sent.push(body as (typeof sent)[number]);
      return { body: { ...config, version: 4 } };
    },
    ...over,
  });
  const app = renderApp('/dashboard/logs');
  await app.user.click(await screen.findByRole('button', { name: 'Details' }));
  const details = await screen.findByRole('region', { name: 'Attack Details' });
  const make = async () => {
    await app.user.click(within(details).getByRole('button', { name: 'Create an exclusion' }));
    return screen.findByRole('dialog', { name: 'Create an exclusion' });
  };
  return { api, app, details, make, sent };
}

describe('an exclusion from a log entry', () => {
  it('begins with the rule, the field and the path, and says what it would have let through', async () => {
    const { api, app, make, sent } = await openEntry(refused);
    const dialog = await make();
    await within(dialog).findByText(
      'Rule 1002 no longer looks at the parameter q on paths that begin with /shop/search.',
      undefined,
    );
    await waitFor(() =>
      expect(dialog.textContent).toContain('It would have let through 1 request blocked in the last 7 days.'),
    );
    // The log itself is read again meanwhile.
    const queries = api
      .asked('GET /api/dashboard/logs/recent')
      .map(({ query }) => Object.fromEntries(new URLSearchParams(query)));
    expect(queries.find(({ rule }) => rule !== undefined)).toMatchObject({
      rule: '1002',
      path: '/shop/search*',
      status_filter: 'blocked',
      domain: domain.domain_name,
    });
    await app.user.click(within(dialog).getByRole('button', { name: 'Create exclusion' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const [made] = sent[0]?.policyConfig.rule_exclusions ?? [];
    expect(sent[0]?.version).toBe(3);
    expect(made).toMatchObject({
      by: 'rule_id',
      value: '1002',
      target: 'ARGS:q',
      path_prefix: '/shop/search',
    });
    const days = (Date.parse(made?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    await app.user.click(await screen.findByRole('button', { name: 'Show' }));
    await screen.findByRole('region', { name: 'Exclusions' });
  });

  it('is widened step by step, and warned of at the widest', async () => {
    const { app, make, sent } = await openEntry(refused);
    const dialog = await make();
    const choose = (label: string, value: string) =>
      app.user.selectOptions(within(dialog).getByLabelText(label), value);
    await choose('Path', '/shop/');
    await choose('Rule', 'family');
    await within(dialog).findByText(/No rule against SQL injection looks at the parameter q/, undefined);
    await choose('Field', 'all');
    await choose('Path', '');
    await within(dialog).findByText('As wide as it can be');
    await app.user.click(within(dialog).getByRole('radio', { name: 'No end' }));
    await app.user.click(within(dialog).getByRole('button', { name: 'Create exclusion' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.policyConfig.rule_exclusions).toMatchObject([
      { by: 'tag', value: 'family/sql-injection', target: '', path_prefix: '', expires_at: null },
    ]);
  });

  it('says which attacks it would let through, and proposes the rule that lets the fewest through', async () => {
    const [match] = refused.matches;
    const log = {
      ...refused,
      matches: [
        { ...match!, score: 3 },
        { ...match!, rule_id: 1010, score: 3 },
      ],
    };
    const config = {
      originConfig: {},
      policyConfig: { rule_exclusions: [], inbound_anomaly_threshold: 5 },
      version: 3,
      published: true,
    };
    const letThrough: Record<string, number> = { '1002': 40, '1010': 3 };
    const { app, make, sent } = await openEntry(log, {
      [`GET ${CONFIG_PATH}`]: { body: config },
      [`POST /api/domains/${domain.id}/exclusion-prices`]: ({ body }) => {
        const { scopes } = body as { scopes: { value: string }[][] };
        const priceOf = (scope: { value: string }[]) => ({
          lets_through: scope.reduce((sum, { value }) => sum + (letThrough[value] ?? 0), 0),
          by_class: [{ attack_class: 'SQL injection', lets_through: 3 }],
          examples: ["x' or 1=1"],
        });
        return { body: { attacks: 1_500, refused: 1_400, prices: scopes.map(priceOf) } };
      },
    });
    const dialog = await make();
    await within(dialog).findByText(/Rule 1010 no longer looks at the parameter q/);
    await within(dialog).findByText(/of the 1,400 attacks that the rules block here: 3 SQL injection/);

    await app.user.click(within(dialog).getByRole('checkbox', { name: /Rule 1002/ }));
    await app.user.click(await within(dialog).findByRole('button', { name: 'Take the narrower one' }));
    await app.user.click(within(dialog).getByRole('button', { name: 'Create exclusion' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.policyConfig.rule_exclusions.map(({ value }) => value)).toEqual(['1010']);
  });

  it('keeps what was chosen where it cannot be saved', async () => {
    const { app, make } = await openEntry(refused, {
      [`PUT ${CONFIG_PATH}`]: { status: 503, body: { detail: 'The service is away.' } },
    });
    const dialog = await make();
    await app.user.click(await within(dialog).findByRole('button', { name: 'Create exclusion' }));
    await within(dialog).findByText('The service is away.');
  });
});

describe('an exclusion at one press', () => {
  const PRICES = `POST /api/domains/${domain.id}/exclusion-prices`;
  const config = (rule_exclusions: unknown[] = []) => ({
    originConfig: {},
    policyConfig: { rule_exclusions, inbound_anomaly_threshold: 5 },
    version: 3,
    published: true,
  });
  const priced = {
    [PRICES]: {
      body: {
        attacks: 1_500,
        refused: 1_400,
        prices: [
          { lets_through: 2, by_class: [{ attack_class: 'SQL injection', lets_through: 2 }], examples: [] },
        ],
      },
    },
  };

  it('is offered with its price where only one could be meant, and taken back at another', async () => {
    let stored: RuleExclusion[] = [];
    let version = 3;
    const answer = () => ({ body: { ...config(stored), version } });
    const { api, app, details } = await openEntry(refused, {
      ...priced,
      [`GET ${CONFIG_PATH}`]: answer,
      [`PUT ${CONFIG_PATH}`]: ({ body }) => {
        stored = (body as { policyConfig: { rule_exclusions: RuleExclusion[] } }).policyConfig
          .rule_exclusions;
        version++;
        return answer();
      },
    });
    const see = await within(details).findByRole('button', { name: 'See what it would let through' });
    // Reading an entry costs nobody anything.
    expect(api.asked(PRICES)).toHaveLength(0);
    await within(details).findByText('First check which known attacks it would also let through.');
    await app.user.click(see);
    await within(details).findByText(/It would let through/);
    expect(details.textContent).toContain(
      'If you let such requests pass, rule 1002 no longer looks at the parameter q on paths that begin with /shop/search, for 30 days.',
    );
    expect(details.textContent).toContain(
      'It would let through 2 of the 1,400 attacks that the rules block here: 2 SQL injection.',
    );
    await app.user.click(within(details).getByRole('button', { name: 'Let such requests pass' }));
    await within(details).findByText(/Such requests now pass/);
    expect(stored).toMatchObject([
      { by: 'rule_id', value: '1002', target: 'ARGS:q', path_prefix: '/shop/search' },
    ]);
    await app.user.click(await screen.findByRole('button', { name: 'Undo' }));
    await within(details).findByRole('button', { name: 'Let such requests pass' });
    expect(stored).toEqual([]);
  });

  it.each<[string, Partial<LogEntry>]>([
    [
      'several rules could be meant',
      { matches: [1002, 1010].map((rule_id) => ({ ...refused.matches[0]!, rule_id, score: 3 })) },
    ],
    ['it would hold for every path', { request_uri: '/?q=x' }],
    ['the rules alone would not have refused it', { matches: [{ ...refused.matches[0]!, score: 3 }] }],
  ])('is left to the dialog where %s', async (_, over) => {
    const { api, details } = await openEntry(
      { ...refused, ...over },
      { ...priced, [`GET ${CONFIG_PATH}`]: { body: config() } },
    );
    await waitFor(() => expect(api.asked(`GET ${CONFIG_PATH}`)).not.toHaveLength(0));
    await within(details).findByRole('button', { name: 'Create an exclusion' });
    expect(within(details).queryByRole('button', { name: 'Let such requests pass' })).toBeNull();
    expect(within(details).queryByRole('button', { name: 'See what it would let through' })).toBeNull();
    expect(api.asked(PRICES)).toHaveLength(0);
  });

  it.each([
    ['there was no time for all attacks', { body: { attacks: 1_500, refused: 20, prices: [null] } }],
    ['another question of the owner runs', { status: 429, body: { code: 'simulation_running' } }],
  ])('waits for its price where %s', async (_, first) => {
    let asked = 0;
    const { api, app, details } = await openEntry(refused, {
      [PRICES]: () => (asked++ === 0 ? first : priced[PRICES]!),
      [`GET ${CONFIG_PATH}`]: { body: config() },
    });
    await app.user.click(
      await within(details).findByRole('button', { name: 'See what it would let through' }),
    );
    await waitFor(() => expect(api.asked(PRICES)).toHaveLength(1));
    expect(
      within(details).getByRole<HTMLButtonElement>('button', { name: 'Let such requests pass' }).disabled,
    ).toBe(true);
    await within(details).findByText(/It would let through/);
    expect(api.asked(PRICES)).toHaveLength(2);
    expect(
      within(details).getByRole<HTMLButtonElement>('button', { name: 'Let such requests pass' }).disabled,
    ).toBe(false);
  });

  it('is left to the dialog where its price cannot be tried', async () => {
    const { app, details } = await openEntry(refused, { [`GET ${CONFIG_PATH}`]: { body: config() } });
    await app.user.click(
      await within(details).findByRole('button', { name: 'See what it would let through' }),
    );
    await within(details).findByText(/could not be tried now/);
    expect(within(details).queryByRole('button', { name: 'Let such requests pass' })).toBeNull();
  });
});

describe('what decided', () => {
  it.each([
    ['block', 'custom:0195', 'show=rules&rule=0195'],
    ['challenge', 'custom:0195', 'show=rules&rule=0195'],
    ['custom_rule', 'custom:0195', 'show=rules&rule=0195'],
    ['geo', 'blocked_country', 'show=policy'],
    ['rate_limit', 'rate_limit', 'show=policy'],
    ['ban', 'ban', 'show=bans'],
  ])('%s because of %s leads to %s', (action, reason, query) => {
    expect(settingOf({ action, reason, domain_name: 'castle.example' })?.to).toBe(
      `/dashboard/domains?configure=castle.example&${query}`,
    );
  });

  it.each(['reject', 'allow', 'block'])('%s leads nowhere', (action) => {
    expect(settingOf({ action, reason: '', domain_name: 'castle.example' })).toBeNull();
  });

  it('is offered in the place of an exclusion', async () => {
    const { details } = await openEntry({
      ...refused,
      action: 'geo',
      reason: 'blocked_country',
      matches: [],
    });
    expect(within(details).queryByRole('button', { name: 'Create an exclusion' })).toBeNull();
    within(details).getByRole('link', { name: 'Change the blocked countries' });
  });
});
