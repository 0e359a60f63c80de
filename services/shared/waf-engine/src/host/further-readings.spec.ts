import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { inspect, matchedIds } from '../../test/support/inspect.ts';
import { compileRules } from '../compile/compile.ts';
import { TransactionBodySink } from '../evaluate/body/body-sink.ts';
import {
  findFurtherReadings,
  findReadingsIn,
  NOTHING_REMARKABLE,
  remarkableParts,
} from '../evaluate/body/further-readings.ts';
import { processRequestBody } from '../evaluate/body/process-request-body.ts';
import { parseUrlEncoded } from '../evaluate/body-processors/urlencoded.ts';
import { notAccelerated } from '../evaluate/rules/not-accelerated.ts';
import { parseCookies } from '../evaluate/state/cookies.ts';
import { parseRequestLine } from '../evaluate/state/request-facts.ts';
import type { SiteView } from '../evaluate/state/site-view.ts';
import { TransactionState } from '../evaluate/state/state.ts';
import { type Accelerator, AcceleratorSwitches } from '../model/accelerator-switches.ts';
import { runToEnd } from '../model/pausable.ts';
import { TxValues } from '../model/tx-values.ts';

const { ruleSet: RULES } = compileRules([
  { name: 'further.conf', text: 'SecRuleEngine On\nSecRequestBodyAccess On\nSecRequestBodyReadings On' },
]);
const SITE = {
  mode: 'On',
  requestLimits: RULES.settings.limits,
  exclusions: null,
  adjustments: null,
  tx: new TxValues(new Map()),
  plans: [],
  accelerators: notAccelerated(RULES),
} as const;
const CONNECTION = { id: 'f', clientAddress: '::1', clientPort: 1, serverAddress: '::1', serverPort: 1 };

/** Decodes every value, without the patterns of the tested code. */
const NAIVE = SITE;
const LOOKING = { ...SITE, accelerators: { ...SITE.accelerators, switches: new AcceleratorSwitches() } };

