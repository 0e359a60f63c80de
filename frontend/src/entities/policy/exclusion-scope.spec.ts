import type { LogMatch } from '../../shared/api/types.ts';
import {
  canBeExcluded,
  exclusionsOf,
  firedRules,
  narrowest,
  pathsToChoose,
  scopeText,
  smallestChoices,
  wouldPass,
} from './exclusion-scope.ts';

const match = (
  rule_id: number,
  fields: string[],
  tags = ['family/sql-injection', 'paranoia-level/1'],
): LogMatch => ({
  rule_id,
  message: `Rule number ${rule_id}`,
  severity: 'CRITICAL',
  score: 5,
  tags,
  phase: 2,
  data: '',
  explanation: '',
  targets: fields.map((name) => ({
    name,
    value: 'v',
    transformed: 'v',
    transformations: [],
    operator: '@rx',
    match_offset: 0,
    match_length: 1,
    value_offset: 0,
  })),
});
const evaluation = match(9001, ['TX:inbound_anomaly_score'], ['evaluation']);
const entry = {
  action: 'block',
  request_uri: '/shop/search?q=1',
  matches: [
    match(1001, ['ARGS:q', 'MATCHED_VARS:x', 'ARGS:q']),
    match(1003, ['ARGS:q', 'REQUEST_COOKIES:s']),
    evaluation,
  ],
};
const fired = firedRules(entry.matches);
const scope = narrowest([1001, 1003], entry.request_uri);

it('rules that only compare scores are never offered, nor fields that no request has', () => {
  expect(fired).toEqual([
    {
      id: 1001,
      message: 'Rule number 1001',
      score: 5,
      family: 'family/sql-injection',
      fields: ['ARGS:q'],
    },
    {
      id: 1003,
      message: 'Rule number 1003',
      score: 5,
      family: 'family/sql-injection',
      fields: ['ARGS:q', 'REQUEST_COOKIES:s'],
    },
  ]);
  expect(canBeExcluded({ action: 'block', matches: [evaluation] })).toBe(false);
});

it.each([
  ['block', true],
  ['log_only', true],
  ['allow', false],
  ['custom_rule', false],
  ['rate_limit', false],
])('an entry with the verdict %s can be excluded: %s', (action, expected) => {
  expect(canBeExcluded({ ...entry, action })).toBe(expected);
});

it('begins as narrow as it can be', () => {
  expect(exclusionsOf(fired, scope)).toEqual([
    { by: 'rule_id', value: '1001', target: 'ARGS:q', path_prefix: '/shop/search' },
    { by: 'rule_id', value: '1003', target: 'ARGS:q', path_prefix: '/shop/search' },
    { by: 'rule_id', value: '1003', target: 'REQUEST_COOKIES:s', path_prefix: '/shop/search' },
  ]);
  expect(scopeText(fired, scope)).toBe(
    'Rules 1001 and 1003 no longer look at the parameter q and the cookie s on paths that begin with /shop/search.',
  );
});

it('widens by fields, paths and families, each on its own', () => {
  expect(exclusionsOf(fired, { ...scope, rules: [1001], onlyFields: false })).toEqual([
    { by: 'rule_id', value: '1001', target: '', path_prefix: '/shop/search' },
  ]);
  expect(exclusionsOf(fired, { ...scope, families: true, path: '' })).toEqual([
    { by: 'tag', value: 'family/sql-injection', target: 'ARGS:q', path_prefix: '' },
    { by: 'tag', value: 'family/sql-injection', target: 'REQUEST_COOKIES:s', path_prefix: '' },
  ]);
  expect(scopeText(fired, { ...scope, families: true, onlyFields: false, path: '' })).toBe(
    'No rule against SQL injection looks at anything in a request on every path.',
  );
  expect(pathsToChoose('/shop//search/../find?q=/a/b')).toEqual(['/shop/find', '/shop/', '']);
  expect(pathsToChoose('/')).toEqual(['']);
});

it('a rule that fired on nothing that has a name is excluded as a whole', () => {
  const [rule] = firedRules([match(121, ['REQBODY_ERROR'])]);
  expect(rule && exclusionsOf([rule], narrowest([121], '/a'))).toEqual([
    { by: 'rule_id', value: '121', target: '', path_prefix: '/a' },
  ]);
});

describe('what an exclusion would have let through', () => {
  const parts = exclusionsOf(fired, scope);
  it.each([
    ['the request itself', entry.request_uri, entry.matches, parts, true],
    ['the same elsewhere', '/blog?q=1', entry.matches, parts, false],
    ['the same below it', '/shop/search/more?q=1', entry.matches, parts, true],
    ['another field', entry.request_uri, [match(1001, ['ARGS:z'])], parts, false],
    ['another rule besides', entry.request_uri, [...entry.matches, match(2001, ['ARGS:q'])], parts, false],
    ['one of two rules', entry.request_uri, entry.matches, parts.slice(0, 1), false],
    [
      'any parameter',
      '/x',
      [match(1001, ['ARGS:z'])],
      [{ by: 'rule_id', value: '1001', target: 'ARGS', path_prefix: '' }],
      true,
    ],
    [
      'the family',
      '/x',
      entry.matches,
      [{ by: 'tag', value: 'family/sql-injection', target: '', path_prefix: '' }],
      true,
    ],
    [
      'nothing that has a name',
      '/x',
      [match(121, [])],
      [{ by: 'rule_id', value: '121', target: '', path_prefix: '' }],
      true,
    ],
  ] as const)('%s', (_what, request_uri, matches, exclusions, expected) => {
    expect(wouldPass(exclusions, { request_uri, matches: [...matches] }, 5)).toBe(expected);
  });
});

describe('the smallest choices of rules', () => {
  const scored = (...scores: number[]) =>
    scores.map((score, at) => ({ id: 1000 + at, message: '', score, family: undefined, fields: [] }));
  it.each([
    ['one that is enough alone, beside one that does not count', scored(5, 0), 5, [[1000]]],
    ['each of two that come to the threshold only together', scored(3, 3), 5, [[1000], [1001]]],
    ['both, where each is enough', scored(5, 5), 5, [[1000, 1001]]],
    ['the strongest, or the two others', scored(5, 2, 2), 5, [[1000]]],
    ['none can be left out', scored(4, 4, 4), 3, [[1000, 1001, 1002]]],
    ['all, where nothing counts', scored(0, 0), 5, [[1000, 1001]]],
  ])('%s', (_what, fired, threshold, expected) => {
    expect(smallestChoices(fired, threshold)).toEqual(expected);
  });
});
