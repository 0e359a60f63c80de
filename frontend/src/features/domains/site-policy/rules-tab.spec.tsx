import { screen, waitFor, within } from '@testing-library/react';
import { defaultSitePolicy } from '../../../entities/policy/site-policy.ts';
import type { CustomRule, RuleExclusion } from '../../../shared/api/types.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../../testing/fake-api.ts';
import { fakeWorkers } from '../../../testing/fake-workers.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { findingTexts } from './custom-rules/find-idle-rules.ts';

fakeWorkers(findingTexts);

const domain = fakeDomain({ dns_verified: true, is_active: true });
const CONFIG_PATH = `/api/domains/${domain.id}/waf-config`;

const OFFICE = '7f8f9f4e-53a8-4a59-8a13-0c1a2b3c4d5e';

const rule = (name: string, over: Partial<CustomRule> = {}): CustomRule => ({
  id: `0195a000-0000-7000-8000-0000000000${name}`,
  name: `Rule ${name}`,
  enabled: true,
  action: 'block',
  skip: [],
  conditions: [{ field: 'path', name: '', operator: 'starts_with', negate: false, values: [`/${name}`] }],
  ...over,
});
const exclusion = (over: Partial<RuleExclusion> = {}): RuleExclusion => ({
  id: '0195a000-0000-7000-8000-0000000000e1',
  by: 'rule_id',
  value: '1002',
  target: 'ARGS:q',
  path_prefix: '/search',
  note: 'quotes',
  expires_at: null,
  ...over,
});

type Lists = { custom_rules?: CustomRule[]; rule_exclusions?: RuleExclusion[] };
interface Sent {
  version: number;
  policyConfig: Lists;
}

/** A server that keeps what it is sent, as the real one does. */
function keeping(first: Lists, refuse?: (sent: Sent) => { status: number; body: unknown } | undefined) {
  const state = { version: 3, lists: first };
  const config = () => {
    const defaults = defaultSitePolicy(domain);
    return {
      originConfig: defaults.originConfig,
      policyConfig: { ...defaults.policyConfig, ...state.lists },
      version: state.version,
      updated_at: domain.created_at,
      published: true,
    };
  };
  return {
    state,
    answers: {
      [`GET ${CONFIG_PATH}`]: () => ({ body: config() }),
      [`PUT ${CONFIG_PATH}`]: ({ body }: { body: unknown }) => {
        const sent = body as Sent;
        const refusal = refuse?.(sent);
        if (refusal) return refusal;
        if (sent.version !== state.version)
          return { status: 409, body: { code: 'configuration_changed', detail: 'It is newer now.' } };
        state.version++;
        state.lists = { ...state.lists, ...sent.policyConfig };
        return { body: config() };
      },
    },
  };
}

async function open(show: 'rules' | 'exclusions', server: ReturnType<typeof keeping>) {
  const user = fakeUser();
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [domain] },
    'GET /api/lists': {
      body: {
        lists: [{ id: OFFICE, name: 'office', entries: 2, holds: 'addresses', is_offered: false }],
        max_lists: 20,
        max_entries: 2_000_000,
      },
    },
    'GET /api/dashboard/logs/recent': { body: { logs: [], next: null, searched_to: null } },
    'GET /api/managed-rules': {
      body: {
        own_rules: false,
        families: [{ tag: 'family/sql-injection', name: 'SQL injection' }],
        rules: [
          {
            id: 1002,
            message: 'Statement keywords',
            family: 'family/sql-injection',
            paranoia_level: 1,
            severity: 'CRITICAL',
            targets: ['ARGS'],
          },
        ],
      },
    },
    ...server.answers,
  });
  const app = renderApp(`/dashboard/domains?configure=${domain.domain_name}&show=${show}`);
  await screen.findByRole('region', { name: show === 'rules' ? 'Custom rules' : 'Exclusions' });
  await waitFor(() => expect(screen.queryByText('Loading configuration...')).toBeNull());
  const press = async (name: string | RegExp, within_?: HTMLElement) => {
    const button = within_
      ? await within(within_).findByRole('button', { name })
      : await screen.findByRole('button', { name });
    await app.user.click(button);
  };
  const puts = () => api.asked(`PUT ${CONFIG_PATH}`).map(({ body }) => (body as Sent).policyConfig);
  const names = () => server.state.lists.custom_rules?.map(({ name }) => name);
  return { app, press, puts, names };
}

