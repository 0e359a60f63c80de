import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { parseAddressText, parseListText } from '@palisade/edge-state';
import { ValueSteps } from '@palisade/regex';
import { emptyHeadFacts } from '../../http/head.ts';
import { parseAddress, UNKNOWN_ADDRESS } from '../../io/addresses/client-address.ts';
import { CONDITION_STEPS } from '../../request/conditions/bounded-conditions.ts';
import { type AskedRequest, RequestValues } from '../../request/conditions/request-values.ts';
import { ClientLists } from '../access/client-lists.ts';
import { compileCustomRules } from './compile-custom-rules.ts';
import { deliveryAlone, withoutChallenges } from './custom-rules.ts';
import { decide, recordOf } from './decide.ts';

const OWNER = 'the owner';
const FINGERPRINT = 't13d1516h2_8daaf6152771_e5627efa2ab1';
const lists = new ClientLists();
for (const [id, ownerId, text] of [
  ['office', OWNER, '203.0.113.0/24'],
  ['offered', null, '198.51.100.1'],
  ['others', 'another owner', '203.0.113.0/24'],
] as const)
  lists.put({
    header: { id, version: 1, ownerId, name: `The ${id}`, removed: false },
    set: parseAddressText(Buffer.from(text)).set,
  });

for (const [id, kind, text] of [
  ['hosters', 'asns', 'AS64500'],
  ['programs', 'user_agents', '*scanner*'],
  ['tools', 'fingerprints', FINGERPRINT],
  ['home', 'countries', 'DE'],
] as const)
  lists.put({
    header: { id, version: 1, ownerId: OWNER, name: id, removed: false },
    set: parseListText(kind, Buffer.from(text)).set,
  });

const { ConditionField: Field, ConditionOperator: Is, CustomRuleAction: Action, SkippedCheck } = edgeV1;
type Condition = Partial<Pick<edgeV1.CustomCondition, 'field' | 'name' | 'operator' | 'negate' | 'values'>>;

function rule(id: string, action: edgeV1.CustomRuleAction, ...conditions: Condition[]): edgeV1.CustomRule {
  const skips = action === Action.SKIP ? [SkippedCheck.MANAGED_RULES] : [];
  return create(edgeV1.CustomRuleSchema, { id, name: `Rule ${id}`, action, conditions, skips });
}

function request(
  parts: Partial<Omit<AskedRequest, 'head' | 'client'>> & {
    target?: string;
    host?: string;
    client?: string;
  } = {},
): AskedRequest {
  const { target = '/', host = 'shop.example', client = '203.0.113.7', ...others } = parts;
  const peer = parseAddress(client) ?? UNKNOWN_ADDRESS;
  return {
    client: peer,
    site: { siteId: 's', ownerId: OWNER, filledLists: new Set<string>() },
    country: { code: 'DE', city: '', asn: 0, asnName: '' },
    method: 'GET',
    protocol: 'HTTP/1.1',
    rawHeaders: [],
    isRelayed: false,
    connection: {
      peer,
      remotePort: 1,
      localAddress: '',
      localPort: 0,
      secure: true,
      serverName: '',
      tlsVersion: '1.3',
      fingerprint: { ja4: FINGERPRINT },
      peerTrusted: false,
    },
    ...others,
    head: { ...emptyHeadFacts(), host, target },
  };
}

/** Asks these rules; which of them held, and how. */
function ask(sources: edgeV1.CustomRule[], asked: AskedRequest) {
  const rules = compileCustomRules(sources)!;
  const steps = new ValueSteps();
  const undecided: string[] = [];
  const values = new RequestValues(asked, rules.asked, lists);
  const decision = decide(rules, values, steps, ({ name }) => undecided.push(name));
  const spent = steps.spent;
  const held = [...(decision?.decided ? [decision.decided] : []), ...(decision?.noted ?? [])];
  return { decision, undecided, spent, record: recordOf(held, values, steps) };
}

const holds = (condition: Condition, asked: AskedRequest, action = Action.BLOCK): boolean =>
  ask([rule('1', action, condition)], asked).decision !== null;

type Case = [what: string, condition: Condition, asked: AskedRequest, expected: boolean];

