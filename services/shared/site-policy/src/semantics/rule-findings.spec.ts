import type { CustomRule } from '../groups/custom-rules.ts';
import { ruleDifference } from './rule-difference.ts';
import { ruleFindings } from './rule-findings.ts';
import { outcomeText } from './semantics-words.ts';

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
/** A rule that sets a header, behind which the search goes on. */
const adding = (id: string, name: string, ...conditions: Condition[]): CustomRule => ({
  ...rule(id, 'change_headers', ...conditions),
  headers: [{ target: 'request', operation: 'set', name, value: '1' }],
});
const path = (operator: Condition['operator'], ...values: string[]) => on('path', operator, ...values);
const ip = (...values: string[]) => on('ip', 'equals', ...values);

const shadowed = (...by: string[]) => [{ rule_id: 'b', reason: 'shadowed', by }];
const never = [{ rule_id: 'b', reason: 'never_holds', by: [] }];
const nothing: unknown[] = [];

const listed = on('ip', 'in_list', 'a list');

const leading = (to: string): CustomRule => ({
  ...rule('a', 'redirect', path('starts_with', '/')),
  redirect: { to, status: 302, keep_query: false },
});

const crawler = (...kinds: string[]) => on('bot_kind', 'equals', ...kinds);
const score = (operator: Condition['operator'], value: string) => on('attack_score', operator, value);

