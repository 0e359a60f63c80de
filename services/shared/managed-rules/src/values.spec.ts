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
  const disguises = sensitivity === 'medium' ? DISGUISES : { ...DOCUMENTS, ...ESCAPES };

  it.each(Object.entries(PLACES))('in a %s: every family is found', (_place, request) => {
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