describe('conditions on how a connection’s handshake began', () => {
  const { connection } = request();
  const byProxy = request({ isRelayed: true });
  const inClear = request({
    connection: { ...connection, secure: false, tlsVersion: '', fingerprint: null },
  });
  const ja4 = (operator: edgeV1.ConditionOperator, ...values: string[]) => ({
    field: Field.JA4,
    operator,
    values,
  });
  const version = (value: string) => ({ field: Field.TLS_VERSION, operator: Is.EQUALS, values: [value] });

  it.each<Case>([
    ['the same', ja4(Is.EQUALS, FINGERPRINT), request(), true],
    ['another', ja4(Is.EQUALS, 't13d1516h2_8daaf6152771_000000000000'), request(), false],
    ['its beginning, whatever the case', ja4(Is.STARTS_WITH, 'T13D'), request(), true],
    ['that there is one', ja4(Is.EXISTS), request(), true],
    ['that there is one, in clear', ja4(Is.EXISTS), inClear, false],
    ['the proxy’s, which is not the client’s', ja4(Is.EXISTS), byProxy, false],
    ['the version', version('1.3'), request(), true],
    ['another version', version('1.2'), request(), false],
    ['the version, in clear', version('1.3'), inClear, false],
    ['the version of the proxy', version('1.3'), byProxy, false],
  ])('%s', (_what, condition, asked, expected) => {
    expect(holds(condition, asked)).toBe(expected);
    expect(holds({ ...condition, negate: true }, asked)).toBe(!expected);
  });

  it('say in the record what they have seen', () => {
    const { record } = ask([rule('1', Action.BLOCK, ja4(Is.STARTS_WITH, 't13d'))], request());
    expect(record?.matches[0]?.targets).toMatchObject([
      { name: 'JA4', operator: 'starts_with', value: FINGERPRINT, matchOffset: 0, matchLength: 4 },
    ]);
  });
});

describe('conditions on lists', () => {
  const on = (negate: boolean, ...values: string[]): Condition => ({
    field: Field.IP,
    operator: Is.IN_LIST,
    negate,
    values,
  });

  it.each<[string[], string, boolean, boolean]>([
    [['office'], '203.0.113.7', true, false],
    [['office'], '192.0.2.1', false, true],
    [['office', 'offered'], '198.51.100.1', true, false],
    // Of what is not there, or is somebody else's, neither can be said.
    [['gone'], '203.0.113.7', false, false],
    [['others'], '203.0.113.7', false, false],
    [['gone', 'office'], '203.0.113.7', true, false],
    [['gone', 'office'], '192.0.2.1', false, false],
  ])('%j for %s: %s, and negated %s', (values, client, isOn, isNot) => {
    const asked = request({ client });
    expect([holds(on(false, ...values), asked), holds(on(true, ...values), asked)]).toEqual([isOn, isNot]);
  });

  it.each<[edgeV1.ConditionField, string, Parameters<typeof request>[0], boolean, boolean]>([
    [Field.ASN, 'hosters', { country: { code: 'DE', city: '', asn: 64_500, asnName: '' } }, true, false],
    [Field.ASN, 'hosters', {}, false, true],
    [Field.COUNTRY, 'home', {}, true, false],
    [Field.JA4, 'tools', {}, true, false],
    [Field.USER_AGENT, 'programs', { rawHeaders: ['User-Agent', 'Scanner/2'] }, true, false],
    [Field.USER_AGENT, 'programs', {}, false, true],
    // A list of another kind says nothing, negated or not.
    [Field.IP, 'hosters', {}, false, false],
    [Field.USER_AGENT, 'office', {}, false, false],
  ])('%s on %s, %j: %s, and negated %s', (field, id, parts, isOn, isNot) => {
    const condition = { field, operator: Is.IN_LIST, values: [id] };
    const asked = request(parts);
    expect([holds(condition, asked), holds({ ...condition, negate: true }, asked)]).toEqual([isOn, isNot]);
  });

  it('on what has no lists is no condition', () => {
    expect(() =>
      compileCustomRules([
        rule('1', Action.BLOCK, { field: Field.PATH, operator: Is.IN_LIST, values: ['office'] }),
      ]),
    ).toThrow('there are no lists of what this field has');
  });

  it('name what of a request is on them', () => {
    const agent = { field: Field.USER_AGENT, operator: Is.IN_LIST, values: ['programs'] };
    const { record } = ask(
      [rule('1', Action.BLOCK, agent)],
      request({ rawHeaders: ['User-Agent', 'scanner'] }),
    );
    expect(record?.matches[0]?.targets).toMatchObject([
      { name: 'USER_AGENT_LIST:programs', operator: 'in_list', value: '*scanner*' },
    ]);
    const { record: outside } = ask([rule('1', Action.BLOCK, { ...agent, negate: true })], request());
    expect(outside?.matches[0]?.targets).toMatchObject([
      { name: 'REQUEST_HEADERS:User-Agent', operator: 'not in_list', value: '' },
    ]);
  });

  it('say in the record which list and which entry, and are asked last', () => {
    const path = { field: Field.PATH, operator: Is.EQUALS, values: ['/'] };
    const { record } = ask([rule('1', Action.BLOCK, on(false, 'office'), path)], request());
    expect(record?.matches[0]?.targets).toMatchObject([
      { name: 'REQUEST_FILENAME' },
      { name: 'ADDRESS_LIST:The office', operator: 'in_list', value: '203.0.113.0/24', matchLength: 14 },
    ]);
    const { record: outside } = ask([rule('1', Action.BLOCK, on(true, 'offered'))], request());
    expect(outside?.matches[0]?.targets).toMatchObject([
      { name: 'REMOTE_ADDR', operator: 'not in_list', value: '203.0.113.7' },
    ]);
  });
});