const CASES: [what: string, rules: CustomRule[], findings: unknown[]][] = [
  [
    'a longer prefix',
    [rule('a', 'block', path('starts_with', '/wp')), rule('b', 'log', path('starts_with', '/wp-login'))],
    shadowed('a'),
  ],
  [
    'scores that no request has',
    [rule('b', 'block', score('at_least', '10'), not(score('at_least', '5')))],
    never,
  ],
  ['scores of a range', [rule('b', 'block', score('at_least', '5'), not(score('at_least', '10')))], nothing],
  [
    'a score and every other',
    [rule('b', 'log', score('equals', '5'), on('attack_score', 'equals', '6', '7'))],
    never,
  ],
  // A claim that nobody proves is one and none.
  ['a crawler and none', [rule('b', 'block', crawler('search'), not(crawler('search')))], nothing],
  ['for all that a claim may be', [rule('b', 'skip', crawler('search'), not(crawler('search')))], never],
  [
    'behind what refuses, by what comes later',
    [rule('a', 'block', score('at_least', '0')), rule('b', 'block', path('starts_with', '/'))],
    nothing,
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
    'behind one that redirects, about where that leads',
    [leading('/new?a'), rule('b', 'block', path('equals', '/new'))],
    nothing,
  ],
  [
    'behind one that redirects to an address, about where that leads',
    [leading('https://shop.example/new'), rule('b', 'block', path('starts_with', '/new'))],
    nothing,
  ],
  [
    'behind one that redirects, about somewhere else',
    [leading('/new'), rule('b', 'block', path('equals', '/old'))],
    shadowed('a'),
  ],
  [
    'behind one that changes headers',
    [adding('a', 'X-A', path('starts_with', '/')), rule('b', 'block', path('starts_with', '/wp'))],
    nothing,
  ],
  [
    'one that changes headers behind one that decides',
    [rule('a', 'block', path('starts_with', '/wp')), adding('b', 'X-A', path('equals', '/wp'))],
    shadowed('a'),
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
    // The members of a missing list are unknown, and so are those of its negation.
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
  const { changes, complete } = ruleDifference(before, after, { host: 'shop.example' });
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

describe('rules behind which the search goes on', () => {
  const differenceOf = (before: CustomRule[], after: CustomRule[]) => {
    const { changes, complete } = ruleDifference(before, after, { host: 'shop.example' });
    return {
      complete,
      changes: changes.map(
        (one) => `${one.request.target}: ${one.before.rule?.id ?? 'none'} → ${one.after.rule?.id ?? 'none'}`,
      ),
    };
  };
  const admin = path('starts_with', '/admin');

  it.each<[string, CustomRule[], CustomRule[], string[], boolean?]>([
    ['that come', [], [adding('h', 'X-A', admin)], ['/admin: none → h']],
    ['that go', [adding('h', 'X-A', admin)], [], ['/admin: h → none']],
    ['under another id', [adding('h', 'X-A', admin)], [adding('i', 'X-A', admin)], []],
    [
      'that do something else',
      [adding('h', 'X-A', admin)],
      [adding('h', 'X-B', admin)],
      ['/admin: none → h', '/admin: h → none'],
    ],
    [
      'for fewer requests',
      [adding('h', 'X-A', admin)],
      [adding('h', 'X-A', path('starts_with', '/admin/'))],
      ['/admin: h → none'],
    ],
    [
      'that are not asked any more',
      [adding('h', 'X-A', admin)],
      [rule('s', 'skip', admin), adding('h', 'X-A', admin)],
      ['/admin: none → s', '/admin: h → none'],
    ],
    [
      'in another order',
      [adding('h', 'X-A', admin), adding('i', 'X-B', admin)],
      [adding('i', 'X-B', admin), adding('h', 'X-A', admin)],
      [],
      false,
    ],
  ])('%s', (_what, before, after, changes, complete = true) => {
    expect(differenceOf(before, after)).toEqual({ changes, complete });
  });
});

describe('rules that ask for the body', () => {
  const field = (name: string, operator: Condition['operator'] = 'equals') =>
    named(on('form_field', operator, 'x'), name);

  it('are told of only where they contradict themselves, and stand in the way of none', () => {
    expect(
      ruleFindings([
        rule('a', 'block', path('starts_with', '/')),
        rule('b', 'block', field('role')),
        rule('c', 'block', field('role'), not(field('role'))),
        rule('d', 'block', path('equals', '/x'), field('role')),
      ]).findings,
    ).toEqual([{ rule_id: 'c', reason: 'never_holds', by: [] }]);
  });

  it('leave the difference of the others complete while they stay, and no example where they may hold without a body', () => {
    const admin = rule('a', 'block', path('starts_with', '/admin'));
    const posted = rule('p', 'block', field('role'));
    expect(ruleDifference([posted], [posted, admin])).toMatchObject({ complete: true, changes: [{}] });
    expect(ruleDifference([], [posted, admin])).toMatchObject({ complete: false, changes: [{}] });
    const without = rule('p', 'block', not(field('token')));
    expect(ruleDifference([without], [without, admin])).toEqual({ complete: false, changes: [] });
  });
});

describe('of what is known later', () => {
  const admin = rule('a', 'block', path('starts_with', '/admin'));

  it('rules that decide by attack scores leave every difference unknown', () => {
    const scored = rule('s', 'challenge', score('at_least', '5'));
    expect(ruleDifference([scored], [scored, admin])).toEqual({ complete: false, changes: [] });
  });

  it('rules that ask for the answer change nothing about a request, and what they do is not told', () => {
    const noting = rule('n', 'log', on('answer_status', 'at_least', '500'));
    expect(ruleDifference([noting], [noting, admin])).toMatchObject({ complete: true, changes: [{}] });
    const listing: CustomRule = { ...noting, action: 'add_to_list', listing: { list: 'a', minutes: 5 } };
    expect(ruleDifference([noting], [listing, admin])).toMatchObject({ complete: false, changes: [{}] });
  });

  it('a rule about crawlers has no example', () => {
    expect(ruleDifference([], [rule('c', 'block', crawler('seo'))])).toEqual({
      complete: false,
      changes: [],
    });
  });
});

it('tells redirects to other addresses apart', () => {
  const to = (target: string): CustomRule => ({
    ...rule('r', 'redirect', path('equals', '/a')),
    redirect: { to: target, status: 302, keep_query: false },
  });
  const { changes } = ruleDifference([to('/b')], [to('/c')]);
  expect(changes.map(({ before, after }) => [outcomeText(before), outcomeText(after)])).toEqual([
    ['Redirect to /b (302) by "Rule r"', 'Redirect to /c (302) by "Rule r"'],
  ]);
});

describe('a redirect', () => {
  const all = (to: string): CustomRule => ({
    ...rule('all', 'redirect', path('starts_with', '/')),
    redirect: { to, status: 302, keep_query: false },
  });
  const blocked = rule('b', 'block', path('starts_with', '/new'));

  it('leaves who is at its end to the rules behind it', () => {
    const { changes, complete } = ruleDifference([all('/new')], [all('/new'), blocked]);
    expect(changes.map(({ request, after }) => [request.target, after.rule?.id])).toEqual([['/new', 'b']]);
    expect(complete).toBe(true);
  });

  it('is no example of itself at its end', () => {
    const only = { ...all('/new'), conditions: [path('equals', '/new')] };
    expect(ruleDifference([], [only]).changes).toEqual([]);
  });

  it('may end where the table of the site leads on to', () => {
    const table = [{ from: '/new', to: '/newest', status: 301 as const, keep_query: false }];
    const only = { ...all('/new'), conditions: [path('equals', '/newest')] };
    expect(ruleDifference([], [only]).changes).toHaveLength(1);
    expect(ruleDifference([], [only], { redirects: [table, table] }).changes).toEqual([]);
    expect(ruleDifference([only], [only], { redirects: [[], table] }).complete).toBe(false);
  });
});

/** Many rules that all need examination must not delay anybody. */
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