/** A request with this value in one place, beside this many plain arguments. */
function requestWith(site: SiteView, place: string, value: string, others: number): TransactionState {
  const state = new TransactionState(RULES, site, CONNECTION, {});
  const plain = Array.from({ length: others }, (_, index) => `a${index}=plain+word`).join('&');
  const coded = value.replace(/./gs, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const query = place === 'query' ? `q=${coded}` : place === 'name' ? `${coded}=1` : 'q=1';
  state.phase = 2;
  state.request = parseRequestLine('POST', `/p?${query}`, 'HTTP/1.1');
  parseUrlEncoded(state.request.queryString, '&', new TransactionBodySink(state));
  state.requestHeaders.add('X-Note', place === 'header' ? value : 'plain');
  const cookie = place === 'cookie' ? `c=${value}; d=1` : 'c=1';
  state.requestHeaders.add('Cookie', cookie);
  parseCookies(cookie, state.cookies);
  const inBody = place === 'form' ? `&f=${coded}` : place === 'form name' ? `&${coded}=1` : '';
  state.body.processorName = 'URLENCODED';
  state.body.append(Buffer.from(`${plain}${inBody}`, 'latin1'));
  runToEnd(processRequestBody(state));
  return state;
}

const VALUES = [
  'plain',
  'two words',
  '{"a":"b"}',
  ' ["x"]',
  '"q"',
  '%2527',
  '%41',
  '\xef\xbc\x87',
  '/* */{"a":1}',
  ')x',
  'j:{}',
  `see ${Buffer.from("1' or 1=1 -- a").toString('base64')} there`,
  'id,ref\n1,"a ""b"" c, and more of it"\n',
  'see /go?to=%2527+or+1',
  'H4sIAAAAAAAAA0vOzy3ISSwpLUpVSMtMzUlRKE4tKU4sAQBKlh1oFwAAAA==',
];
/** Keys are put into lower case when somebody asks. */
const readingsOf = ({ allReadings }: TransactionState) =>
  allReadings!.map(({ collection, key, value }) => [collection, key, value]);

const once = (state: TransactionState) =>
  new Set(readingsOf(state).map((reading) => JSON.stringify(reading)));

const PLACES = ['query', 'name', 'header', 'cookie', 'form', 'form name'];

describe('the look that says what is remarkable', () => {
  it.each([0, 1, 60, 61, 62, 63, 64, 65, 400])(
    'leaves out nothing that a request with %i arguments has in it',
    (others) => {
      let dismissed = 0;
      let narrowed = 0;
      let found = 0;
      for (const place of PLACES)
        for (const value of VALUES) {
          const looking = requestWith(LOOKING, place, value, others);
          const parts = remarkableParts(looking);
          const naive = requestWith(NAIVE, place, value, others);
          runToEnd(findFurtherReadings(naive));
          const further = naive.allReadings!.slice(naive.directReadings(true).length);
          if (parts === NOTHING_REMARKABLE) {
            expect({ place, value, readings: further }).toEqual({ place, value, readings: [] });
            dismissed++;
          } else if (parts !== null) {
            runToEnd(findReadingsIn(parts, looking));
            const all = requestWith(LOOKING, place, value, others);
            runToEnd(findFurtherReadings(all));
            expect({ place, value, readings: readingsOf(looking) }).toEqual({
              place,
              value,
              readings: readingsOf(all),
            });
            // A result of two readers is reported twice where every value is read.
            expect({ place, value, readings: once(looking) }).toEqual({
              place,
              value,
              readings: once(naive),
            });
            narrowed++;
          }
          if (further.length > 0) found++;
        }
      expect(found).toBeGreaterThan(7);
      if (others <= 60) expect(Math.min(dismissed, narrowed)).toBeGreaterThan(0);
      if (others >= 65) expect(dismissed + narrowed).toBe(0);
    },
  );
});

describe('the look at packed arguments', () => {
  const CODED = Buffer.from('<script>alert(document.cookie)</script>').toString('base64');
  const escapedForm = (text: string) =>
    text.replace(/./g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const escapedJson = (text: string) =>
    text.replace(/./g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const word = fc.constantFrom(
    'z'.repeat(80),
    'zzzzz',
    'x-',
    CODED,
    `x/${CODED}`,
    'a/b/c/d/e/f/g/h',
    'plain words',
    '/',
  );
  const field = fc.record({ name: word, value: word, isEscaped: fc.boolean(), isNameEscaped: fc.boolean() });

  function withBody(site: SiteView, processorName: 'JSON' | 'URLENCODED', body: string): TransactionState {
    const state = new TransactionState(RULES, site, CONNECTION, {});
    state.phase = 2;
    state.request = parseRequestLine('POST', '/p', 'HTTP/1.1');
    state.body.processorName = processorName;
    state.body.append(Buffer.from(body, 'latin1'));
    runToEnd(processRequestBody(state));
    return state;
  }

  // Neighbours that had escapes lie beside each other, without anything between them.
  it.each([
    ['URLENCODED', escapedForm],
    ['JSON', escapedJson],
  ] as const)('sees in %s what a reader of every value does, whatever stands beside it', (kind, escaped) => {
    let found = 0;
    const judge = (
      fields: readonly { name: string; value: string; isEscaped: boolean; isNameEscaped: boolean }[],
    ) => {
      const pairs = fields.map(({ name, value, isEscaped, isNameEscaped }) => [
        isNameEscaped ? escaped(name) : name,
        isEscaped ? escaped(value) : value,
      ]);
      const body =
        kind === 'JSON'
          ? `{${pairs.map(([name, value]) => `"${name}":"${value}"`).join(',')}}`
          : pairs.map((pair) => pair.join('=').replaceAll(' ', '+')).join('&');
      const [naive, slowly, quickly] = [NAIVE, LOOKING, LOOKING].map((site) => withBody(site, kind, body));
      runToEnd(findFurtherReadings(naive!));
      runToEnd(findFurtherReadings(slowly!));
      const parts = remarkableParts(quickly!);
      if (parts === null) runToEnd(findFurtherReadings(quickly!));
      else if (parts !== NOTHING_REMARKABLE) runToEnd(findReadingsIn(parts, quickly!));
      const expected = readingsOf(naive!);
      const isNothing = parts === NOTHING_REMARKABLE;
      expect({ body, readings: readingsOf(slowly!) }).toEqual({ body, readings: expected });
      expect({ body, readings: isNothing ? expected.length : readingsOf(quickly!) }).toEqual({
        body,
        readings: isNothing ? naive!.directReadings(true).length : expected,
      });
      if (expected.some(([, , value]) => value!.includes('<script'))) found++;
    };
    fc.assert(fc.property(fc.array(field, { minLength: 1, maxLength: 6 }), judge), {
      numRuns: 1000,
      seed: 3,
    });
    expect(found).toBeGreaterThan(300);
  });
});

describe('headers of which nothing further came', () => {
  const read = (limit: number, off: readonly Accelerator[], headers: readonly string[]) => {
    const directives = ['SecRuleEngine On', 'SecRequestBodyAccess On', 'SecRequestBodyReadings On'];
    const text = [...directives, `SecArgumentsLimit ${limit}`].join('\n');
    const { ruleSet } = compileRules([{ name: 'bounded.conf', text }]);
    const accelerators = { ...notAccelerated(ruleSet), switches: new AcceleratorSwitches(off) };
    const site = { ...SITE, requestLimits: ruleSet.settings.limits, accelerators };
    const state = new TransactionState(ruleSet, site, CONNECTION, {});
    state.phase = 2;
    state.request = parseRequestLine('GET', '/', 'HTTP/1.1');
    for (const [at, value] of headers.entries()) state.requestHeaders.add(`Sec-Ch-Ua-${at}`, value);
    runToEnd(findReadingsIn(remarkableParts(state)!, state));
    return { readings: readingsOf(state), limit: state.limitExceeded };
  };

  it.each([
    [['"Windows"']],
    [['"Windows"', '"macOS"', '"Linux"']],
    [Array.from('abcdef', (one) => `{"x":"${one}"}`)],
  ])('are remembered, and count as often as they come: %j', (headers) => {
    for (const limit of [300, 4]) {
      const anew = read(limit, ['candidate_memo'], headers);
      for (let time = 0; time < 3; time++) expect(read(limit, [], headers)).toEqual(anew);
    }
  });

  it('hide nothing that was not looked at in a request that was over a limit', () => {
    const packed = gzipSync("1' or 1=1 -- a").toString('base64');
    const before = JSON.stringify({ a: 'b', c: 'd', e: 'f', g: 'h', i: 'j' });
    expect(read(4, [], [before, packed]).limit).not.toBeNull();
    const again = read(4, [], ['plain', packed]);
    expect(again.readings.map(([, , value]) => value)).toContain("1' or 1=1 -- a");
  });
});

it('puts all readings into one list, which is not put together again for rules', () => {
  const state = requestWith(NAIVE, 'query', '{"a":"%2541 b"}', 3);
  runToEnd(findFurtherReadings(state));
  state.phase = 2;
  const direct = state.directReadings(true);
  expect(state.readings()).toBe(state.allReadings);
  expect(state.readings().slice(0, direct.length)).toEqual(direct);
  expect(state.readings().length).toBeGreaterThan(direct.length);
});

describe('documents in documents', () => {
  const TEXT = "1' or 1=1 -- a";
  const nested = (times: number): string =>
    Array.from({ length: times }).reduce<string>((inner) => JSON.stringify({ a: inner }), TEXT);
  const read = (value: string) => {
    const state = requestWith(NAIVE, 'query', value, 0);
    runToEnd(findFurtherReadings(state));
    return { isFound: state.readings().some((entry) => entry.value === TEXT), limit: state.limitExceeded };
  };
  const packed = (text: string): string => gzipSync(text).toString('base64');

  it('are read four deep, packed or not; what is deeper is told', () => {
    for (const pack of [(text: string) => text, packed]) {
      expect(read(pack(nested(4)))).toEqual({ isFound: true, limit: null });
      expect(read(pack(nested(5)))).toEqual({ isFound: false, limit: 'further readings' });
    }
    expect(read(packed(packed(nested(4))))).toEqual({ isFound: true, limit: null });
  });

  it('of what is packed there may be a megabyte in a request without a body; what is more is told by its own name', () => {
    const logs = (bytes: number): string => packed('a line of a log\n'.repeat(bytes / 16));
    expect(read(logs(2 ** 20)).limit).toBeNull();
    expect(read(logs(2 ** 20 + 16)).limit).toBe('packed texts');
  });
});

describe('texts of XML', () => {
  const RULES_OF_TEXTS = `SecRequestBodyAccess On
SecRule REQUEST_HEADERS:Content-Type "@contains xml" "id:1,phase:1,nolog,pass,ctl:requestBodyProcessor=XML"
SecRule REQUEST_READINGS "@rx \\Aevil" "id:2,phase:2,pass"
SecRule XML:/* "@rx \\Aevil" "id:3,phase:2,pass"
SecRule XML:/* "@rx words evil words" "id:4,phase:2,pass"`;
  const request = {
    method: 'POST',
    headers: ['Content-Type', 'text/xml'],
    body: '<a><b>words </b><c>evil words that are many</c><d> evil ones, and more of them</d></a>',
  };

  it('are values of their own, each from its beginning, under the name of their place', () => {
    const { matches } = inspect(`SecRequestBodyReadings On\n${RULES_OF_TEXTS}`, request);
    expect(matches.map(({ ruleId, targets }) => [ruleId, targets.map(({ name }) => name)])).toEqual([
      [2, ['XML:/*', 'XML:/*']],
      [4, ['XML:/*']],
    ]);
    const excluded = inspect(`SecRequestBodyReadings On\n${RULES_OF_TEXTS}`, request, {
      overlay: { exclusions: [{ name: 'known', by: { id: '2' }, target: 'XML:/*' }] },
    });
    expect(matchedIds(excluded)).toEqual([4]);
  });

  it('are one value to rule sets that ask for no readings', () => {
    expect(matchedIds(inspect(RULES_OF_TEXTS, request))).toEqual([4]);
  });
});
