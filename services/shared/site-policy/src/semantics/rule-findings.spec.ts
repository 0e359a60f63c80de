import type { CustomRule } from '../groups/custom-rules.ts';
import { ruleDifference } from './rule-difference.ts';
import { ruleFindings } from './rule-findings.ts';

type Condition = CustomRule['conditions'][number];

const on = (field: Condition['field'], operator: Condition['operator'], ...values: string[]): Condition => ({
  field,
  name: '',
  operator,
  negate: false,
  values,
});
const not = (condition: Condition): Condition => ({ ...condition, negate: true });
const named = (condition: Condition, name: string): Condition => ({ ...condition, name });
const rule = (id: string, action: CustomRule['action'], ...conditions: Condition[]): CustomRule => ({
  id,
  name: `Rule ${id}`,
  enabled: true,
  action,
  skip: action === 'skip' ? ['managed_rules'] : [],
  conditions,
});
const path = (operator: Condition['operator'], ...values: string[]) => on('path', operator, ...values);
const ip = (...values: string[]) => on('ip', 'equals', ...values);

const shadowed = (...by: string[]) => [{ rule_id: 'b', reason: 'shadowed', by }];
const never = [{ rule_id: 'b', reason: 'never_holds', by: [] }];
const nothing: unknown[] = [];

const listed = on('ip', 'in_list', 'a list');

const CASES: [what: string, rules: CustomRule[], findings: unknown[]][] = [
  [
    'a longer prefix',
    [rule('a', 'block', path('starts_with', '/wp')), rule('b', 'log', path('starts_with', '/wp-login'))],
    shadowed('a'),
  ],
  [
    'a shorter prefix',
    [rule('a', 'block', path('starts_with', '/wp-login')), rule('b', 'block', path('starts_with', '/wp'))],
    nothing,
  ],
  [
    'behind one that only logs',
    [rule('a', 'log', path('starts_with', '/')), rule('b', 'block', path('starts_with', '/wp'))],
    nothing,
  ],
  [
    'behind one that is off',
    [
      { ...rule('a', 'block', path('starts_with', '/')), enabled: false },
      rule('b', 'block', path('starts_with', '/wp')),
    ],
    nothing,
  ],
  [
    'the same list',
    [rule('a', 'block', listed), rule('b', 'block', listed, path('equals', '/x'))],
    shadowed('a'),
  ],
  ['on a list and not', [rule('b', 'block', listed, not(listed))], never],
  [
    // Of neither can be said who is on it while it is not there.
    'a list, and its opposite',
    [rule('a', 'block', listed), rule('c', 'block', not(listed)), rule('b', 'block', path('equals', '/x'))],
    nothing,
  ],
  [
    'a smaller network',
    [rule('a', 'block', ip('10.0.0.0/8')), rule('b', 'skip', ip('10.1.0.0/16', '::ffff:10.2.0.1'))],
    shadowed('a'),
  ],
  [
    'two halves of a network',
    [
      rule('a', 'block', ip('10.0.0.0/9')),
      rule('c', 'skip', ip('10.128.0.0/9')),
      rule('b', 'log', ip('10.0.0.0/8')),
    ],
    shadowed('a', 'c'),
  ],
  [
    'a pattern and a literal',
    [rule('a', 'block', path('matches', '\\.(php|asp)$')), rule('b', 'block', path('ends_with', '.php'))],
    shadowed('a'),
  ],
  [
    'a literal and a pattern',
    [
      rule('a', 'block', path('ends_with', '.php')),
      rule('b', 'block', path('matches', '\\.php\\z', '\\.php5\\z')),
    ],
    nothing,
  ],
  ['a path without a slash', [rule('b', 'block', path('equals', 'wp-login.php'))], never],
  [
    'two countries at once',
    [rule('b', 'block', on('country', 'equals', 'DE'), on('country', 'equals', 'FR'))],
    never,
  ],
  [
    'a country and not it',
    [rule('b', 'block', on('country', 'equals', 'DE'), not(on('country', 'equals', 'DE', 'FR')))],
    never,
  ],
  [
    'a host in capitals',
    [
      rule('a', 'block', on('host', 'ends_with', '.Shop.example')),
      rule('b', 'block', on('host', 'equals', 'WWW.shop.example')),
    ],
    shadowed('a'),
  ],
  [
    'a path that may be read in two ways',
    [rule('b', 'block', path('equals', '/a'), path('equals', '/b'))],
    nothing,
  ],
  [
    'two headers at once',
    [
      rule(
        'b',
        'block',
        named(on('header', 'equals', 'a'), 'X-A'),
        named(on('header', 'equals', 'b'), 'x-a'),
      ),
    ],
    nothing,
  ],
  [
    'a header that is there and is not',
    [rule('b', 'block', named(on('header', 'exists'), 'X-A'), not(named(on('header', 'exists'), 'x-a')))],
    never,
  ],
  [
    'every method',
    [
      rule('a', 'block', not(on('method', 'equals', 'get'))),
      rule('b', 'log', on('method', 'equals', 'POST')),
    ],
    shadowed('a'),
  ],
];

it.each(CASES)('%s', (_what, rules, findings) => {
  expect(ruleFindings(rules).findings).toEqual(findings);
});

it('says of which rules it cannot tell', () => {
  const rules = [rule('b', 'block', path('equals', '/a'), path('equals', '/b'))];
  expect(ruleFindings(rules)).toEqual({ findings: [], undecided: ['b'] });
});

it('names a request for each pair of rules that decide otherwise', () => {
  const before = [rule('a', 'block', path('starts_with', '/admin'))];
  const after = [rule('s', 'skip', ip('192.0.2.0/24')), rule('a', 'block', path('starts_with', '/admin/'))];
  const { changes, complete } = ruleDifference(before, after, 'shop.example');
  expect(complete).toBe(true);
  expect(
    changes.map(
      ({ before: then, after: now }) => `${then.rule?.id} ${then.action} → ${now.rule?.id} ${now.action}`,
    ),
  ).toEqual(['a block → s skip', 'undefined none → s skip', 'a block → undefined none']);
  expect(changes[2]!.request).toMatchObject({
    method: 'GET',
    host: 'shop.example',
    target: '/admin',
    address: '203.0.113.1',
  });
});

it('rules that say the same are no difference', () => {
  const rules = [rule('a', 'block', path('starts_with', '/admin'))];
  const renamed = [{ ...rules[0]!, id: 'z', name: 'Other' }, rule('l', 'log', path('equals', '/'))];
  expect(ruleDifference(rules, renamed)).toEqual({ changes: [], complete: true });
});

/** Many rules that all have to be looked at are no reason to hold anybody up. */
it('ends in time, whatever rules there are', () => {
  const tangled = Array.from({ length: 60 }, (_, at) =>
    rule(
      `r${at}`,
      'block',
      path('matches', `(a|b)*a(a|b){${at % 12}}$`),
      ip(`10.0.${at}.0/24`, `10.${at}.0.0/16`),
    ),
  );
  const begun = performance.now();
  const { findings, undecided } = ruleFindings(tangled);
  const spentMs = performance.now() - begun;
  expect(findings.length + undecided.length).toBeLessThanOrEqual(60);
  expect(spentMs).toBeLessThan(10_000);
});