describe('custom rules', () => {
  it('read as sentences; the order is changed by buttons, and said', async () => {
    const server = keeping({ custom_rules: [rule('a'), rule('b')] });
    const { press, names } = await open('rules', server);
    await screen.findByText('2 of 5 in your Free plan.');
    const [first] = within(screen.getByRole('list', { name: /^Custom rules/ })).getAllByRole('listitem');
    expect(first?.textContent).toContain('When the path starts with /a → Block');
    await press('Ask "Rule b" earlier');
    await screen.findByText('Rule b is now 1 of 2');
    await waitFor(() => expect(names()).toEqual(['Rule b', 'Rule a']));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Ask "Rule b" earlier');
  });

  it('are switched off, removed and brought back to their place', async () => {
    const server = keeping({ custom_rules: [rule('a'), rule('b')] });
    const { app, press, names } = await open('rules', server);
    await app.user.click(screen.getByRole('switch', { name: '"Rule a" is on' }));
    await waitFor(() => expect(server.state.lists.custom_rules?.[0]?.enabled).toBe(false));
    await press('Actions for "Rule a"');
    await app.user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    await waitFor(() => expect(names()).toEqual(['Rule b']));
    await press('Undo');
    await waitFor(() => expect(names()).toEqual(['Rule a', 'Rule b']));
  });

  it('that can never be asked say so in the list and where they are written', async () => {
    const server = keeping({ custom_rules: [rule('a'), rule('ab')] });
    const { app, press } = await open('rules', server);
    const finding = 'Never evaluated: every request it applies to is decided by "Rule a".';
    await screen.findByText(finding);
    await app.user.click(screen.getByRole('button', { name: 'Rule ab' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit custom rule' });
    await within(dialog).findByText(finding);
    await press('Remove /ab', dialog);
    await app.user.type(within(dialog).getByLabelText('Values'), '/b{Enter}');
    await waitFor(() => expect(within(dialog).queryByText(finding)).toBeNull());
  });

  it('are written from a template; what is wrong stands at its field', async () => {
    const server = keeping({ custom_rules: [] });
    const { app, press, names } = await open('rules', server);
    await press(/^Shut a path to strangers/);
    const dialog = await screen.findByRole('dialog', { name: 'Add custom rule' });
    await press('Add rule', dialog);
    await within(dialog).findByText('Please enter at least one value');
    const values = within(dialog).getAllByLabelText('Values')[1] as HTMLElement;
    await app.user.type(values, '203.0.113{Enter}');
    await within(dialog).findByText('Please enter an IP address or a CIDR range');
    await app.user.clear(values);
    await app.user.click(values);
    await app.user.paste('203.0.113.0/24\n2001:db8::/32\n');
    await within(dialog).findByText('2001:db8::/32');
    await press('Add rule', dialog);
    await waitFor(() => expect(names()).toEqual(['Admin area only from our addresses']));
    expect(server.state.lists.custom_rules?.[0]?.conditions[1]?.values).toEqual([
      '203.0.113.0/24',
      '2001:db8::/32',
    ]);
  });

  it('ask lists of addresses, and name them', async () => {
    const server = keeping({ custom_rules: [rule('a')] });
    const { app, press } = await open('rules', server);
    await press('Rule a');
    const dialog = await screen.findByRole('dialog', { name: 'Edit custom rule' });
    await press('Add condition', dialog);
    const comparison = within(dialog).getAllByLabelText('Comparison')[1]!;
    await app.user.selectOptions(comparison, 'is not on the list');
    await press('Save rule', dialog);
    await within(dialog).findByText('Please choose a list');
    await app.user.selectOptions(
      await within(dialog).findByLabelText('Lists'),
      await within(dialog).findByRole('option', { name: 'office (2 entries)' }),
    );
    await within(dialog).findByText(
      'When the path starts with /a and the address is not on the list office → Block',
    );
    await press('Save rule', dialog);
    await waitFor(() =>
      expect(server.state.lists.custom_rules?.[0]?.conditions[1]).toEqual({
        field: 'ip',
        name: '',
        operator: 'in_list',
        negate: true,
        values: [OFFICE],
      }),
    );
    const rules = within(screen.getByRole('list', { name: /^Custom rules/ }));
    await rules.findByText('office');
    // Ids of lists are no addresses.
    await press('Rule a');
    const again = await screen.findByRole('dialog', { name: 'Edit custom rule' });
    await app.user.selectOptions(within(again).getAllByLabelText('Comparison')[1]!, 'is not');
    expect(within(again).queryByText(OFFICE)).toBeNull();
  });

  it("show the server's errors where they belong", async () => {
    const server = keeping({ custom_rules: [rule('a'), rule('b')] }, () => ({
      status: 400,
      body: {
        detail: 'The input is not valid.',
        errors: [{ path: 'policyConfig.custom_rules.1.conditions.0.values.0', message: 'Not this one' }],
      },
    }));
    const { press } = await open('rules', server);
    await press('Rule b');
    const dialog = await screen.findByRole('dialog', { name: 'Edit custom rule' });
    await press('Save rule', dialog);
    await within(dialog).findByText('/b: Not this one');
  });

  it('are written as an expression as well, which says where it is wrong', async () => {
    const server = keeping({ custom_rules: [rule('a')] });
    const { app, press } = await open('rules', server);
    await press('Rule a');
    const dialog = await screen.findByRole('dialog', { name: 'Edit custom rule' });
    await app.user.click(within(dialog).getByRole('radio', { name: 'Expression' }));
    const field = await within(dialog).findByLabelText<HTMLTextAreaElement>('Expression', {
      selector: 'textarea',
    });
    expect(field.value).toBe('path starts_with "/a"');
    const typed = async (text: string) => {
      await app.user.clear(field);
      await app.user.click(field);
      await app.user.paste(text);
    };
    await typed('path starts_with "/a" or asn equals x');
    await within(dialog).findByText('At character 37: Please enter a number such as 64500');
    await typed('path starts_with "/a" or (not country equals DE and asn equals 64500)');
    await within(dialog).findByText(
      'When the path starts with /a, or the country is not Germany and the network operator is 64500 → Block',
    );
    await app.user.click(within(dialog).getByRole('radio', { name: 'Form' }));
    await within(dialog).findByText('or all of this');
    await press('Save rule', dialog);
    await waitFor(() =>
      expect(server.state.lists.custom_rules?.[0]?.alternatives?.[0]).toMatchObject([
        { field: 'country', negate: true, values: ['DE'] },
        { field: 'asn', values: ['64500'] },
      ]),
    );
  });

  it('ask for the body, which they say, and skip nothing then', async () => {
    const server = keeping({ custom_rules: [rule('a')] });
    const { app, press } = await open('rules', server);
    await press('Rule a');
    const dialog = await screen.findByRole('dialog', { name: 'Edit custom rule' });
    await app.user.selectOptions(within(dialog).getByLabelText('Action'), 'Skip checks');
    await app.user.selectOptions(within(dialog).getByLabelText('When'), 'JSON path');
    await within(dialog).findByText(/such a rule cannot skip them/);
    await app.user.selectOptions(within(dialog).getByLabelText('Action'), 'Block');
    expect(within(dialog).getByRole<HTMLOptionElement>('option', { name: 'Skip checks' }).disabled).toBe(
      true,
    );
    await app.user.type(within(dialog).getByPlaceholderText('items[*].sku'), 'user.role');
    await app.user.type(within(dialog).getByLabelText('Values'), 'admin{Enter}');
    await within(dialog).findByText('When the JSON value user.role starts with /a or admin → Block');
    await within(dialog).findByText(/Evaluated once the body has arrived/);
    await press('Save rule', dialog);
    await waitFor(() =>
      expect(server.state.lists.custom_rules?.[0]?.conditions).toMatchObject([
        { field: 'json_path', name: 'user.role', operator: 'starts_with', values: ['/a', 'admin'] },
      ]),
    );
  });

  it('redirect, change headers and add to lists, each with fields of its own', async () => {
    const server = keeping({ custom_rules: [rule('a')] });
    const { app, press } = await open('rules', server);
    await press('Rule a');
    const dialog = await screen.findByRole('dialog', { name: 'Edit custom rule' });
    const choose = (action: string) =>
      app.user.selectOptions(within(dialog).getByLabelText('Action'), action);
    await choose('Redirect');
    await press('Save rule', dialog);
    await within(dialog).findByText(/^Please enter a path that begins with one slash/);
    await app.user.type(within(dialog).getByLabelText(/^To/), '/closed');
    await within(dialog).findByText('When the path starts with /a → Redirect to /closed (302)');
    await choose('Change headers');
    await app.user.type(within(dialog).getByLabelText('Header'), 'X-Tier');
    await app.user.type(within(dialog).getByLabelText('Value', { exact: true }), 'gold');
    await within(dialog).findByText('When the path starts with /a → Set X-Tier of the request');
    await press('Add header', dialog);
    await app.user.type(
      within(within(dialog).getByRole('group', { name: 'Header 2' })).getByLabelText('Header'),
      'X-B',
    );
    await press('Remove header 1', dialog);
    const name = () => within(dialog).getByLabelText<HTMLInputElement>('Header');
    expect([document.activeElement, name().value]).toEqual([name(), 'X-B']);
    await choose('Redirect');
    const to = within(dialog).getByLabelText<HTMLInputElement>(/^To/);
    expect(to.value).toBe('/closed');
    await app.user.type(to, '?a');
    await app.user.click(within(dialog).getByRole('checkbox', { name: 'Keep the query' }));
    await press('Save rule', dialog);
    await within(dialog).findByText('A target with a query of its own cannot keep the request’s');
    within(dialog).getByRole('checkbox', {
      name: 'Keep the query',
      description: 'A target with a query of its own cannot keep the request’s',
    });
    await choose('Change headers');
    expect(name().value).toBe('X-B');
    await choose('Add to a list');
    await app.user.selectOptions(
      await within(dialog).findByRole('combobox', { name: /^List/ }),
      await within(dialog).findByRole('option', { name: 'office (2 entries)' }),
    );
    await within(dialog).findByText('When the path starts with /a → Add to the list office for 1 hour');
    await press('Save rule', dialog);
    await waitFor(() =>
      expect(server.state.lists.custom_rules?.[0]).toEqual(
        rule('a', { action: 'add_to_list', listing: { list: OFFICE, minutes: 60 } }),
      ),
    );
  });

  it('say so when the plan has no more of them, and lead to one that has', async () => {
    const server = keeping({ custom_rules: ['a', 'b', 'c', 'd', 'e'].map((name) => rule(name)) });
    const { press } = await open('rules', server);
    await press('Add rule');
    await screen.findByRole('dialog', { name: 'Upgrade Required' });
  });

  it('are put on top of what somebody else saved meanwhile', async () => {
    const server = keeping({ custom_rules: [rule('a')] });
    const { app, names } = await open('rules', server);
    server.state.version = 9;
    server.state.lists = { custom_rules: [rule('a'), rule('b')] };
    await app.user.click(screen.getByRole('switch', { name: '"Rule a" is on' }));
    await waitFor(() => expect(server.state.lists.custom_rules?.[0]?.enabled).toBe(false));
    expect(names()).toEqual(['Rule a', 'Rule b']);
  });

  it('that somebody else changed meanwhile are not overwritten unasked', async () => {
    const server = keeping({ custom_rules: [rule('a')] });
    const { press } = await open('rules', server);
    await press('Rule a');
    server.state.version = 9;
    server.state.lists = { custom_rules: [rule('a', { action: 'log' })] };
    const dialog = await screen.findByRole('dialog', { name: 'Edit custom rule' });
    await press('Save rule', dialog);
    await within(dialog).findByText(/Somebody else has changed it/);
    expect(server.state.lists.custom_rules?.[0]?.action).toBe('log');
    await press('Save rule', dialog);
    await waitFor(() => expect(server.state.lists.custom_rules?.[0]?.action).toBe('block'));
  });

  it('stay out of what the policy form saves', async () => {
    const server = keeping({ custom_rules: [rule('a')] });
    const { app, press, puts } = await open('rules', server);
    await app.user.click(screen.getByRole('tab', { name: 'WAF Policy' }));
    await app.user.click(await screen.findByRole('switch', { name: 'Managed Rules' }));
    await press('Save WAF Policy');
    await waitFor(() => expect(puts()).toHaveLength(1));
    expect(puts()[0]).not.toHaveProperty('custom_rules');
  });
});

describe('exclusions', () => {
  it('say what they let through, and until when', async () => {
    const expired = exclusion({
      id: '0195a000-0000-7000-8000-0000000000e2',
      by: 'tag',
      value: 'family/sql-injection',
      target: '',
      expires_at: '2026-01-01T00:00:00.000Z',
    });
    await open('exclusions', keeping({ rule_exclusions: [exclusion(), expired] }));
    const [first, second] = within(
      screen.getByRole('list', { name: 'Exclusions from the managed rules' }),
    ).getAllByRole('listitem');
    await waitFor(() => expect(first?.textContent).toContain('Statement keywords'));
    expect(first?.textContent).toContain('Does not look at the parameter q on paths that begin with /search');
    expect(first?.textContent).toContain('quotes');
    expect(second?.textContent).toContain('Expired');
    expect(second?.textContent).toContain('All rules: SQL injection');
  });

  it('are chosen from the catalogue; too wide ones are warned of', async () => {
    const server = keeping({ rule_exclusions: [] });
    const { app, press } = await open('exclusions', server);
    await press('Add exclusion');
    const dialog = await screen.findByRole('dialog', { name: 'Add exclusion' });
    await press('Add exclusion', dialog);
    await within(dialog).findByText('Please choose a rule');
    await app.user.selectOptions(within(dialog).getByLabelText('Rule'), '1002');
    await within(dialog).findByText('This disables it entirely');
    await app.user.type(within(dialog).getByLabelText(/^Path begins with/), '/search');
    await press('Add exclusion', dialog);
    await waitFor(() => expect(server.state.lists.rule_exclusions).toHaveLength(1));
    expect(server.state.lists.rule_exclusions?.[0]).toMatchObject({
      by: 'rule_id',
      value: '1002',
      target: '',
      path_prefix: '/search',
      expires_at: expect.any(String),
    });
  });
});