describe('conditions', () => {
  const at = (target: string) => request({ target });
  const sends = (...rawHeaders: string[]) => request({ rawHeaders });
  const ip = (...values: string[]) => ({ field: Field.IP, operator: Is.EQUALS, values });
  const path = (operator: edgeV1.ConditionOperator, ...values: string[]) => ({
    field: Field.PATH,
    operator,
    values,
  });
  const parameter = (name: string, operator: edgeV1.ConditionOperator, ...values: string[]) => ({
    field: Field.QUERY_PARAMETER,
    name,
    operator,
    values,
  });
  const header = (name: string, operator: edgeV1.ConditionOperator, ...values: string[]) => ({
    field: Field.HEADER,
    name,
    operator,
    values,
  });
  const cookie = (name: string, operator: edgeV1.ConditionOperator, ...values: string[]) => ({
    field: Field.COOKIE,
    name,
    operator,
    values,
  });

  it.each<Case>([
    ['an address', ip('203.0.113.7'), request(), true],
    ['a range', ip('198.51.100.1', '203.0.113.0/24'), request(), true],
    ['another range', ip('198.51.100.0/24'), request(), false],
    ['outside a range', { ...ip('198.51.100.0/24'), negate: true }, request(), true],
    ['IPv6', ip('2001:db8::/32'), request({ client: '2001:db8::1' }), true],
    ['a country', { field: Field.COUNTRY, operator: Is.EQUALS, values: ['FR', 'DE'] }, request(), true],
    [
      'no country',
      { field: Field.COUNTRY, operator: Is.EQUALS, values: ['DE'] },
      request({ country: null }),
      false,
    ],
    [
      'no country, negated',
      { field: Field.COUNTRY, operator: Is.EQUALS, values: ['DE'], negate: true },
      request({ country: null }),
      true,
    ],
    ['a method', { field: Field.METHOD, operator: Is.EQUALS, values: ['get'] }, request(), true],
    ['a host', { field: Field.HOST, operator: Is.EQUALS, values: ['SHOP.example'] }, request(), true],
    [
      'a host by its end',
      { field: Field.HOST, operator: Is.ENDS_WITH, values: ['.example'] },
      request(),
      true,
    ],
    ['the scheme', { field: Field.SCHEME, operator: Is.EQUALS, values: ['https'] }, request(), true],
    [
      'the network operator',
      { field: Field.ASN, operator: Is.EQUALS, values: ['64500', '64501'] },
      request({ country: { code: 'DE', city: '', asn: 64_501, asnName: '' } }),
      true,
    ],
    ['no network operator', { field: Field.ASN, operator: Is.EQUALS, values: ['64500'] }, request(), false],
    [
      'the HTTP version',
      { field: Field.HTTP_VERSION, operator: Is.EQUALS, values: ['2', '3'] },
      request({ protocol: 'HTTP/2.0' }),
      true,
    ],
    [
      'another HTTP version',
      { field: Field.HTTP_VERSION, operator: Is.EQUALS, values: ['1.0'] },
      request({ protocol: 'HTTP/1.1' }),
      false,
    ],
    ['the other scheme', { field: Field.SCHEME, operator: Is.EQUALS, values: ['http'] }, request(), false],

    ['a path', path(Is.EQUALS, '/admin'), at('/admin?x=1'), true],
    ['a path with case', path(Is.EQUALS, '/admin'), at('/Admin'), false],
    ['a path by its beginning', path(Is.STARTS_WITH, '/admin/'), at('/admin/users'), true],
    ['a path by its end', path(Is.ENDS_WITH, '.php', '.asp'), at('/x.php?y'), true],
    ['a path in the middle', path(Is.CONTAINS, 'wp-login'), at('/blog/wp-login.php'), true],
    ['a path by pattern', path(Is.MATCHES, '^/wp-(login|admin)'), at('/wp-admin/x'), true],
    ['a path by pattern, with case', path(Is.MATCHES, '^/WP-'), at('/wp-admin/x'), false],
    ['a path in UTF-8', path(Is.EQUALS, '/café'), at('/caf%C3%A9'), true],

    ['the query', { field: Field.QUERY, operator: Is.CONTAINS, values: ['a=1'] }, at('/?b=2&a=1'), true],
    [
      'the query with case',
      { field: Field.QUERY, operator: Is.CONTAINS, values: ['A=1'] },
      at('/?a=1'),
      false,
    ],
    ['no query', { field: Field.QUERY, operator: Is.MATCHES, values: ['^$'] }, at('/'), true],

    ['a parameter', parameter('debug', Is.EQUALS, '1'), at('/?a=2&debug=1'), true],
    ['a parameter, encoded', parameter('debug', Is.EQUALS, '1'), at('/?%64ebug=%31'), true],
    ['a parameter with plus', parameter('q', Is.EQUALS, 'a b'), at('/?q=a+b'), true],
    ['a parameter with an encoded plus', parameter('q', Is.EQUALS, 'a+b'), at('/?q=a%2bb'), true],
    ['a parameter with an equals sign', parameter('q', Is.EQUALS, 'a=b'), at('/?q=a=b'), true],
    ['the second of two', parameter('debug', Is.EQUALS, '1'), at('/?debug=0&debug=1'), true],
    [
      'a parameter behind thousands',
      parameter('debug', Is.EQUALS, '1'),
      at(`/?${'a=1&'.repeat(4_000)}debug=1`),
      true,
    ],
    ['one of thousands', parameter('d', Is.EQUALS, 'x'), at(`/?${'d=1&'.repeat(4_000)}d=x`), true],
    ['a parameter with case', parameter('debug', Is.EQUALS, '1'), at('/?Debug=1'), false],
    ['a parameter that is there', parameter('debug', Is.EXISTS), at('/?debug'), true],
    ['a parameter that is not', parameter('debug', Is.EXISTS), at('/?a=debug'), false],
    ['an absent parameter', parameter('debug', Is.MATCHES, ''), at('/'), false],
    ['an absent parameter, negated', { ...parameter('debug', Is.MATCHES, ''), negate: true }, at('/'), true],
    ['a name in UTF-8', parameter('größe', Is.EQUALS, '1'), at('/?gr%C3%B6%C3%9Fe=1'), true],

    ['a header', header('X-Api-Key', Is.EQUALS, 'secret'), sends('x-api-key', 'Secret'), true],
    ['the second header', header('x-a', Is.CONTAINS, 'two'), sends('X-A', 'one', 'x-a', 'TWO'), true],
    ['no such header', header('x-a', Is.EXISTS), sends('x-b', '1'), false],
    ['no such header, negated', { ...header('x-a', Is.EXISTS), negate: true }, sends('x-b', '1'), true],
    [
      'none of the headers',
      { ...header('x-a', Is.EQUALS, '1'), negate: true },
      sends('x-a', '2', 'x-a', '1'),
      false,
    ],
    ['a header by pattern', header('x-a', Is.MATCHES, '^BEARER '), sends('X-A', 'Bearer x'), true],

    ['a cookie', cookie('session', Is.EXISTS), sends('Cookie', 'a=1; session=2'), true],
    [
      'a cookie of a second field',
      cookie('Session', Is.EQUALS, '2'),
      sends('Cookie', 'a=1', 'cookie', 'session=2'),
      true,
    ],
    ['a quoted cookie', cookie('debug', Is.EQUALS, '1'), sends('Cookie', 'debug="1"'), true],
    ['an encoded cookie', cookie('debug', Is.EQUALS, '1'), sends('Cookie', 'debug=%31'), true],
    ['a cookie as it is sent', cookie('debug', Is.EQUALS, '%31'), sends('Cookie', 'debug=%31'), true],
    ['no such cookie', cookie('session', Is.EXISTS), sends('Cookie', 'mysession=1; x'), false],

    [
      'a user agent',
      { field: Field.USER_AGENT, operator: Is.STARTS_WITH, values: ['CURL/'] },
      sends('User-Agent', 'curl/8.1'),
      true,
    ],
    [
      'the first of two user agents',
      { field: Field.USER_AGENT, operator: Is.CONTAINS, values: ['curl'] },
      sends('User-Agent', 'curl/8.1', 'User-Agent', 'Mozilla'),
      true,
    ],
    ['no user agent', { field: Field.USER_AGENT, operator: Is.MATCHES, values: [''] }, sends(), false],
  ])('%s', (_what, condition, asked, expected) => {
    expect(holds(condition, asked)).toBe(expected);
  });

  it.each([
    '/admin',
    '/./admin',
    '//admin',
    '/%61dmin',
    '/%2561dmin',
    '/x/../admin',
    '/x/%2e%2e/admin',
    '/admin;x=1',
    '\\admin',
    '/admin/..%2fx',
    '/admin/../x',
  ])('keep visitors from /admin also as %s', (target) => {
    expect(holds({ field: Field.PATH, operator: Is.STARTS_WITH, values: ['/admin'] }, at(target))).toBe(true);
  });

  it.each([
    '/open/../admin',
    '/open/%2e%2e/admin',
    '/open/..;/admin',
    '/open/..%5cadmin',
    '/open/%252e%252e/admin',
    '/admin/../open/',
    '/admin/..%2fopen/',
  ])('let nobody pass below /open/ as %s', (target) => {
    const open = { field: Field.PATH, operator: Is.STARTS_WITH, values: ['/open/'] };
    expect(holds(open, at(target), Action.SKIP)).toBe(false);
    // And whoever may only go there is kept from elsewhere.
    expect(holds({ ...open, negate: true }, at(target), Action.BLOCK)).toBe(true);
  });

  it('must all hold', () => {
    const both = [
      { field: Field.PATH, operator: Is.CONTAINS, values: ['wp-login'] },
      { field: Field.IP, operator: Is.EQUALS, values: ['198.51.100.0/24'], negate: true },
    ];
    const asks = (client: string, target: string) =>
      ask([rule('1', Action.BLOCK, ...both)], request({ client, target })).decision !== null;
    expect(asks('203.0.113.7', '/wp-login.php')).toBe(true);
    expect(asks('198.51.100.7', '/wp-login.php')).toBe(false);
    expect(asks('203.0.113.7', '/')).toBe(false);
  });
});

