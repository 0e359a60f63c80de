import fc from 'fast-check';
import type { AuditRecord, SiteRuleSet } from '../../src/index.ts';
import { acceleratedSites } from '../support/accelerated-sites.ts';

const CONNECTION = { id: 'a', clientAddress: '::1', clientPort: 1, serverAddress: '::1', serverPort: 1 };
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

interface Sent {
  readonly target?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

function judge(site: SiteRuleSet, { target = '/', headers = [], body = '' }: Sent): AuditRecord {
  const transaction = site.beginTransaction(CONNECTION);
  transaction.requestLine('POST', target, 'HTTP/1.1');
  transaction.requestHeaders([...headers]);
  if (body !== '') transaction.requestBodyChunk(Buffer.from(body, 'latin1'));
  transaction.requestBody();
  transaction.responseHeaders(200, 'HTTP/1.1', []);
  transaction.responseBody();
  transaction.logging();
  return transaction.audit();
}

/** At which something in an accelerator changes its way: a length in bytes, or a number of values. */
const SIZES = [24, 64, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 65_536].flatMap((limit) => [
  limit - 1,
  limit,
  limit + 1,
]);
const LONG = 4_096;
const COUNTS = [8, 24, 64, 256, 512, 4_096].flatMap((limit) => [limit - 1, limit, limit + 1]);

const ATTACKS = [' union select', '1<a', "' or 1=1--", 'azzz', '%257b"a":"evil"%257d'];
const PADDINGS = ['a', 'B', ' ', '%41', '\xe9'];

const padded = (padding: string, attack: string, size: number): string =>
  `${padding.repeat(Math.max(0, Math.ceil((size - attack.length) / padding.length)))}${attack}`.slice(-size);

const inForm = (value: string): Sent => ({
  headers: ['Content-Type', FORM],
  body: `a=${encodeURIComponent(value)}`,
});
const inJson = (value: string): Sent => ({
  headers: ['Content-Type', JSON_TYPE],
  body: `{"a":${JSON.stringify(value)},"b":[1,{"c":"d"}]}`,
});
const inName = (value: string): Sent => ({
  headers: ['Content-Type', JSON_TYPE],
  body: `{"o":{${JSON.stringify(value)}:1}}`,
});
const inHeader = (value: string): Sent => ({ headers: ['X-Note', value, 'Cookie', `c=${value}`] });
const inUploadOfJson = (value: string): Sent => inForm(JSON.stringify({ a: value }));
const PLACES = { inForm, inJson, inName, inHeader, inUploadOfJson };

describe('whatever is switched off, rules answer the same', () => {
  const { naive, others } = acceleratedSites();

  function expectSame(sent: Sent): AuditRecord {
    const truth = judge(naive, sent);
    const text = JSON.stringify(truth);
    for (const [name, site] of others) {
      const record = judge(site, sent);
      if (JSON.stringify(record) !== text) expect({ name, ...record }).toEqual({ name, ...truth });
    }
    return truth;
  }

  it.each(SIZES)('about a value of %i bytes', (size) => {
    let matched = 0;
    for (const [index, place] of Object.values(PLACES).entries())
      for (const [turn, attack] of ATTACKS.entries()) {
        // Without its states an automaton takes seconds for all of them.
        if (size > LONG && turn !== index) continue;
        const padding = PADDINGS[(index + turn + size) % PADDINGS.length]!;
        if (expectSame(place(padded(padding, attack, size))).matches.length > 0) matched++;
      }
    expect(matched).toBeGreaterThan(size > LONG ? 2 : 8);
  });

  it.each(COUNTS)('about the last of %i values', (count) => {
    const plain = Array.from({ length: count - 1 }, (_, index) => `v${index}`);
    const form = [...plain.map((value, index) => `n${index}=${value}`), 'last=ZXZpbA%3d%3d'].join('&');
    const members = Object.fromEntries([
      ...plain.map((value, index) => [`n${index}`, value]),
      ['last', 'evil'],
    ]);
    const truths = [
      expectSame({ headers: ['Content-Type', FORM], body: form }),
      expectSame({ headers: ['Content-Type', JSON_TYPE], body: JSON.stringify(members) }),
      expectSame({
        headers: ['Content-Type', JSON_TYPE],
        body: JSON.stringify([...plain, { evil: ['1<b'] }]),
      }),
    ];
    for (const { matches } of truths) expect(matches.length).toBeGreaterThan(0);
  });

  it('about values that come again, with others in between', () => {
    const agents = ['curl/8', 'Mozilla/5.0', 'NIKTO', 'evil', ''];
    for (let round = 0; round < 4; round++)
      for (const agent of agents)
        for (const other of ['x', 'union  select', agent.repeat(40)])
          expectSame({
            target: `/p?q=${encodeURIComponent(other)}`,
            headers: ['User-Agent', agent, 'X-Other', other],
          });
  });

  it('about headers that come again, under several names, and with others that are long or come once', () => {
    const values = [
      'no-cache',
      'evil',
      '1<a',
      'union select',
      'curl/8',
      'a=1',
      'x'.repeat(255),
      '"1<a"',
      'W/"evil", "b"',
      'https://a.example/union%20select/?q=evil%2b&r=1%3ca',
      '\xe9%2527',
    ];
    const names = ['Pragma', 'pragma', 'X-Note', 'User-Agent', 'Referer', 'Accept', 'Content-Type'];
    let matched = 0;
    for (let round = 0; round < 4; round++)
      for (const [index, value] of values.entries()) {
        const headers = names.flatMap((name, at) => [name, at % 2 === round % 2 ? value : values[at]!]);
        const once = `${value} ${'y'.repeat(64 * index)} ${round}`;
        const sent = expectSame({ target: `/p?q=${round}`, headers: [...headers, 'X-Once', once] });
        matched += sent.matches.length;
        expectSame({ target: `/${encodeURIComponent(once)}`, headers: ['Cookie', `a=${value}; b=${once}`] });
      }
    expect(matched).toBeGreaterThan(values.length * 3);
  });

  it('about values of which one pass tells that no rule looks for them, and about those just beside them', () => {
    const words = ['hello', 'evi', 'unionselect', '1>a', 'azz', '777', '4k2q4k2q5385', '..', '\n', 'e\0vil'];
    let matched = 0;
    for (const word of words)
      for (const value of [word, `${word}l`, `${word}z`, `${word}\n`, `${word} evil`, `\t${word}/**/`])
        for (const place of [inForm, inHeader, inName])
          matched += expectSame({
            target: `/${encodeURIComponent(value)}?q=${encodeURIComponent(value)}`,
            ...place(value),
          }).matches.length;
    expect(matched).toBeGreaterThan(words.length);
  });

  it('about a value that begins or ends like one that came again and was plain', () => {
    for (const size of [1, 100, 200, 255, 256, 257]) {
      const plain = 'a'.repeat(size);
      for (const value of [plain, plain, plain, `${plain} evil`, `evil ${plain}`, plain]) {
        expectSame(inForm(value));
        expectSame(inHeader(value));
      }
    }
  });

  it('about records of a document that have names and values of the one before', () => {
    const name = fc.constantFrom('id', 'state', 'evil', 'a.b', 'union select', 'x', '1<a', 'items', '');
    const value = fc.oneof(
      fc.constantFrom(
        'new',
        'evil',
        "' or 1=1--",
        'union  select',
        '%2527',
        '1<a',
        '',
        'hello',
        '\\u0065vil',
      ),
      fc.constantFrom('{"a":"evil"}', 'ZXZpbCBldmlsIGV2aWw=', 'a\n', 'e\0vil', 'x'.repeat(130), '7', '\xe9'),
      fc.nat(3),
    );
    const field = fc.oneof(
      value,
      fc.array(value, { maxLength: 3 }),
      fc.dictionary(name, value, { maxKeys: 3 }),
    );
    const record = fc.dictionary(name, field, { maxKeys: 4 });
    const records = fc
      .tuple(fc.array(record, { minLength: 1, maxLength: 3 }), fc.array(fc.nat(), { maxLength: 14 }))
      .map(([kinds, order]) => order.map((at) => kinds[at % kinds.length]!));
    let matched = 0;
    fc.assert(
      fc.property(records, fc.boolean(), (all, isWithin) => {
        const document = isWithin ? { items: all, last: all.at(-1) ?? {} } : all;
        matched += expectSame({
          headers: ['Content-Type', JSON_TYPE],
          body: Buffer.from(JSON.stringify(document), 'utf8').toString('latin1'),
        }).matches.length;
      }),
      { numRuns: 150 },
    );
    expect(matched).toBeGreaterThan(100);
  });

  it('about an attack in a name or value that others before it only begin like', () => {
    for (const length of [1, 64, 127, 128, 129])
      for (const attack of ['evil', "' or 1=1--", '1<a']) {
        const plain = 'a'.repeat(length);
        const harmless = `${plain}${'b'.repeat(attack.length)}`;
        for (const [n, v] of [
          ['note', `${plain}${attack}`],
          [`${plain}${attack}`, 'note'],
        ]) {
          const before = Array.from({ length: 12 }, () => ({ note: harmless, [harmless]: 'note' }));
          const sent = expectSame({
            headers: ['Content-Type', JSON_TYPE],
            body: JSON.stringify([...before, { [n!]: v }, ...before]),
          });
          expect(sent.matches.length).toBeGreaterThan(0);
        }
      }
  });

  it('about generated requests', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...[
          "' or 1=1--",
          '<script>',
          '%3Csvg',
          '../',
          'UNION/**/SELECT',
          '1<a',
          '&#x3c;b',
          'evil',
          '%2527',
          '\\u0065vil',
        ],
        ...[
          '{"a":"evil"}',
          '["1<b"]',
          'j:{"x":1}',
          'hello',
          ' ',
          '\0',
          '\xff',
          '"',
          '=',
          '&',
          ';',
          'cd',
          'zzz',
        ],
      ),
      fc.string({ unit: 'binary', maxLength: 6 }).map((text) => Buffer.from(text, 'utf8').toString('latin1')),
    );
    const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
    const type = fc.constantFrom(FORM, JSON_TYPE, 'text/plain', 'multipart/form-data; boundary=b');
    let count = 0;
    fc.assert(
      fc.property(text, text, text, type, (query, header, body, contentType) => {
        count++;
        expectSame({
          target: `/p?${query}`,
          headers: ['Content-Type', contentType, 'X-Note', header, 'Cookie', `c=${header}; d=${query}`],
          body: contentType === JSON_TYPE ? JSON.stringify({ [query]: body, list: [header] }) : body,
        });
      }),
      { numRuns: 400, seed: 20_261_122 },
    );
    expect(count).toBe(400);
  });
});

describe('what is switched off while a rule set is in use', () => {
  it('is off from the next transaction on, and in use again when it is switched on', () => {
    const { others } = acceleratedSites();
    const site = others.get('with all')!;
    const { switches } = site.ruleSet;
    const first = switches.inUse;
    expect(Object.values(first)).not.toContain(false);
    switches.switchOff(['scan_index', 'site_plans']);
    expect(Object.entries(switches.inUse).filter(([, on]) => !on)).toEqual([
      ['scan_index', false],
      ['site_plans', false],
    ]);
    const record = judge(site, inForm(' union select'));
    switches.switchOff([]);
    expect(switches.inUse).toEqual(first);
    expect(judge(site, inForm(' union select'))).toEqual(record);
  });
});
