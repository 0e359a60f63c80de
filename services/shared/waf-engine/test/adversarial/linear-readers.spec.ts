/**
 * Every reader of what strangers send does work in proportion to its bytes, and never for long at a stretch. Inputs are made
 * by pumping: a beginning, something repeated, an end, each of pieces that mean something to the reader. Work is counted at 1,
 * 4 and 16 times the size, by V8 and not by the readers themselves; the readers' own steps are what slices are cut by.
 */
// biome-ignore assist/source/organizeImports: counting begins before what is counted is loaded.
import { growthOf, nonLinear } from '@palisade/testing/work';
import fc from 'fast-check';
import { bodyProcessors } from '../../src/evaluate/body-processors/registry.ts';
import { type Pausable, runToEnd } from '../../src/model/pausable.ts';
import { compileRuleSet } from '../../src/index.ts';
import { parseCookies } from '../../src/evaluate/state/cookies.ts';
import { parseRequestLine } from '../../src/evaluate/state/request-facts.ts';
import { KeyedEntries } from '../../src/model/keyed-entries.ts';
import { bodyOf } from '../support/body.ts';
import { DiscardingSink } from '../support/forgetful-sink.ts';

const BASE = 1_000;
const MIXED = 4;
const SEED = 20_261_122;

const LIMITS = {
  jsonDepth: 100_000,
  argumentSeparator: '&',
  fileCount: 1_000_000,
  bodyWithoutFiles: 0,
  everyReading: true,
};
const BOUNDARY = 'b';
const TYPES: Readonly<Record<string, string>> = {
  MULTIPART: `multipart/form-data; boundary=${BOUNDARY}`,
};

/** Somewhere within an input: what leads there, what may be repeated there, and what ends it well. */
interface Context {
  readonly before: string;
  readonly pieces: readonly string[];
  readonly after: string;
}

const CONNECTION = { id: 'r', clientAddress: '::1', clientPort: 1, serverAddress: '::1', serverPort: 1 };
/** Reads all that there is to read, and has no rule that would look at it. */
const READING = compileRuleSet([
  {
    name: 'reading',
    text: 'SecRuleEngine On\nSecRequestBodyReadings On\nSecRequestBodyJsonDepthLimit 100000\nSecArgumentsLimit 0',
  },
]).withOverlay({});

