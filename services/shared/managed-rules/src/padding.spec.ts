/**
 * Padding never lowers a verdict: what is blocked stays blocked, whatever stands beside it. `npm run waf:padding` does the
 * same with all of the corpora.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { managedRuleSet, matchedIds, sendRequest, sites, type TestRequest } from './test-support/send.ts';
import { FILLERS, POSITIONS } from './tools/padding/filler.ts';
import { countLowered, countPadded, noPadding } from './tools/padding/lowered-verdicts.ts';
import { placesOf } from './tools/padding/pad-request.ts';
import { type CorpusRequest, readCorpus } from './tools/score/corpus.ts';

const FORM = ['Content-Type', 'application/x-www-form-urlencoded'];
const JSON_TYPE = ['Content-Type', 'application/json'];
const MULTIPART = ['Content-Type', 'multipart/form-data; boundary=edge'];
const part = (name: string, value: string) =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
/** What only one rule stops, and that one by a chain. */
const BY_CHAIN = '1 or exists(select 1)';

/** What rules look for is there only once the value is read as JSON. */
const PACKED = '{"q":"\\u0027\\u0020UNION\\u0020SELECT password FROM users--"}';

const request = (id: string, one: Partial<CorpusRequest> & { text?: string }): CorpusRequest => ({
  id,
  label: 'attack',
  kind: 'own',
  source: 'own',
  half: 'seen',
  method: one.body === undefined ? 'GET' : 'POST',
  target: '/',
  headers: [],
  body: Buffer.alloc(0),
  ...one,
  text: one.text ?? one.target ?? String(one.body),
});

const ATTACKS: readonly CorpusRequest[] = [
  request('query', { target: "/?q=1'%20UNION%20SELECT%20password%20FROM%20users--%20" }),
  request('query by chain', { target: `/?q=${encodeURIComponent(BY_CHAIN)}` }),
  request('path', { target: '/static/..%2f..%2f..%2fetc/passwd' }),
  request('cookie', { headers: ['Cookie', "id=1' or '1'='1' -- "] }),
  request('form', { headers: FORM, body: Buffer.from('c=%3Csvg%2Fonload%3Dalert(1)%3E') }),
  request('JSON in a form', { headers: FORM, body: Buffer.from(`c=${encodeURIComponent(PACKED)}`) }),
  request('escapes of escapes', { target: '/?q=%25253Cscript%25253Ealert(1)%25253C/script%25253E' }),
  request('full width', {
    headers: FORM,
    body: Buffer.from(`c=${encodeURIComponent('＜script＞alert(1)')}`),
  }),
  request('file without a type', {
    headers: MULTIPART,
    body: Buffer.from(
      `${part('c', '<script>alert(1)</script>').replace('name="c"', 'name="c"; filename="a"')}--edge--\r\n`,
    ),
  }),
  request('JSON', { headers: JSON_TYPE, body: Buffer.from('{"a":{"b":["../../../etc/passwd"]}}') }),
  request('multipart', {
    headers: MULTIPART,
    body: Buffer.from(`${part('c', '<script>alert(1)</script>')}--edge--\r\n`),
  }),
  request('XML', {
    headers: ['Content-Type', 'text/xml'],
    body: Buffer.from("<a><b c='1'>1' UNION SELECT password FROM users-- </b></a>"),
  }),
];

describe.each(Object.entries(sites))('at %s, an attack', (_name, site) => {
  it.each(ATTACKS.map((attack) => ({ id: attack.id, attack })))(
    'in $id is blocked among other arguments',
    ({ attack }) => {
      const count = noPadding();
      const deep = noPadding();
      for (const place of placesOf(attack))
        for (const filler of FILLERS)
          for (const [index, position] of POSITIONS.entries())
            for (const number of [1, [1_001, 300, 2_002][index]!])
              countPadded(
                site,
                attack,
                { place, padding: { filler, count: number, position } },
                filler.isDepth ? deep : count,
              );
      expect([...count.lowered, ...deep.lowered]).toEqual([]);
      expect(count.padded).toBeGreaterThanOrEqual(84);
      expect(count.overLimit).toBe(0);
    },
  );
});

describe('a field that one reader takes for something else', () => {
  const attack = part('q', "1' UNION SELECT password FROM users--");
  const fileHead = '--edge\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n';
  const end = '--edge--\r\n';

  it.each([
    ['behind a letter', `v${attack}${end}`],
    ['behind the header of a file', `${fileHead}${attack}${end}`],
    ['inside a line of a file', `${fileHead}x v${attack}${end}`],
    ['behind the last boundary', `${part('a', '1')}${end}${attack}${end}`],
  ])('is blocked %s at every level', (_where, body) => {
    for (const site of Object.values(sites))
      expect(sendRequest(site, { headers: MULTIPART, body }).interruption).toMatchObject({ status: 403 });
  });

  it('does not make empty lines around a form suspicious', () => {
    const body = `\r\n${part('a', '-- \r\nsigned\r\n---')}${end}\r\n`;
    expect(matchedIds(sendRequest(sites.high, { headers: MULTIPART, body }))).toEqual([]);
  });
});