const ALWAYS = { field: Field.METHOD, operator: Is.EQUALS, values: ['GET'] };
const NEVER = { ...ALWAYS, negate: true };

describe('rules', () => {
  it('are asked in their order; the first that holds decides, and those that only log go on', () => {
    const { decision, record } = ask(
      [
        rule('1', Action.BLOCK, NEVER),
        rule('2', Action.LOG, ALWAYS),
        rule('3', Action.SKIP, ALWAYS),
        rule('4', Action.LOG, ALWAYS),
        rule('5', Action.BLOCK, ALWAYS),
      ],
      request(),
    );
    expect(decision?.decided?.rule.reason).toBe('custom:3');
    expect(decision?.noted.map(({ rule: { reason } }) => reason)).toEqual(['custom:2']);
    expect(decision?.decided?.rule.does).toEqual({
      kind: 'skip',
      skips: { managedRules: true, botProtection: false, rateLimiting: false },
    });
    expect(record?.name).toBe('Rule 3');
    expect(record?.matches.map(({ tags }) => tags)).toEqual([
      ['custom:3', 'custom-action/skip'],
      ['custom:2', 'custom-action/log'],
    ]);
  });

  it('say in the record which values fulfilled their conditions, those that are there first', () => {
    const away = { field: Field.IP, operator: Is.EQUALS, values: ['198.51.100.0/24'], negate: true };
    const login = { field: Field.PATH, operator: Is.CONTAINS, values: ['wp-login'] };
    const bearer = { field: Field.HEADER, name: 'X-Key', operator: Is.MATCHES, values: ['k[0-9]+'] };
    const { record } = ask(
      [rule('1', Action.BLOCK, away, login, bearer)],
      request({ target: '/blog/wp-login.php', rawHeaders: ['x-key', `${'-'.repeat(600)}K123-`] }),
    );
    const shown = record!.matches[0]!.targets.map(
      ({ name, operator, transformed, matchOffset, matchLength }) => [
        name,
        operator,
        transformed.slice(matchOffset, matchOffset + matchLength),
      ],
    );
    expect(shown).toEqual([
      ['REQUEST_FILENAME', 'contains', 'wp-login'],
      ['REQUEST_HEADERS:X-Key', 'matches', 'K123'],
      ['REMOTE_ADDR', 'not equals', '203.0.113.7'],
    ]);
    const key = record!.matches[0]!.targets[1]!;
    expect([key.value.length, key.valueOffset]).toEqual([512, 605 - 512]);
  });

  it('lose their challenges, and nothing else, where nobody is to be asked for proofs', () => {
    const both = compileCustomRules([rule('1', Action.CHALLENGE, ALWAYS), rule('2', Action.BLOCK, ALWAYS)]);
    expect(both?.challenges).toBe(true);
    expect(withoutChallenges(both)).toMatchObject({ challenges: false, rules: [{ reason: 'custom:2' }] });
    expect(withoutChallenges(compileCustomRules([rule('1', Action.CHALLENGE, ALWAYS)]))).toBeNull();
  });

  it('that hold always are chosen when a site is compiled, for clients that are allowed by address', () => {
    const custom = compileCustomRules([
      rule('1', Action.BLOCK, ALWAYS),
      rule('2', Action.SKIP, ALWAYS),
      rule('3', Action.CHALLENGE, ALWAYS),
    ]);
    expect(custom?.ofAllowed).toMatchObject({ rules: [{ reason: 'custom:2' }], lateRules: [], endRules: [] });
    expect(Object.isFrozen(custom?.ofAllowed)).toBe(true);
    expect(deliveryAlone(custom)?.ofAllowed.rules).toEqual(custom?.ofAllowed.rules);
    expect(withoutChallenges(custom)?.ofAllowed.rules).toEqual(custom?.ofAllowed.rules);
  });

  it.each<[string, Condition | null, string]>([
    ['no operator', { field: Field.PATH, values: ['/'] }, 'there is no operator'],
    ['no field', { operator: Is.EQUALS, values: ['/'] }, 'there is no field'],
    ['no name', { field: Field.HEADER, operator: Is.EXISTS }, 'no name'],
    ['a missing path', { field: Field.PATH, operator: Is.EXISTS }, 'always has this field'],
    ['no value', { field: Field.PATH, operator: Is.CONTAINS }, 'there is no value'],
    ['a part of an address', { field: Field.IP, operator: Is.CONTAINS, values: ['10.'] }, 'as a whole'],
    ['no address', { field: Field.IP, operator: Is.EQUALS, values: ['office'] }, 'condition 1'],
    ['a broken pattern', { field: Field.PATH, operator: Is.MATCHES, values: ['('] }, 'parenthesis'],
    ['a large pattern', { field: Field.PATH, operator: Is.MATCHES, values: ['a{5000}'] }, 'instructions'],
    ['no condition', null, 'there is no condition'],
  ])('with %s are refused by name', (_what, condition, detail) => {
    const bad = rule('7', Action.BLOCK, ...(condition === null ? [] : [condition]));
    expect(() => compileCustomRules([bad])).toThrow(
      expect.objectContaining({
        code: 'site_config_custom_rule',
        detail: expect.stringMatching(new RegExp(`^rule "Rule 7" \\(7\\): .*${detail}`)),
      }),
    );
  });

  it('without action, or with nothing to skip, are refused', () => {
    const nothing = create(edgeV1.CustomRuleSchema, {
      id: '1',
      name: 'x',
      action: Action.SKIP,
      conditions: [ALWAYS],
    });
    expect(() => compileCustomRules([nothing])).toThrow(/skipped/);
    expect(() => compileCustomRules([rule('1', Action.UNSPECIFIED, ALWAYS)])).toThrow(/action/);
  });
});

