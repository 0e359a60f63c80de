import { type PackedFormat, packedFormat, packedNames, packedTexts } from './packed-items.ts';

const bytes = (...parts: (number | string)[]): string =>
  parts.map((part) => (typeof part === 'number' ? String.fromCharCode(part) : part)).join('');
const textsOf = (content: string, declared: PackedFormat | null = null) =>
  [...packedTexts(content, declared)].filter((text) => text !== null);
const NOISE = bytes(...Array.from({ length: 4_096 }, (_, at) => (at * at * 7) % 251));
const NOISE_BYTES = [NOISE.length >> 8, NOISE.length & 0xff];

describe('the texts of MessagePack', () => {
  it.each([
    ['short', bytes(0x82, 0xa1, 'q', 0xa6, 'a text', 0xa1, 'p', 0xc5, ...NOISE_BYTES, NOISE)],
    ['behind its length', bytes(0x92, 0xc5, ...NOISE_BYTES, NOISE, 0xd9, 6, 'a text')],
    ['long', bytes(0x92, 0xc5, ...NOISE_BYTES, NOISE, 0xdb, 0, 0, 0, 6, 'a text')],
    ['bytes', bytes(0x91, 0xc4, 6, 'a text')],
    ['of an extension', bytes(0x91, 0xc7, 6, 1, 'a text')],
    [
      'behind numbers',
      bytes(
        0xdc,
        0,
        8,
        0x7f,
        0xff,
        0xcb,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        0xcd,
        1,
        2,
        0xd2,
        1,
        2,
        3,
        4,
        0xd6,
        1,
        1,
        2,
        3,
        4,
        0xc0,
        0xa6,
        'a text',
      ),
    ],
    ['within', bytes(0x81, 0xa1, 'a', 0xdf, 0, 0, 0, 1, 0xa1, 'b', 0x93, 0x90, 0x80, 0xa6, 'a text')],
    ['with something behind', bytes(0x91, 0xa6, 'a text', 0xc1, 0xc1)],
    ['with a control', bytes(0x91, 0xa7, 'a tex', 1, 't')],
  ])('are told: %s', (_what, content) => {
    expect(textsOf(content)).toEqual(['a text']);
  });

  it('are what of a text is readable where its type says nothing and bytes are none', () => {
    const content = bytes(0x91, 0xac, 'a text#', 0xff, 0xfe, 0xff, 0xfe, 0xff);
    expect(textsOf(content)).toEqual(['a text#']);
    expect(textsOf(content, 'MessagePack')).toEqual([bytes('a text#', 0xff, 0xfe, 0xff, 0xfe, 0xff)]);
    expect(textsOf(bytes(0x91, 0xa7, 'a t', 0xc3, 0xa4, 'xt'))).toEqual([bytes('a t', 0xc3, 0xa4, 'xt')]);
  });

  it('are those of several', () => {
    const several = bytes(0x91, 0xa6, 'a text', 0x91, 0xa7, 'another', 0x91, 0xa9, 'more text');
    expect(textsOf(several)).toEqual(['a text', 'more text']);
    expect(textsOf(several, 'MessagePack')).toEqual(['a text', 'more text']);
  });

  it('are those of one alone, where the type says so', () => {
    expect(textsOf(bytes(0xa6, 'a text'), 'MessagePack')).toEqual(['a text']);
    expect(textsOf(bytes(0x66, 'a text'), 'CBOR')).toEqual(['a text']);
    expect(textsOf(bytes(1, 0xa6, 'a text'), 'MessagePack')).toEqual(['a text']);
  });

  it('are none of letters that would begin texts of the other format', () => {
    expect(textsOf(bytes(1, 'j"; 1 or 1=1'), 'MessagePack')).toEqual([]);
  });

  it.each([null, 'MessagePack'] as const)(
    'are those of messages behind their lengths (declared: %s)',
    (declared) => {
      const long = bytes(0x92, 0xc5, ...NOISE_BYTES, NOISE, 0xa6, 'a text');
      const size = [(long.length & 127) | 128, long.length >> 7];
      expect(textsOf(bytes(...size, long, 11, 0x91, 0xa9, 'more text'), declared)).toEqual([
        'a text',
        'more text',
      ]);
    },
  );

  it('are those of messages that are packed as bytes in one', () => {
    const inner = bytes(0x92, 0xc4, 200, NOISE.slice(0, 200), 0xa6, 'a text');
    const outer = bytes(0x81, 0xa1, 'q', 0xc4, inner.length, inner);
    expect(textsOf(bytes(0x91, 0xc4, outer.length, outer))).toContain('a text');
    const cbor = bytes(0xa1, 0x61, 'q', 0x66, 'a text');
    expect(textsOf(bytes(0x81, 0xd8, 24, 0x58, cbor.length, cbor))).toContain('a text');
  });
});

