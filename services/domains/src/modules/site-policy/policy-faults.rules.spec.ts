import {
  type CustomRule,
  defaultSitePolicy,
  type PolicyConfig,
  type RuleExclusion,
} from '@palisade/site-policy';
import { policyFaults } from './policy-faults.rules.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const { policyConfig } = defaultSitePolicy({
  origin_host: 'a.example',
  origin_port: 80,
  origin_protocol: 'http',
});
const rule = (...values: string[]): CustomRule => ({
  id: 'r',
  name: 'Rule',
  enabled: false,
  action: 'block',
  skip: [],
  conditions: [
    { field: 'path', name: '', operator: 'equals', negate: false, values: ['('] },
    { field: 'path', name: '', operator: 'matches', negate: false, values },
  ],
});
const exclusion = (changes: Partial<RuleExclusion> = {}): RuleExclusion => ({
  id: 'x',
  by: 'rule_id',
  value: '1002',
  target: '',
  path_prefix: '',
  note: '',
  expires_at: null,
  ...changes,
});
const faults = (wanted: Partial<PolicyConfig>, stored: Partial<PolicyConfig> = {}, restored = false) =>
  policyFaults(
    { ...policyConfig, ...stored },
    { ...policyConfig, ...wanted },
    {
      nowMs: NOW,
      hasRule: (_by, value) => value === '1002' || value === 'family/xss',
      releases: ['crs-4'],
      lists: new Map([
        ['known', 'addresses'],
        ['agents', 'user_agents'],
        ['asns', 'asns'],
      ]),
      hosts: ['shop.example'],
      restored,
    },
  );

describe('faults of custom rules', () => {
  const PATH = 'policyConfig.custom_rules.0.conditions.1.values';

  it.each([
    ['^/wp-(?:login|admin)', null],
    ['(', 'Not a regular expression, at character 2: missing closing parenthesis'],
    ['é[a', 'Not a regular expression, at character 2: '],
    ['(a+)\\1', 'This regular expression cannot be used: '],
    ['(?:a?){2000}', 'This regular expression cannot be used: '],
  ])('are patterns that the edge could not run: %j', async (pattern, message) => {
    expect(await faults({ custom_rules: [rule('fine', pattern)] })).toEqual(
      message === null ? [] : [{ path: `${PATH}.1`, message: expect.stringContaining(message) }],
    );
  });

  it('are not looked for in what was stored so before', async () => {
    expect(await faults({ custom_rules: [rule('(')] }, { custom_rules: [rule('(')] })).toEqual([]);
    expect(await faults({ custom_rules: [rule('(', ')')] }, { custom_rules: [rule('(')] })).toHaveLength(2);
  });
});

describe('faults of redirects', () => {
  const to = (id: string, target: string, from: string): CustomRule => ({
    ...rule('x'),
    id,
    name: id,
    enabled: true,
    action: 'redirect',
    redirect: { to: target, status: 302, keep_query: false },
    conditions: [{ field: 'path', name: '', operator: 'equals', negate: false, values: [from] }],
  });
  const circle = [to('a', '/b', '/a'), to('b', '/a', '/b')];

  it('are circles, but not those that were stored before', async () => {
    expect(await faults({ custom_rules: circle })).toEqual([
      {
        path: 'policyConfig.custom_rules.0.redirect.to',
        message: 'These rules send visitors in a circle: “a” → “b” → “a”',
      },
    ]);
    expect(await faults({ custom_rules: circle }, { custom_rules: circle })).toEqual([]);
  });

  it('are lists that are not there', async () => {
    const listing = { list: 'gone', minutes: 5 };
    const listed: CustomRule = { ...rule('x'), action: 'add_to_list', listing };
    expect(await faults({ custom_rules: [listed] })).toEqual([
      { path: 'policyConfig.custom_rules.0.listing.list', message: 'There is no such list' },
    ]);
  });
});

describe('faults of exclusions', () => {
  const only = async (changes: Partial<RuleExclusion>, before: RuleExclusion[] = [], restored = false) =>
    (await faults({ rule_exclusions: [exclusion(changes)] }, { rule_exclusions: before }, restored)).map(
      ({ path, message }) => `${path.replace('policyConfig.rule_exclusions.0.', '')}: ${message}`,
    );

  it('are targets that the engine does not know', async () => {
    expect(await only({ target: 'ARGS:comment' })).toEqual([]);
    expect(await only({ target: 'NOWHERE' })).toEqual([expect.stringMatching(/^target: .*no such variable/)]);
    expect(await only({ target: 'ARGS|ARGS_NAMES' })).toEqual([
      expect.stringMatching(/^target: .*one target/),
    ]);
    expect(await only({ target: 'ARGS:/(/' })).toEqual([expect.stringMatching(/^target: .*parenthesis/)]);
  });

  it('are rules that there are not, unless they were named before', async () => {
    expect(await only({ value: '7' })).toEqual(['value: There is no managed rule 7 to exclude']);
    expect(await only({ by: 'tag', value: 'family/none' })).toEqual([
      'value: There is no family of managed rules called "family/none"',
    ]);
    expect(await only({ by: 'tag', value: 'family/xss' })).toEqual([]);
    expect(await only({ value: '7', note: 'why' }, [exclusion({ value: '7' })])).toEqual([]);
    expect(await only({ value: '7' }, [], true)).toEqual([]);
  });

  it('are times that have passed, unless they stood there before', async () => {
    const past = { expires_at: '2026-11-22T12:00:00Z' };
    const future = { expires_at: '2026-11-22T12:00:01Z' };
    expect(await only(future)).toEqual([]);
    expect(await only(past)).toEqual(['expires_at: Please choose a time in the future']);
    expect(await only({ ...past, note: 'why' }, [exclusion(past)])).toEqual([]);
    expect(await only(past, [exclusion()])).toHaveLength(1);
    expect(await only(past, [], true)).toEqual([]);
  });
});

