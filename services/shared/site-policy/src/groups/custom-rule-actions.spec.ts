import * as z from 'zod/mini';
import { CUSTOM_RULE_ACTIONS, partOf } from './custom-rule-actions.ts';
import { CUSTOM_RULE_LIMITS, customRuleSchema, customRules } from './custom-rules.ts';

const LIST = '01890000-0000-7000-8000-000000000001';
const PARTS = {
  redirect: { to: '/closed', status: 302, keep_query: false },
  page: { status: 403, language: 'en', html: '<p>Closed</p>' },
  rewrite: { from: '/old/*', to: '/new/*' },
  headers: [{ target: 'request', operation: 'set', name: 'X-Tier', value: 'gold' }],
  listing: { list: LIST, minutes: 60 },
} as const;

const ruleOf = (action: string, parts: object) => ({
  id: LIST,
  name: 'Rule',
  enabled: true,
  action,
  skip: action === 'skip' ? ['managed_rules'] : [],
  conditions: [{ field: 'path', name: '', operator: 'equals', negate: false, values: ['/old'] }],
  ...parts,
});
const faultsOf = (action: string, parts: object) =>
  z
    .safeParse(customRuleSchema, ruleOf(action, parts))
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
/** With one member of its part changed. */
const withPart = (part: keyof typeof PARTS, change: object) => {
  const action = CUSTOM_RULE_ACTIONS.find((one) => partOf(one) === part)!;
  const own = PARTS[part];
  return faultsOf(action, {
    [part]: Array.isArray(own) ? [{ ...own[0], ...change }] : { ...own, ...change },
  });
};

it('a rule that asks for the body skips nothing', () => {
  const asking = {
    skip: ['managed_rules'],
    conditions: [{ field: 'form_field', name: 'a', operator: 'exists', negate: false, values: [] }],
  };
  expect(faultsOf('skip', asking)).toEqual([expect.stringMatching('^action: What this rule asks for')]);
  expect(faultsOf('block', { ...asking, skip: [] })).toEqual([]);
});

describe('what a custom rule does', () => {
  it.each(CUSTOM_RULE_ACTIONS)('%s needs its own part and takes no other', (action) => {
    const own = partOf(action);
    const parts = own === undefined ? {} : { [own]: PARTS[own] };
    expect(faultsOf(action, parts)).toEqual([]);
    if (own !== undefined) expect(faultsOf(action, {})).toEqual([expect.stringMatching(`^${own}: Please`)]);
    for (const [part, value] of Object.entries(PARTS))
      if (part !== own)
        expect(faultsOf(action, { ...parts, [part]: value })).toEqual([
          expect.stringMatching(`^${part}: This belongs to rules that`),
        ]);
  });

  it.each([
    ['redirect', { to: '//evil.example' }, 'redirect.to'],
    ['redirect', { to: '/\\evil.example' }, 'redirect.to'],
    ['redirect', { to: 'javascript:alert(1)' }, 'redirect.to'],
    ['redirect', { to: '/a\r\nSet-Cookie: a' }, 'redirect.to'],
    ['redirect', { to: 'https://www.example.net/*' }, 'redirect.to'],
    ['redirect', { to: '/a?b', keep_query: true }, 'redirect.keep_query'],
    ['redirect', { status: 304 }, 'redirect.status'],
    ['page', { status: 500 }, 'page.status'],
    ['page', { html: '' }, 'page.html'],
    ['page', { html: '{{challenge}}' }, 'page.html'],
    ['page', { language: 'de"' }, 'page.language'],
    ['page', { html: 'x'.repeat(20_001) }, 'page.html'],
    ['rewrite', { to: '//evil.example' }, 'rewrite.to'],
    ['rewrite', { to: 'https://evil.example/' }, 'rewrite.to'],
    ['rewrite', { to: '/a?b' }, 'rewrite.to'],
    ['rewrite', { from: '/old', to: '/new/*' }, 'rewrite.to'],
    ['rewrite', { from: '/a?b', to: '/c' }, 'rewrite.from'],
    ['headers', { name: 'Content-Length' }, 'headers.0.name'],
    ['headers', { name: 'Connection' }, 'headers.0.name'],
    ['headers', { name: 'X-Forwarded-For' }, 'headers.0.name'],
    ['headers', { name: 'X Y' }, 'headers.0.name'],
    ['headers', { value: 'a\r\nX-Evil: 1' }, 'headers.0.value'],
    ['listing', { minutes: 0 }, 'listing.minutes'],
    ['listing', { minutes: 43_201 }, 'listing.minutes'],
    ['listing', { list: 'office' }, 'listing.list'],
  ] as const)('%s %j is refused at %s', (part, change, path) => {
    expect(withPart(part, change)).toEqual([expect.stringMatching(`^${path}: `)]);
  });
});

describe('what the rules of a site take together', () => {
  const ids = (nth: number) => `01890000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
  const faultsOfAll = (count: number, action: string, parts: object) =>
    z
      .safeParse(
        customRules.fields.custom_rules.schema,
        Array.from({ length: count }, (_, nth) => ({ ...ruleOf(action, parts), id: ids(nth) })),
      )
      .error?.issues.map(({ message }) => message) ?? [];
  const long = (length: number) => 'x'.repeat(length);
  const header = { target: 'request', operation: 'set', name: 'X-Tier' };

  it.each([
    ['redirect', { redirect: { to: `/${long(900)}`, status: 302, keep_query: false } }, 240],
    ['page', { page: { status: 403, language: 'en', html: long(19_000) } }, 11],
    ['rewrite', { rewrite: { from: `/${long(200)}`, to: `/${long(200)}` } }, 499],
    ['change_headers', { headers: Array(1).fill({ ...header, value: long(2_000) }) }, 100],
  ])('counts the texts of %s', (action, parts, count) => {
    expect(faultsOfAll(count, action, parts)).toEqual([expect.stringMatching('200,000 characters')]);
    expect(faultsOfAll(5, action, parts)).toEqual([]);
  });

  it('has a bound of header changes', () => {
    const headers = Array(10).fill({ ...header, value: 'a' });
    const most = CUSTOM_RULE_LIMITS.headers / headers.length;
    expect(faultsOfAll(most, 'change_headers', { headers })).toEqual([]);
    expect(faultsOfAll(most + 1, 'change_headers', { headers })).toEqual([
      expect.stringMatching('100 changes of headers'),
    ]);
  });
});
