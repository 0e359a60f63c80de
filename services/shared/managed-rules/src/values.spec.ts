/**
 * What a program makes of a value is judged like the value itself, wherever it stands: JSON within it, escapes of escapes,
 * characters that are folded to ASCII, and these within one another.
 */
import { ATTACKS } from './test-support/bodies.ts';
import { managedRuleSet, matchedIds, sendRequest, sites, type TestRequest } from './test-support/send.ts';

type Disguise = (value: string) => string;

const escaped = (value: string) =>
  Array.from(value, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const percent: Disguise = (value) => Buffer.from(value).toString('hex').replace(/../g, '%$&');
const fullWidthSigns: Disguise = (value) =>
  value.replace(/[!-/:-@[-`{-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

/** Each character as its number, in so many digits at least. */
const numbered = (value: string, radix: number, digits: number, before: string, behind = ''): string =>
  Array.from(
    value,
    (sign) => before + sign.charCodeAt(0).toString(radix).padStart(digits, '0') + behind,
  ).join('');
const NAMES: Readonly<Record<string, string>> = {
  ...{ "'": 'apos', '"': 'quot', '<': 'lt', '>': 'gt', '(': 'lpar', ')': 'rpar', $: 'dollar', ':': 'colon' },
  ...{ ';': 'semi', '{': 'lbrace', '}': 'rcub', '/': 'sol' },
};
const base64: Disguise = (value) => Buffer.from(value).toString('base64');
const token = (head: object, claims: object) =>
  [
    ...[head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')),
    'c2lnbmF0dXJl',
  ].join('.');

const DOCUMENTS: Readonly<Record<string, Disguise>> = {
  'a member': (value) => `{"page":1,"q":"${escaped(value)}"}`,
  'an element': (value) => ` ["a", "${escaped(value)}"]`,
  'a text': (value) => `"${escaped(value)}"`,
  'a document with faults': (value) => `{"a":NaN,"q":"${escaped(value)}"}`,
  'a name': (value) => `{"list":[{"${escaped(value)}":1}]}`,
};
const ESCAPES: Readonly<Record<string, Disguise>> = {
  'twice escaped': (value) => percent(percent(value)),
  'four times escaped': (value) => percent(value).replaceAll('%', '%252525'),
  'in full width': fullWidthSigns,
  'with what is invisible': (value) => Array.from(value).join('\u200b'),
  'as \\u0027': escaped,
  'as \\x27': (value) => numbered(value, 16, 2, '\\x'),
  'signs as \\047': (value) => value.replace(/[^A-Za-z0-9 ]/g, (sign) => numbered(sign, 8, 3, '\\')),
  'as %u0027': (value) => numbered(value, 16, 4, '%u'),
  'as &#39;': (value) => numbered(value, 10, 1, '&#', ';'),
  'as &#x0000027': (value) => value.replace(/[^A-Za-z0-9 ]/g, (sign) => numbered(sign, 16, 7, '&#x', ';')),
  'as &apos;': (value) => value.replace(/['"<>()$:;{}/]/g, (sign) => `&${NAMES[sign]};`),
  'entities of escapes': (value) => numbered(escaped(value), 16, 2, '&#x', ';'),
};
const CODED: Readonly<Record<string, Disguise>> = {
  'in base64': base64,
  'in base64 without padding': (value) => base64(value).replace(/=+$/, ''),
  'in base64 for URLs': (value) => Buffer.from(value).toString('base64url'),
  'in lines of base64': (value) => base64(value).replace(/.{20}/g, '$&\r\n'),
  'in base64 of base64': (value) => base64(base64(value)),
  'in base64 of JSON': (value) => base64(JSON.stringify({ page: 1, q: value })),
  'in JSON of base64': (value) => JSON.stringify({ page: 1, q: base64(value) }),
  'in base64 behind a name': (value) => `data=${base64(value)}`,
  'in base64 behind a name and a colon': (value) => `token: ${base64(value)}`,
  'in hexadecimal digits': (value) => Buffer.from(value).toString('hex'),
  'in hexadecimal digits behind 0x': (value) => `0x${Buffer.from(value).toString('hex')}`,
  'in data of a URL': (value) => `data:text/plain;charset=utf-8;base64,${base64(value)}`,
  'in the claims of a token': (value) => token({ alg: 'HS256', typ: 'JWT' }, { sub: value }),
  'in the head of a token': (value) => token({ alg: 'HS256', kid: value }, { sub: 'jane' }),
};
const PAIRS: Readonly<Record<string, Disguise>> = Object.fromEntries(
  Object.entries(DOCUMENTS).flatMap(([outerName, outer]) =>
    Object.entries({ ...ESCAPES, ...DOCUMENTS })
      .filter(() => outerName !== 'a name')
      .map(([innerName, inner]) => [`${outerName}: ${innerName}`, (value: string) => outer(inner(value))]),
  ),
);
const DISGUISES = { ...DOCUMENTS, ...ESCAPES, ...PAIRS };

const field = (value: string, more = ''): TestRequest => ({
  headers: ['Content-Type', 'multipart/form-data; boundary=edge'],
  body: `--edge\r\nContent-Disposition: form-data; name="data"\r\n${more}\r\n${value}\r\n--edge--\r\n`,
});
const PLACES: Readonly<Record<string, (value: string) => TestRequest>> = {
  query: (value) => ({ target: `/?data=${encodeURIComponent(value)}` }),
  'segment of the path': (value) => ({ target: `/items/${encodeURIComponent(value)}` }),
  form: (value) => ({
    headers: ['Content-Type', 'application/x-www-form-urlencoded'],
    body: `page=1&data=${encodeURIComponent(value)}`,
  }),
  multipart: (value) => field(value),
  'multipart with a type': (value) => field(value, 'Content-Type: application/json\r\n'),
  JSON: (value) => ({
    headers: ['Content-Type', 'application/json'],
    body: JSON.stringify({ page: [{ data: value }] }),
  }),
  XML: (value) => ({
    headers: ['Content-Type', 'text/xml'],
    body: `<a><b>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</b></a>`,
  }),
  cookie: (value) => ({ headers: ['Cookie', `id=1; data=${encodeURIComponent(value)}`] }),
  header: (value) => ({ headers: ['X-Data', Buffer.from(value).toString('latin1')] }),
};

/** Members' names are judged where names are: a family that rules look for in values only is none there. */
const inNames = (disguise: string) => disguise.endsWith('a name');

describe.each(['low', 'medium', 'high'] as const)('at %s, values of values', (sensitivity) => {
  const site = sites[sensitivity];
  const all = sensitivity === 'medium' ? DISGUISES : { ...DOCUMENTS, ...ESCAPES };

  it.each(Object.entries(PLACES))('in a %s: every family is found', (_place, request) => {
    const disguises = { ...all, ...CODED };
    let sent = 0;
    const passed: string[] = [];
    for (const [name, disguise] of Object.entries(disguises))
      for (const [family, attack] of Object.entries(ATTACKS)) {
        if (inNames(name) && sendRequest(site, PLACES.query!(`{"${attack}":1}`)).interruption === null)
          continue;
        sent++;
        if (sendRequest(site, request(disguise(attack))).interruption === null)
          passed.push(`${family}: ${name}`);
      }
    expect(passed).toEqual([]);
    expect(sent).toBeGreaterThan(Object.keys(disguises).length * 8);
  });

  it.each(Object.entries(PLACES))('in a %s: ordinary ones pass', (_place, request) => {
    for (const value of [
      'garden chairs (2)',
      "it's 5 o'clock",
      'Müller & Söhne, 50 % off',
      '你好，世界！（请选择 OR 更新）；',
      '「東京＆大阪」＝１，０００円（税込）',
      '50%25 of https://a.example/?u=https%253A%252F%252Fb.example%252F%253Fq%253Dx',
      '[draft] one {two} "three"',
      'l’été — “déjà” … ½',
      '{"a":{"b":["c",{"d":"e-f g"}]}}',
    ])
      for (const disguise of [(text: string) => text, ...Object.values(DOCUMENTS)])
        expect([value, matchedIds(sendRequest(site, request(disguise(value))))]).toEqual([value, []]);
  });
});

describe('ordinary values that are coded', () => {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  it.each([
    ['an image', pixel],
    ['an image as a URL', `data:image/png;base64,${pixel}`],
    [
      'a drawing as a URL',
      `data:image/svg+xml;base64,${base64('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>')}`,
    ],
    ['a session', 'a3f5c9d2e8b7460191c2d3e4f5a6b7c8'],
    ['an id', '0194c5a2-7b1e-7c3d-9f4a-2b6d8e0f1a3c'],
    ['words', 'garden chairs and tables'],
    ['a camel', 'shippingAddressLine'],
    [
      'a token',
      token(
        { alg: 'RS256', kid: 'k-2026-01', typ: 'at+jwt' },
        {
          iss: 'https://login.example.com/realms/shop',
          aud: ['account', 'https://api.example.com'],
          scope: 'openid profile email offline_access',
          permissions: ['read:users', 'update:orders'],
          'https://example.com/roles': ['admin', 'editor'],
          name: "Siobhán O'Brien-Müller",
          exp: 1_800_000_000,
        },
      ),
    ],
    ['a text', base64("Dear all,\r\n\r\nthe meeting is at 5 o'clock (room 3 & 4).\r\n\r\nBest, Müller\r\n")],
    ['a state', base64(JSON.stringify({ returnTo: '/orders?page=2&sort=asc', nonce: 'x8-_2' }))],
    ['a cursor', base64('id:1042;created_at:2026-01-05T10:00:00Z')],
    ['an opaque reference', base64('arrayconnection:25')],
    ['a path of Windows', 'C:\\Users\\jane\\x86\\notes.txt'],
    ['an address in markup', 'https://example.com/?a=1&amp;b=2&amp;copy=3'],
    ['a text of an editor', '<p>It&#39;s 5&nbsp;o&rsquo;clock &ndash; 3 &lt; 4 &amp;&amp; 5 &gt; 4</p>'],
    ['a pattern', '^\\d{3}-\\w+(\\.\\x2d)?$'],
  ])('%s', (_what, value) => {
    for (const site of [sites.low, sites.medium])
      for (const [place, request] of Object.entries(PLACES))
        expect([place, matchedIds(sendRequest(site, request(value)))]).toEqual([place, []]);
  });

  it('a SAML response', () => {
    const xml =
      '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_8e8dc5f6" Version="2.0" ' +
      'Destination="https://sp.example.com/acs"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">' +
      'https://idp.example.com/metadata</saml:Issuer><samlp:Status><samlp:StatusCode ' +
      'Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion><saml:Subject><saml:NameID ' +
      'Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">jane@example.com</saml:NameID></saml:Subject>' +
      '<saml:AttributeStatement><saml:Attribute Name="groups"><saml:AttributeValue xsi:type="xs:string">R&amp;D' +
      '</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion></samlp:Response>';
    for (const site of [sites.low, sites.medium])
      expect(matchedIds(sendRequest(site, PLACES.form!(base64(xml))))).toEqual([]);
  });
});

describe('operators and prototypes within a document in a value', () => {
  it.each([
    '{"user":"a","password":{"$ne":""}}',
    '[{"token":{"$gt":""}}]',
    '{"$where":"1"}',
    '{"__proto__":{"x":1}}',
    '{"a":{"constructor":{"prototype":{"x":1}}}}',
  ])('%s', (document) => {
    for (const place of [PLACES.query!, PLACES.form!, PLACES.multipart!, PLACES.cookie!, PLACES.JSON!])
      expect(sendRequest(sites.low, place(document)).interruption).toMatchObject({ status: 403 });
    const cookie = { headers: ['Cookie', `a=${encodeURIComponent(`j:${document}`)}`] };
    expect(sendRequest(sites.low, cookie).interruption).toMatchObject({ status: 403 });
  });
});

describe('members that choose a class, and pointers to prototypes', () => {
  const json = (document: unknown): TestRequest => ({
    headers: ['Content-Type', 'application/json'],
    body: JSON.stringify(document),
  });

  it.each([
    [14006, { '@class': 'javax.swing.JEditorPane', page: 'http://203.0.113.9/' }],
    [14006, { a: [{ '@type': 'java.lang.AutoCloseable' }] }],
    [14006, { '@type': 'Lcom.sun.rowset.RowSetImpl;' }],
    [14006, { $type: 'System.Windows.ResourceDictionary, PresentationFramework' }],
    [14004, [{ op: 'add', path: '/__proto__/isAdmin', value: true }]],
    [14004, [{ op: 'add', path: '/a/constructor/prototype/b', value: 1 }]],
  ])('%i stops %j', (id, document) => {
    expect(matchedIds(sendRequest(sites.medium, json(document)))).toContain(id);
    expect(sendRequest(sites.medium, json(document)).interruption).toMatchObject({ status: 403 });
  });

  it.each([
    { '@type': 'Person', '@context': 'https://schema.org' },
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo' },
    { '@class': 'java.util.ArrayList', items: [] },
    { $type: 'Shop.Orders.Line, Shop' },
    { class: 'org.apache.logging.Logger', message: 'java.lang.Exception: no' },
    [{ op: 'replace', path: '/prototype/name', value: 'x' }],
  ])('pass: %j', (document) => {
    expect(matchedIds(sendRequest(sites.medium, json(document)))).toEqual([]);
  });
});

describe('what there is too much of', () => {
  const form = (value: string): TestRequest => ({
    headers: ['Content-Type', 'application/x-www-form-urlencoded'],
    body: `data=${encodeURIComponent(value)}`,
  });
  const packed = (value: string, times: number): string =>
    times === 0 ? value : packed(JSON.stringify({ a: value }), times - 1);

  it.each([
    ['documents in documents', packed("1' OR 1=1", 6)],
    ['depth', `${'['.repeat(200)}1${']'.repeat(200)}`],
    ['members', `[${'1,'.repeat(140_000)}1]`],
  ])('%s is refused as a limit', (_what, value) => {
    for (const site of Object.values(sites))
      expect(sendRequest(site, form(value)).interruption).toMatchObject({ status: 413, ruleId: 125 });
  });

  it('is not what ordinary messages have, packed four times', () => {
    const message = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, text: `it's no. ${id}` })));
    for (let times = 0; times < 4; times++)
      expect(sendRequest(sites.high, form(packed(message, times))).interruption).toBeNull();
  });
});

it('an exception for a field holds for all that is read from it', () => {
  const exclusions = [{ name: 'known', by: { tag: 'family/sql-injection' }, target: 'ARGS:data' }];
  const excepted = managedRuleSet.withOverlay({ exclusions, tx: { blocking_paranoia_level: '2' } });
  for (const disguise of [DOCUMENTS['a member']!, ...Object.values(ESCAPES)]) {
    const request = PLACES.form!(disguise(ATTACKS['SQL injection']));
    expect(sendRequest(sites.medium, request).interruption).not.toBeNull();
    expect(sendRequest(excepted, request).interruption).toBeNull();
  }
});