const PART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n`;

/** Pieces that mean something there. `#` becomes a number, so that names differ. */
const CONTEXTS: Readonly<Record<string, readonly Context[]>> = {
  URLENCODED: [
    { before: '', pieces: ['a', '=', '&', '%41', '%4', '%', '+', 'a#=b&', ';', '\xe9', '%u0041'], after: '' },
    { before: 'a=', pieces: ['%41', '+', 'a', '%', '='], after: '&b=c' },
  ],
  JSON: [
    {
      before: '[',
      pieces: ['1,', '"a",', 'null,', '-1.5e3,', '[1],', '{"a#":1},', '"\\u0041\\n",', ' '],
      after: '1]',
    },
    {
      before: '{',
      pieces: ['"a#":1,', '"a":{"b":1},', '"\\u00e9#":[],', '"a#":"\\"",', '\n'],
      after: '"z":1}',
    },
    { before: '"', pieces: ['a', '\\n', '\\u0041', '\\ud83d\\ude00', '\\ud83d', '\xc3\xa9'], after: '"' },
    { before: '', pieces: ['[', '{"a":', '[[', '[1,', '{"a#":{"b":'], after: '' },
    { before: '[', pieces: ['1', '0', '.5', 'e3', '-', ' ', '"', '\\', ',', ']', '}'], after: ']' },
  ],
  XML: [
    { before: '<a ', pieces: ['x#="1" ', "y#='&lt;&#65;' ", 'z#="&amp;"\n', 'n#:m = "" '], after: '/>' },
    {
      before: '<a>',
      pieces: ['<b/>', '<b c#="d">e</b>', 't ', '&amp;', '&#65;', '<![CDATA[<]]>', '<!-- - -->', '<?p ?>'],
      after: '</a>',
    },
    { before: '<a b="', pieces: ['&amp;', '&#x41;', 'text', "'", '>', ' '], after: '"/>' },
    { before: '<a><![CDATA[', pieces: [']', ']]', '>', '<', '&'], after: ']]></a>' },
    { before: '<a><!--', pieces: ['-', '->', '<!--', ' '], after: '--></a>' },
    {
      before: '<!DOCTYPE a [',
      pieces: ['<!ENTITY e# "v">', '<!ENTITY ', ' ', "<!ENTITY f 'w'>", '"<"', '<!-- -->', '%p;'],
      after: ']><a/>',
    },
    { before: '<!DOCTYPE a [<!ENTITY e "v">]><a>', pieces: ['&e;', 't', '<b c="&e;"/>'], after: '</a>' },
    { before: '', pieces: ['<a>', '<a', ' ', '>', '</a>', '"', '&', '<!', ']]>', 'x="1"'], after: '' },
  ],
  MULTIPART: [
    {
      before: `${PART}\r\n`,
      pieces: ['data', '\r\n', '\n', '--', `-${BOUNDARY}`, '\r'],
      after: `\r\n--${BOUNDARY}--\r\n`,
    },
    {
      before: '',
      pieces: [
        `${PART}\r\nv\r\n`,
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a#"; filename="f"\r\n\r\nv\r\n`,
      ],
      after: `--${BOUNDARY}--\r\n`,
    },
    {
      before: PART,
      pieces: ['X-Header-#: value\r\n', ' folded\r\n', 'Y#:\r\n'],
      after: `\r\nv\r\n--${BOUNDARY}--\r\n`,
    },
    {
      before: `--${BOUNDARY}\r\nContent-Disposition: form-data; name="`,
      pieces: ['\\"', 'a', '\\', ';', "'", '='],
      after: `"\r\n\r\nv\r\n--${BOUNDARY}--\r\n`,
    },
    {
      before: '',
      pieces: [`--${BOUNDARY}`, '\r\n', '\n', `--${BOUNDARY}--`, '-', PART, '"', ' '],
      after: '',
    },
  ],
  values: [
    {
      before: '?q=',
      pieces: ['%25', '25', '%2527', '%c2%a0', '%e2%80%8b', '%ef%bc%87', 'a', '%', '+'],
      after: '',
    },
    {
      before: '?q=[',
      pieces: ['1,', '"a%0",', '[', '{"a#":"b c"},', '"\\u0027",', '"\\"', ' '],
      after: '1]',
    },
    { before: '?q=', pieces: ['%22', '"\\"', '[', '//%0a', '/**/', '{"a":', '{"a#":"b#c d",'], after: '' },
    {
      before: '?q=',
      pieces: [
        'JyBvciAxPTE9MSAtLSBh%20',
        'JyBvciAxPTE9MSAtLSBh',
        '2720617320312d2d%20',
        '--',
        '-',
        '/',
        'a%20',
        '=',
      ],
      after: '',
    },
    {
      before: '?q=',
      pieces: [
        'eJwrTgUAAdUA+Q==%20',
        'eJwrTgUAAdUA+Q==',
        'H4sIAAAAAAAAA',
        'H4sICAAAAAAAAP',
        'AAAA',
        '%20',
        'x%2C',
        '%0a',
      ],
      after: '',
    },
    {
      before: '?q=a%2Cb%0a',
      pieces: ['a%2C', '%22', '%22%22', '%0a', 'a%20b%20c%20d%20e%20f%20g', '%2C'],
      after: '',
    },
    { before: '?q=', pieces: ['?a=%2525&', '&a=', '%2527', '?', 'a'], after: '' },
    { before: '?', pieces: ['q#=["a%20b"]&', '[#=1&', '%2525=1&', 'q="a+b"&', '&'], after: '' },
  ],
  TOML: [
    { before: 'a = ', pieces: ['"', '\\"', "'", '"""', "'''", '#', '\n', 'a# = "b c"\n', '\\'], after: '' },
  ],
  cookies: [{ before: '', pieces: ['a#=b; ', ';', '=', ' ', 'a', '"', ',', '\t'], after: '' }],
  'request line': [
    { before: '', pieces: ['/', 'a', '%41', '%', '?', '&', '=', '+', '..', '#', '//', ':', '\\'], after: '' },
    { before: 'http://', pieces: ['a', ':', '/', '@', '.', '%2f'], after: '' },
  ],
};

type Reader = (text: string) => unknown;

const readerOf = (name: string): Reader => {
  const processor = bodyProcessors.get(name)!;
  return (text) => {
    const input = { body: bodyOf(text), contentType: TYPES[name] ?? '', limits: LIMITS };
    return runToEnd(processor(input, new DiscardingSink()));
  };
};

const READERS: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries([...bodyProcessors.keys()].map((name) => [name, readerOf(name)])),
  values: (text) => {
    const transaction = READING.beginTransaction(CONNECTION);
    transaction.requestLine('GET', `/${text}`, 'HTTP/1.1');
    transaction.requestHeaders(['Cookie', text.slice(1)]);
    transaction.requestBody();
    transaction.logging();
  },
  TOML: (text) => {
    const transaction = READING.beginTransaction(CONNECTION);
    transaction.requestLine('POST', '/', 'HTTP/1.1');
    transaction.requestHeaders(['Content-Type', 'application/toml']);
    transaction.requestBodyChunk(Buffer.from(text, 'latin1'));
    transaction.requestBody();
    transaction.logging();
  },
  cookies: (text) => parseCookies(text, new KeyedEntries('REQUEST_COOKIES')),
  'request line': (text) => parseRequestLine('GET', text, 'HTTP/1.1'),
};

