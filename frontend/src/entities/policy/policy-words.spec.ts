import { fakeDomain } from '../../testing/fake-api.ts';
import { fieldLabel, shownChange } from './policy-words.ts';
import { defaultSitePolicy } from './site-policy.ts';

describe('fieldLabel', () => {
  const { originConfig, policyConfig } = defaultSitePolicy(fakeDomain());

  it.each([...Object.keys(originConfig), ...Object.keys(policyConfig)])('has words for %s', (field) => {
    expect(fieldLabel(`policyConfig.${field}`)).toMatch(/^[A-Z]/);
  });

  it('makes do with a field that it does not know', () => {
    expect(fieldLabel('policyConfig.something_newer')).toBe('something newer');
  });
});

describe('shownChange', () => {
  it.each([
    ['policyConfig.enable_caching', false, true, ['off'], ['on']],
    ['policyConfig.rate_limit_requests', 60, 100, ['60'], ['100']],
    ['policyConfig.mode', 'DetectionOnly', 'On', ['Log only'], ['Block']],
    ['originConfig.origin_host_header', '', 'shop.internal', ['empty'], ['shop.internal']],
    [
      'policyConfig.blocked_ips',
      ['192.0.2.1', '192.0.2.2'],
      ['192.0.2.2', '192.0.2.3'],
      ['192.0.2.1'],
      ['192.0.2.3'],
    ],
    ['policyConfig.blocked_countries', [], ['KP'], [], ['North Korea']],
    ['policyConfig.rule_set', 'managed', 'crs-4', ['Managed rules'], ['crs-4']],
    [
      'policyConfig.rule_adjustments',
      [{ rule_id: 942430, log_only: true, score: null }],
      [{ rule_id: 942430, log_only: false, score: 2 }],
      ['rule 942430: log only'],
      ['rule 942430: score 2'],
    ],
    [
      'policyConfig.application_packs',
      [],
      [{ name: 'wordpress', path: '/blog' }],
      [],
      ['wordpress at /blog'],
    ],
    [
      'originConfig.additional_origins',
      [],
      [{ host: 'b.example', port: 443, protocol: 'https', weight: 2, backup: true }],
      [],
      ['https://b.example:443, weight 2, reserve'],
    ],
    [
      'originConfig.additional_origins',
      [],
      [
        {
          host: 'b.example',
          port: 80,
          protocol: 'http',
          weight: 1,
          backup: false,
          places: ['BR', 'north-america'],
          drain_until: '2030-01-02T03:04:00.000Z',
        },
      ],
      [],
      [
        expect.stringMatching(
          /^http:\/\/b\.example:80, weight 1, for visitors from Brazil and North America, drains until .*2030/,
        ),
      ],
    ],
    ['originConfig.origin_places', [], ['south-america', 'FR'], [], ['South America', 'France']],
    [
      'policyConfig.path_rate_limits',
      [{ path_prefix: '/login', requests: 10, window_seconds: 60 }],
      [],
      ['/login: 10 in 60 s'],
      [],
    ],
    [
      'policyConfig.redirects',
      [],
      [
        { from: '/a', to: '/b', status: 301, keep_query: true },
        { from: '/c/*', to: 'https://c.example/*', status: 308, keep_query: false },
      ],
      [],
      ['/a → /b, 301', '/c/* → https://c.example/*, 308, without the query'],
    ],
    [
      'policyConfig.header_rules',
      [{ target: 'response', operation: 'remove', name: 'Server', value: '' }],
      [{ target: 'request', operation: 'set', name: 'X-A', value: 'b' }],
      ['response: remove Server'],
      ['request: set X-A = b'],
    ],
    [
      'originConfig.health_check',
      { enabled: false, path: '/', interval_seconds: 30 },
      { enabled: true, path: '/', interval_seconds: 10 },
      ['enabled: off', 'interval seconds: 30'],
      ['enabled: on', 'interval seconds: 10'],
    ],
    [
      'policyConfig.custom_rules.1',
      null,
      {
        id: '1',
        name: 'Logins from here',
        enabled: false,
        action: 'block',
        skip: [],
        conditions: [
          { field: 'path', name: '', operator: 'starts_with', negate: false, values: ['/wp-login'] },
          { field: 'country', name: '', operator: 'equals', negate: true, values: ['DE'] },
        ],
      },
      [],
      ['Logins from here: When the path starts with /wp-login and the country is not Germany → Block (off)'],
    ],
    ['policyConfig.custom_rules', ['a', 'b'], ['b', 'a'], [], ['order: b, a']],
    [
      'policyConfig.rule_exclusions.1',
      {
        id: '1',
        by: 'rule_id',
        value: '1002',
        target: 'ARGS:comment',
        path_prefix: '/guestbook',
        note: 'quotes',
        expires_at: null,
      },
      null,
      ['Rule 1002: not for the parameter comment on paths that begin with /guestbook (quotes)'],
      [],
    ],
    ['policyConfig.gone', undefined, 'x', ['–'], ['x']],
  ])('%s', (field, from, to, before, after) => {
    expect(shownChange(field, from, to)).toEqual({ before, after });
  });
});
