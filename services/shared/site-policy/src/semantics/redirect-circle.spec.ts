import type { CustomRule } from '../groups/custom-rules.ts';
import { redirectCircle } from './redirect-circle.ts';

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
