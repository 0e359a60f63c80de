import type { CustomRule } from '../groups/custom-rules.ts';
import { COUNTRIES } from '../model/countries.ts';
import { redirectCircle } from './redirect-circle.ts';
import { WorkBudget } from './work-budget.ts';

type Condition = CustomRule['conditions'][number];
const on = (field: Condition['field'], operator: Condition['operator'], ...values: string[]): Condition => ({
  field,
  name: '',
  operator,
  negate: false,
  values,
});
const at = (path: string) => on('path', 'equals', path);
const from = (country: string) => on('country', 'equals', country);
const to = (id: string, target: string, ...conditions: Condition[]): CustomRule => ({
  id,
  name: id,
  enabled: true,
  action: 'redirect',
  skip: [],
  redirect: { to: target, status: 302, keep_query: false },
  conditions,
});
const block = (id: string, ...conditions: Condition[]): CustomRule => {
  const { redirect: _, ...rule } = to(id, '/', ...conditions);
  return { ...rule, action: 'block' };
};

it.each<[string, CustomRule[], string[] | null]>([
  ['there and back', [to('a', '/b', at('/a')), to('b', '/a#top', at('/b'))], ['a', 'b']],
  [
    'over a third',
    [to('a', '/b', at('/a')), to('b', '/c', at('/b')), to('c', '/a', at('/c'))],
    ['a', 'b', 'c'],
  ],
  [
    'by an alternative',
    [to('a', '/b', at('/a')), { ...to('b', '/a', at('/x')), alternatives: [[at('/b')]] }],
    ['a', 'b'],
  ],
  ['to elsewhere', [to('a', '/b', at('/a')), to('b', '/c', at('/b'))], null],
  ['to another host', [to('a', 'https://b.example/b', at('/a')), to('b', '/a', at('/b'))], null],
  [
    'visitors of two countries',
    [to('a', '/b', at('/a'), from('DE')), to('b', '/a', at('/b'), from('FR'))],
    null,
  ],
  ['one country among others', [to('a', '/b', at('/a')), to('b', '/a', at('/b'), from('FR'))], ['a', 'b']],
  [
    'what another rule decides',
    [block('x', at('/b')), to('a', '/b', at('/a')), to('b', '/a', at('/b'))],
    null,
  ],
  ['a rule that is off', [to('a', '/b', at('/a')), { ...to('b', '/a', at('/b')), enabled: false }], null],
  ['the query', [to('a', '/b', at('/a')), to('b', '/a', at('/b'), on('query', 'equals', 'x'))], null],
])('%s', (_what, rules, circle) => {
  expect(redirectCircle(rules)?.map(({ id }) => id) ?? null).toEqual(circle);
});

describe('hundreds of redirects', () => {
  const MAX_READS = 500_000;
  /** Counts every read of a rule's properties. */
  const counted = (rules: CustomRule[]) => {
    let reads = 0;
    const watched = rules.map(
      (rule) =>
        new Proxy(rule, {
          get: (target, name) => {
            if (++reads > MAX_READS) throw new Error(`rules are read more than ${MAX_READS} times`);
            return Reflect.get(target, name);
          },
        }),
    );
    return { watched, reads: () => reads };
  };
  const many = (ruleAt: (nth: number) => CustomRule) => Array.from({ length: 500 }, (_, nth) => ruleAt(nth));

  it.each<[string, (nth: number) => CustomRule]>([
    ['of one country each', (nth) => to(`r${nth}`, `/x${nth}`, from(COUNTRIES[nth % COUNTRIES.length]!))],
    ['of networks', (nth) => to(`r${nth}`, `/x${nth}`, on('asn', 'equals', `${nth}`), from('DE'))],
    ['of cookies', (nth) => to(`r${nth}`, `/x${nth}`, { ...on('cookie', 'equals', 'x'), name: `c${nth}` })],
    ['of parts of paths', (nth) => to(`r${nth}`, `/x${nth}`, on('path', 'starts_with', '/x'), from('FR'))],
    [
      'of regular expressions',
      (nth) => to(`r${nth}`, `/x${nth}`, on('path', 'matches', `^/(x|${nth % 90})+$`), from('FR')),
    ],
  ])('%s are given up within the bounds', (_what, ruleAt) => {
    const { watched, reads } = counted(many(ruleAt));
    const work = new WorkBudget(300_000);
    redirectCircle(watched, [], work);
    expect(reads()).toBeGreaterThan(500);
    const plain = counted(many(ruleAt));
    redirectCircle(plain.watched);
    expect(plain.reads()).toBe(reads());
  });

  it('of one path each hide no circle among them', () => {
    const rules = many((nth) => to(`r${nth}`, `/p${nth + 1}`, at(`/p${nth}`)));
    rules[499] = to('back', '/p497', at('/p499'));
    expect(redirectCircle(rules)?.map(({ id }) => id)).toEqual(['r497', 'r498', 'back']);
  });
});

describe('addresses of the site itself', () => {
  const HOSTS = ['shop.example', 'www.shop.example'];
  const toB = (target: string) => [to('a', target, at('/a')), to('b', '/a', at('/b'))];

  it.each([
    ['https://shop.example/b', ['a', 'b']],
    ['http://WWW.shop.example:80/b#part', ['a', 'b']],
    ['https://shop.example:8443/b', null],
    ['https://shop.example.evil.example/b', null],
    ['https://elsewhere.example/b', null],
  ])('are followed: %s', (target, circle) => {
    expect(redirectCircle(toB(target), HOSTS)?.map(({ id }) => id) ?? null).toEqual(circle);
    expect(redirectCircle(toB(target))).toBeNull();
  });

  it('are not where a rule asks for the host or the scheme', () => {
    const [one, other] = toB('https://shop.example/b');
    for (const field of ['host', 'scheme'] as const) {
      const asking = {
        ...other!,
        conditions: [at('/b'), on(field, 'equals', field === 'host' ? 'x' : 'http')],
      };
      expect(redirectCircle([one!, asking], HOSTS)).toBeNull();
    }
  });

  it('are named by the rules that are there', () => {
    const rules = toB('https://shop.example/b');
    expect(redirectCircle(rules, HOSTS)?.[0]).toBe(rules[0]);
  });
});