describe('more arguments than are looked at', () => {
  const many = { headers: FORM, body: `${'&'.repeat(140_000)}q=1` };

  it('are refused as a limit, by a rule of its own, and never as malformed', () => {
    for (const site of Object.values(sites)) {
      const audit = sendRequest(site, many);
      expect(audit.interruption).toMatchObject({ action: 'deny', status: 413, ruleId: 125 });
      const match = audit.matches.find(({ ruleId }) => ruleId === 125)!;
      expect(match).toMatchObject({ data: 'arguments', tags: ['family/limit'] });
      expect(audit.matches.map(({ ruleId }) => ruleId)).not.toContain(121);
    }
  });

  it('are told and passed in log-only mode, and where the owner has excepted the limit', () => {
    const logOnly = sendRequest(managedRuleSet.withOverlay({ mode: 'DetectionOnly' }), many);
    expect(logOnly.interruption).toBeNull();
    expect(logOnly.wouldInterrupt).toMatchObject({ status: 413, ruleId: 125 });
    const excepted = { exclusions: [{ name: 'bulk import', by: { id: '125' } }] };
    const audit = sendRequest(managedRuleSet.withOverlay(excepted), many);
    expect(audit.interruption).toBeNull();
    expect(audit.exclusions).toContainEqual({ name: 'bulk import', ruleId: 125, target: null });
  });

  it('are a limit in JSON and XML, too', () => {
    const deep = { headers: JSON_TYPE, body: `${'['.repeat(200)}1${']'.repeat(200)}` };
    expect(sendRequest(sites.low, deep).interruption).toMatchObject({ status: 413, ruleId: 125 });
    const elements = {
      headers: ['Content-Type', 'text/xml'],
      body: `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`,
    };
    expect(sendRequest(sites.low, elements).interruption).toMatchObject({ status: 413, ruleId: 125 });
  });
});

describe('ordinary bodies with much in them', () => {
  const fields = (count: number) =>
    Array.from({ length: count }, (_, index) => `field_${index}=value+${index}`);
  const ordinary: Readonly<Record<string, TestRequest>> = {
    'JSON of 600 objects': {
      headers: JSON_TYPE,
      body: JSON.stringify(Array.from({ length: 600 }, (_, index) => ({ id: index, name: `item ${index}` }))),
    },
    'JSON of 1,001 numbers': { headers: JSON_TYPE, body: JSON.stringify(Array(1001).fill(7)) },
    'JSON of 40,000 numbers': { headers: JSON_TYPE, body: `{"samples":[${'0.5,'.repeat(39_999)}0.5]}` },
    'a form of 5,000 fields': { headers: FORM, body: fields(5_000).join('&') },
    'a multipart form of 2,000 fields': {
      headers: MULTIPART,
      body: `${Array.from({ length: 2_000 }, (_, index) => part(`f${index}`, `v ${index}`)).join('')}--edge--\r\n`,
    },
    'a query of 1,200 arguments': { target: `/?${fields(1_200).join('&')}` },
  };

  it.each(Object.entries(ordinary))('pass: %s', (_name, one) => {
    for (const site of Object.values(sites)) {
      const audit = sendRequest(site, one);
      expect([audit.interruption, audit.bodyError, matchedIds(audit)]).toEqual([null, null, []]);
    }
  });
});

const DATA =
  process.env.PALISADE_TEST_DATA ?? path.resolve(import.meta.dirname, '../../../../../shared/data');
const FILES = ['attack', 'exploits', 'payloads', 'recorded'].map((name) =>
  path.join(DATA, 'corpus', `${name}.jsonl.gz`),
);
const absent = FILES.filter((file) => !existsSync(file)).map((file) => path.basename(file));
/** Of the lines of each corpus. */
const EVERY = 1_499;
const describeWithData =
  absent.length === 0
    ? describe
    : (title: string, body: () => void) =>
        describe.skip(`${title} [skipped: no ${absent.join(', ')} in the test data]`, body);

describeWithData('a sample of the corpora', () => {
  it.each(Object.entries(sites))('stays blocked at %s with more in it', (_name, site) => {
    const count = noPadding();
    let turn = 1;
    for (const file of FILES)
      for (const one of readCorpus(file, EVERY))
        if (one.label === 'attack') countLowered(site, one, turn++, count);
    expect(count.lowered).toEqual([]);
    expect(count.padded).toBeGreaterThan(50);
  });
});