describe('the steps of a request', () => {
  /** Of a pattern that no other rule has: what one has built serves all that are alike. */
  const dear = (length: number) => ({
    field: Field.QUERY,
    operator: Is.MATCHES,
    values: [`a[ab]{${length}}c`, `b[ab]{${length}}d`],
  });
  // Never the same twice, so that no state of an automaton serves again.
  const noise = Array.from(
    { length: 16_000 },
    (_, index) => 'ab'[(Math.imul(index, 0x9e3779b1) >>> 13) & 1],
  ).join('');
  const hostile = request({ target: `/?${noise}` });

  it('are bounded for all rules together, and one that is cut short does not hold, negated or not', () => {
    const rules = Array.from({ length: 100 }, (_, index) =>
      rule(String(index), Action.BLOCK, { ...dear(100 + index), negate: index % 2 === 1 }),
    );
    const { decision, undecided, spent } = ask(rules, hostile);
    expect(decision).toBeNull();
    expect(undecided).toHaveLength(100);
    // A byte more, for each of a pattern's instructions.
    expect(spent).toBeLessThan(CONDITION_STEPS + 16_000);
  });

  it('cannot be used up by one rule for the others', () => {
    const wanted = rule('last', Action.BLOCK, {
      field: Field.METHOD,
      operator: Is.MATCHES,
      values: ['^GET$'],
    });
    const { decision, undecided } = ask(
      [rule('0', Action.BLOCK, dear(301)), rule('1', Action.BLOCK, dear(302)), wanted],
      hostile,
    );
    expect(undecided).toEqual(['Rule 0', 'Rule 1']);
    expect(decision?.decided?.rule.reason).toBe('custom:last');
  });

  it('bound literals as well', () => {
    const words = Array.from({ length: 200 }, (_, index) => `word${index}`);
    const rules = Array.from({ length: 50 }, (_, index) =>
      rule(String(index), Action.BLOCK, { field: Field.QUERY, operator: Is.CONTAINS, values: words }),
    );
    const { undecided, spent } = ask(rules, hostile);
    expect(undecided.length).toBeGreaterThan(40);
    expect(spent).toBeLessThanOrEqual(CONDITION_STEPS);
    const usual = request({ target: `/?q=${'x'.repeat(200)}` });
    expect(ask(rules, usual).undecided).toEqual([]);
  });
});