describe('faults of the rule set', () => {
  const crs = (rule_set: string) => ({ rule_set });
  const message = 'There is no rule set called "crs-5" on the edge';

  it('are releases that no edge has', async () => {
    expect(await faults(crs('crs-4'))).toEqual([]);
    expect(await faults(crs('crs-5'))).toEqual([{ path: 'policyConfig.rule_set', message }]);
  });

  it('are not looked for in what was stored so before, or comes back', async () => {
    expect(await faults(crs('crs-5'), crs('crs-5'))).toEqual([]);
    expect(await faults(crs('crs-5'), crs('crs-4'), true)).toEqual([]);
  });

  it('are adjusted rules that there are none of', async () => {
    const adjusted = (rule_id: number) => ({ rule_adjustments: [{ rule_id, log_only: true, score: null }] });
    expect(await faults(adjusted(1002))).toEqual([]);
    expect(await faults(adjusted(1))).toEqual([
      { path: 'policyConfig.rule_adjustments.0.rule_id', message: 'There is no managed rule 1 to adjust' },
    ]);
    expect(await faults(adjusted(1), adjusted(1))).toEqual([]);
  });
});

it('says of lists that are newly referred to whether there are such', async () => {
  expect(await faults({ blocked_lists: ['known', 'other'] })).toEqual([
    { path: 'policyConfig.blocked_lists.1', message: 'There is no such list' },
  ]);
  expect(await faults({ blocked_lists: ['other'] }, { blocked_lists: ['other'] })).toEqual([]);
  expect(await faults({ allowed_lists: ['other'] }, {}, true)).toEqual([]);
  const asking = (...values: string[]) => ({
    custom_rules: [
      {
        ...rule(),
        conditions: [{ field: 'ip' as const, name: '', operator: 'in_list' as const, negate: false, values }],
      },
    ],
  });
  expect(await faults(asking('known', 'other'))).toEqual([
    { path: 'policyConfig.custom_rules.0.conditions.0.values.1', message: 'There is no such list' },
  ]);
});

it('refuses lists that hold something else than what is asked', async () => {
  const on = (field: 'ip' | 'asn' | 'user_agent', ...values: string[]) => {
    const { conditions: _none, ...plain } = rule('listed', 'a');
    return {
      custom_rules: [
        { ...plain, conditions: [{ field, name: '', operator: 'in_list' as const, negate: true, values }] },
      ],
    };
  };
  const at = (path: string, message: RegExp) => [
    { path: `policyConfig.${path}`, message: expect.stringMatching(message) },
  ];
  const PLACE = 'custom_rules.0.conditions.0.values';
  expect(await faults(on('asn', 'asns'))).toEqual([]);
  expect(await faults(on('user_agent', 'agents', 'known'))).toEqual(
    at(`${PLACE}.1`, /^This list holds addresses, which is not/),
  );
  expect(await faults(on('ip', 'asns'))).toEqual(at(`${PLACE}.0`, /^This list holds networks/));
  // Known from elsewhere in the policy, where it may stand.
  expect(await faults({ ...on('ip', 'asns'), blocked_lists: ['asns'] }, { blocked_lists: ['asns'] })).toEqual(
    at(`${PLACE}.0`, /^This list holds networks/),
  );
  expect(
    await faults({
      blocked_lists: ['asns', 'agents'],
      challenged_lists: ['agents'],
      allowed_lists: ['asns'],
    }),
  ).toEqual([]);
  expect(await faults({ allowed_lists: ['known', 'agents'] })).toEqual(
    at('allowed_lists.1', /^This list holds user agents, which anybody can claim to have/),
  );
  const listing = {
    ...rule('adds', 'a'),
    action: 'add_to_list' as const,
    listing: { list: 'agents', minutes: 5 },
  };
  expect(await faults({ custom_rules: [listing] })).toEqual(
    at('custom_rules.0.listing.list', /^This list holds user agents/),
  );
});