describe('the texts of CBOR', () => {
  it.each([
    ['short', bytes(0xa2, 0x61, 'q', 0x66, 'a text', 0x61, 'p', 0x59, ...NOISE_BYTES, NOISE)],
    ['behind its length', bytes(0x82, 0x59, ...NOISE_BYTES, NOISE, 0x78, 6, 'a text')],
    ['behind a long one', bytes(0x81, 0x7b, 0, 0, 0, 0, 0, 0, 0, 6, 'a text')],
    ['in pieces', bytes(0x81, 0x7f, 0x63, 'a t', 0x63, 'ext', 0xff)],
    ['in open lists', bytes(0x9f, 0xbf, 0x61, 'a', 0x66, 'a text', 0xff, 0xff)],
    ['with tags', bytes(0xd9, 0xd9, 0xf7, 0x81, 0xc1, 0x66, 'a text')],
    [
      'behind numbers',
      bytes(0x86, 0x18, 200, 0x39, 1, 2, 0xfb, 1, 2, 3, 4, 5, 6, 7, 8, 0xf6, 0xf8, 100, 0x66, 'a text'),
    ],
  ])('are told: %s', (_what, content) => {
    expect(textsOf(content)).toContain('a text');
  });
});

describe('the names of members', () => {
  const namesOf = (content: string, declared: PackedFormat | null = null) =>
    [...packedNames(content, declared)].filter((name) => name !== null);
  const OPERATOR = bytes(0xa3, '$ne');

  it.each([
    ['of MessagePack', bytes(0x81, 0xa4, 'user', 0x81, OPERATOR, 0xc0), ['user', 'user.$ne']],
    [
      'behind a picture',
      bytes(0x82, 0xa4, 'face', 0xc5, ...NOISE_BYTES, NOISE, 0xa4, 'user', 0x80),
      ['face', 'user'],
    ],
    ['in lists', bytes(0x92, 0x93, 1, 0x81, OPERATOR, 1, 2, 0x81, OPERATOR, 1), ['$ne']],
    ['in lists of a member', bytes(0x81, 0xa4, 'user', 0x92, 0x81, OPERATOR, 1, 2), ['user', 'user.$ne']],
    ['each once', bytes(0x92, 0x81, 0xa4, 'user', 1, 0x81, 0xa4, 'user', 2), ['user']],
    ['of CBOR', bytes(0xa1, 0x64, 'user', 0xa1, 0x63, '$ne', 0xf6), ['user', 'user.$ne']],
    [
      'of open maps',
      bytes(0xbf, 0x64, 'user', 0xbf, 0x63, '$ne', 1, 0xff, 0x64, 'name', 2, 0xff),
      ['user', 'user.$ne', 'name'],
    ],
    [
      'in pieces',
      bytes(
        0xa2,
        0x7f,
        0x62,
        'us',
        0x62,
        'er',
        0xff,
        0xa1,
        0x7f,
        0x62,
        '$n',
        0x61,
        'e',
        0xff,
        1,
        0x64,
        'name',
        1,
      ),
      ['user', 'user.$ne', 'name'],
    ],
    [
      'with tags',
      bytes(0xd9, 0xd9, 0xf7, 0xa2, 0xc1, 0x64, 'user', 0xc1, 0xa1, 0x63, '$ne', 1, 0x64, 'name', 1),
      ['user', 'user.$ne', 'name'],
    ],
    ['behind one that is a number', bytes(0x81, 1, 0x81, OPERATOR, 1), ['$ne']],
    ['none that are values', bytes(0x81, 0xa4, 'name', 0xa5, 'value'), ['name']],
    ['none in lists', bytes(0x92, 0xa5, 'value', 0xa5, 'other'), []],
  ])('are told %s', (_what, content, names) => {
    expect(namesOf(content)).toEqual(names);
    expect(namesOf(content, 'MessagePack')).toEqual(names);
  });

  it('are told of messages that are packed as bytes in one', () => {
    const inner = bytes(0xa1, 0x64, 'user', 0xa1, 0x63, '$ne', 1);
    expect(namesOf(bytes(0xa1, 0x64, 'body', 0xd8, 24, 0x58, inner.length, inner))).toEqual([
      'body',
      'user',
      'user.$ne',
    ]);
  });

  it('are told of a map in maps by those next to it, at any depth', () => {
    const deep = `${bytes(0x81, 0xa3, 'abc').repeat(50_000)}\xc0`;
    expect(namesOf(deep)).toEqual(['abc', 'abc.abc', 'abc.abc.abc', 'abc.abc.abc.abc']);
  });

  it('of noise are few', () => {
    let seed = 7;
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return (seed >> 16) & 255;
    };
    const noises = Array.from({ length: 20_000 }, () => bytes(...Array.from({ length: 40 }, next)));
    expect(noises.flatMap((noise) => namesOf(noise)).length).toBeLessThan(50);
  });
});