describe('groups of conditions', () => {
  const pathIs = (value: string) => ({ field: Field.PATH, operator: Is.EQUALS, values: [value] });
  const postOnly = { field: Field.METHOD, operator: Is.EQUALS, values: ['POST'] };
  const eitherWay = () => {
    const source = rule('1', Action.BLOCK, pathIs('/a'));
    source.alternatives = [
      create(edgeV1.CustomConditionGroupSchema, { conditions: [pathIs('/b'), postOnly] }),
      create(edgeV1.CustomConditionGroupSchema, { conditions: [pathIs('/c')] }),
    ];
    return source;
  };

  it.each([
    ['/a', 'GET', true],
    ['/b', 'GET', false],
    ['/b', 'POST', true],
    ['/c', 'GET', true],
    ['/d', 'POST', false],
  ])('hold where all conditions of one do: %s %s', (target, method, expected) => {
    expect(ask([eitherWay()], request({ target, method })).decision !== null).toBe(expected);
  });

  it('are told by the conditions of the one that held', () => {
    const { record } = ask([eitherWay()], request({ target: '/b', method: 'POST' }));
    expect(record?.matches[0]?.targets.map(({ name, value }) => [name, value])).toEqual([
      ['REQUEST_FILENAME', '/b'],
      ['REQUEST_METHOD', 'POST'],
    ]);
  });
});
