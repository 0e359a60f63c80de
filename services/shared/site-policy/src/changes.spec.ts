import { changesBetween } from './changes.ts';
import type { CustomRule } from './groups/custom-rules.ts';
import type { PolicyConfig, SitePolicy } from './groups/index.ts';
import type { RuleExclusion } from './groups/rule-exclusions.ts';
import { defaultSitePolicy } from './site-policy.ts';

const rule = (id: string, changes: Partial<CustomRule> = {}): CustomRule => ({
  id,
  name: `Rule ${id}`,
  enabled: true,
  action: 'block',
  skip: [],
  conditions: [{ field: 'path', name: '', operator: 'equals', negate: false, values: ['/secret'] }],
  ...changes,
});
const exclusion = (id: string, changes: Partial<RuleExclusion> = {}): RuleExclusion => ({
  id,
  by: 'rule_id',
  value: '1002',
  target: 'ARGS:comment',
  path_prefix: '',
  note: '',
  expires_at: null,
  ...changes,
});
const base = defaultSitePolicy({ origin_host: 'a.example', origin_port: 80, origin_protocol: 'http' });
const config = (policy: Partial<PolicyConfig>): SitePolicy => ({
  ...base,
  policyConfig: { ...base.policyConfig, ...policy },
});
const rules = (...custom_rules: CustomRule[]) => config({ custom_rules });
const FIELD = 'policyConfig.custom_rules';

describe('what differs between two versions', () => {
  it('is told entry by entry where entries have an id', () => {
    const [a, changed] = [rule('a'), rule('a', { action: 'log' })];
    expect(changesBetween(rules(a, rule('b')), rules(changed, rule('c')))).toEqual([
      { field: `${FIELD}.a`, before: a, after: changed },
      { field: `${FIELD}.b`, before: rule('b'), after: null },
      { field: `${FIELD}.c`, before: null, after: rule('c') },
    ]);
    const lasting = exclusion('x');
    const ending = exclusion('x', { expires_at: '2030-01-01T00:00:00Z' });
    expect(
      changesBetween(config({ rule_exclusions: [lasting] }), config({ rule_exclusions: [ending] })),
    ).toEqual([{ field: 'policyConfig.rule_exclusions.x', before: lasting, after: ending }]);
  });

  it('is also the order in which custom rules are asked', () => {
    const [a, b, c] = [rule('a'), rule('b'), rule('c')];
    expect(changesBetween(rules(a, b, c), rules(c, a, b))).toEqual([
      { field: FIELD, before: ['Rule a', 'Rule b', 'Rule c'], after: ['Rule c', 'Rule a', 'Rule b'] },
    ]);
    expect(changesBetween(rules(a, c), rules(a, b, c)).map(({ field }) => field)).toEqual([`${FIELD}.b`]);
    expect(changesBetween(rules(a, b, c), rules(c, a)).map(({ field }) => field)).toEqual([
      `${FIELD}.b`,
      FIELD,
    ]);
  });

  it('is not the order of exclusions, nor that of an entry’s keys', () => {
    const [x, y] = [exclusion('x'), exclusion('y')];
    expect(changesBetween(config({ rule_exclusions: [x, y] }), config({ rule_exclusions: [y, x] }))).toEqual(
      [],
    );
    const turned = Object.fromEntries(Object.entries(rule('a')).reverse()) as CustomRule;
    expect(changesBetween(rules(rule('a')), rules(turned))).toEqual([]);
    const limit = { path_prefix: '/login', requests: 5, window_seconds: 60 };
    const same = { requests: 5, window_seconds: 60, path_prefix: '/login' };
    expect(
      changesBetween(config({ path_rate_limits: [limit] }), config({ path_rate_limits: [same] })),
    ).toEqual([]);
  });
});