it.each([
  ['noise', NOISE],
  ['a list that goes on behind the end', bytes(0x92, 0xa6, 'a text')],
  ['a text that does', bytes(0x91, 0xa9, 'a text')],
  ['a text alone', bytes(0xa6, 'a text')],
  ['an end of nothing', bytes(0x82, 0x66, 'a text', 0xff)],
  ['a picture', bytes(0x89, 'PNG\r\n\x1a\n', 0, 0, 0, 13, 'IHDR', 0, 0, 1, 0, NOISE)],
  ['words', bytes(0x92, 0xa4, 'name', 0xa5, 'a.b-c')],
  ['nothing', ''],
])('are none in %s', (_what, content) => {
  expect(textsOf(content)).toEqual([]);
});

it('says what is too deep for anybody', () => {
  const deep = bytes(0x92, 0x91).padEnd(200_000, '\x91');
  const walk = packedTexts(deep, null);
  let last = walk.next();
  while (!last.done) last = walk.next();
  expect(last.value).toBe(false);
});

it.each([[0x91], [0x9f], [0xa1], [0x7f], [0x61], [0xd9], [0x00], [0x82]])(
  'looks at each byte a few times, and pauses: %i',
  (byte) => {
    const content = bytes(0xdd, 0, 0x10, 0, 0).padEnd(1_000_000, String.fromCharCode(byte));
    const before = process.cpuUsage();
    const found = [...packedTexts(content, 'CBOR')].length;
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
    expect(found).toBeLessThan(1_000_000);
  },
);

it.each([
  ['application/msgpack', 'MessagePack'],
  ['application/x-msgpack', 'MessagePack'],
  ['application/vnd.messagepack', 'MessagePack'],
  ['application/vnd.a.b+cbor', 'CBOR'],
  ['application/cbor-seq', 'CBOR'],
  ['application/json', null],
])('%s names %s', (type, expected) => {
  expect(packedFormat(type)).toBe(expected);
});