interface Pumped {
  readonly before: string;
  readonly pump: string;
  readonly after: string;
}

const pumped = ({ before, pieces, after }: Context): fc.Arbitrary<Pumped> =>
  fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
    .map((some) => ({ before, pump: some.join(''), after }));

const inflate = ({ before, pump, after }: Pumped, bytes: number): string => {
  const times = Math.max(1, Math.floor((bytes - before.length - after.length) / (pump.length + 2)));
  return (
    before + Array.from({ length: times }, (_, index) => pump.replaceAll('#', String(index))).join('') + after
  );
};

const INPUTS = Object.entries(CONTEXTS).flatMap(([name, contexts]) =>
  contexts.map((context) => ({ name, context, where: JSON.stringify(context.before) })),
);

describe.each(INPUTS)('reading $name behind $where', ({ name, context }) => {
  it('is linear in generated inputs', () => {
    const read = READERS[name]!;
    const worst: string[] = [];
    // Each piece alone, and some of them together.
    const alone = context.pieces.map((pump) => ({ ...context, pump }));
    for (const input of [...alone, ...fc.sample(pumped(context), { numRuns: MIXED, seed: SEED })]) {
      const growth = growthOf({
        base: BASE,
        make: (bytes) => inflate(input, bytes),
        sizeOf: (text) => text.length,
        run: read,
      });
      const what = nonLinear(growth);
      if (what !== null) worst.push(`${JSON.stringify(input.pump)}: ${what}`);
    }
    expect(worst).toEqual([]);
  });
});

/** A part of a millisecond. */
const SLICE = 20_000;
/** Of the unit of work in which a slice ends: one line, one value, one piece of markup. */
const BEYOND = 20_000;

const CUT: Readonly<Record<string, string>> = {
  URLENCODED: 'a=1&'.repeat(50_000),
  JSON: `[${'{"a":"b"},'.repeat(20_000)}1]`,
  XML: `<a ${Array.from({ length: 20_000 }, (_, index) => `x${index}="1"`).join(' ')}/>`,
  MULTIPART: `${`--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\nv\r\n`.repeat(3_000)}--${BOUNDARY}--`,
};

describe.each(Object.keys(CUT))('%s', (name) => {
  it('is read in slices, and yields the same', () => {
    const work = (sink: DiscardingSink): Pausable<string | null> =>
      bodyProcessors.get(name)!(
        { body: bodyOf(CUT[name]!), contentType: TYPES[name] ?? '', limits: LIMITS },
        sink,
      );
    const whole = new DiscardingSink();
    const error = runToEnd(work(whole));
    const cut = new DiscardingSink();
    const reading = work(cut);
    let longest = 0;
    let slices = 0;
    let answer: IteratorResult<undefined, string | null>;
    do {
      const before = cut.budget.steps;
      cut.budget.beginSlice(SLICE);
      answer = reading.next();
      longest = Math.max(longest, cut.budget.steps - before);
      slices++;
    } while (answer.done !== true);
    expect(answer.value).toBe(error);
    expect(cut.seen).toBe(whole.seen);
    expect(slices).toBeGreaterThan(5);
    expect(longest).toBeLessThan(SLICE + BEYOND);
  });
});

describe('a transaction', () => {
  it('reads a body in slices before its rules, and finishes when nobody waits', () => {
    const site = compileRuleSet([
      {
        name: 'test',
        text: `SecRuleEngine On
          SecRequestBodyNoFilesLimit 10000000
          SecArgumentsLimit 0
          SecRule REQUEST_HEADERS:Content-Type "xml" "id:1,phase:1,pass,ctl:requestBodyProcessor=XML"
          SecRule XML://@* "@streq bad" "id:2,phase:2,deny"`,
      },
    ]).withOverlay({});
    const connection = { id: 's', clientAddress: '::1', clientPort: 1, serverAddress: '::1', serverPort: 1 };
    const begin = () => {
      const transaction = site.beginSlicedTransaction(connection, SLICE);
      transaction.requestLine('POST', '/', 'HTTP/1.1');
      transaction.requestHeaders(['Content-Type', 'text/xml']);
      transaction.requestBodyChunk(Buffer.from(CUT.XML!.replace('x19999="1"', 'x19999="bad"')));
      return transaction;
    };
    const waited = begin();
    let calls = 1;
    let answer = waited.requestBody();
    for (; answer === 'unfinished'; calls++) answer = waited.resume();
    expect(answer).toMatchObject({ action: 'deny', ruleId: 2 });
    expect(calls).toBeGreaterThan(10);
    const hurried = begin();
    expect(hurried.requestBody()).toBe('unfinished');
    expect(hurried.responseHeaders(200, 'HTTP/1.1', [])).toMatchObject({ ruleId: 2 });
    const left = begin();
    expect(left.requestBody()).toBe('unfinished');
    left.logging();
    expect(left.audit().interruption).toBeNull();
  });
});
