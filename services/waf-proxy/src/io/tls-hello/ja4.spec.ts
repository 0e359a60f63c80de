import { RECORDED_HELLOS } from '../../test-support/recorded-hellos.ts';
import { helloIn, MAX_HELLO_BYTES } from './hello-reader.ts';
import { ja4Of } from './ja4.ts';

/** The message of a connection's first bytes, without its head. */
function messageIn(bytes: Buffer): Buffer {
  const hello = helloIn(bytes);
  if (hello.state !== 'complete') throw new Error(`no whole ClientHello: ${hello.state}`);
  return hello.message;
}

const fingerprintOf = (bytes: Buffer) => ja4Of(messageIn(bytes), 't');
const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >>> 8, value & 0xff]));
const withLength = (bytes: Buffer) => Buffer.concat([u16(bytes.length), bytes]);

/** A ClientHello with these parts, in plaintext TLS records of at most so many bytes. */
function hello(
  ciphers: number[],
  extensions: readonly (readonly [type: number, content: Buffer])[] | null,
  recordBytes = 16_384,
): Buffer {
  const body = Buffer.concat([
    u16(0x0303),
    Buffer.alloc(32),
    Buffer.from([0]),
    withLength(u16(...ciphers)),
    Buffer.from([1, 0]),
    ...(extensions === null
      ? []
      : [
          withLength(
            Buffer.concat(
              extensions.map(([type, content]) => Buffer.concat([u16(type), withLength(content)])),
            ),
          ),
        ]),
  ]);
  const message = Buffer.concat([Buffer.from([1, 0]), u16(body.length), body]);
  const records: Buffer[] = [];
  for (let at = 0; at < message.length; at += recordBytes)
    records.push(Buffer.from([22, 3, 1]), withLength(message.subarray(at, at + recordBytes)));
  return Buffer.concat(records);
}

const list8 = (content: Buffer) => Buffer.concat([Buffer.from([content.length]), content]);
const alpn = (...names: Buffer[]) => [16, withLength(Buffer.concat(names.map(list8)))] as const;
const named = [0, Buffer.alloc(0)] as const;

describe('the fingerprint of a client', () => {
  // The same as Go's own handshake parser makes of these bytes, with the code of the HTTP/3 front.
  it.each([
    ['curl', 't13d3112h2_e8f1e7e78f70_b26ce05bbdd6'],
    ['curlTls12', 't12i2806h1_d943125447b4_a44c6288192a'],
    ['openssl', 't13d311000_e8f1e7e78f70_1f22a2ca17c4'],
    ['node', 't13d5212h1_b262b3658495_8e6e362c5eac'],
    ['go', 't13d1312h2_f57a46bbacb6_ab7e3b40a677'],
    ['chromium', 't13d1517h2_8daaf6152771_cb7bf5808d99'],
    ['chromiumAgain', 't13d1517h2_8daaf6152771_cb7bf5808d99'],
  ] as const)('is that of %s', (program, fingerprint) => {
    expect(fingerprintOf(RECORDED_HELLOS[program])).toBe(fingerprint);
  });

  it('is the one of the example in JA4’s description, whatever the order and GREASE', () => {
    const ciphers = [
      0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc013, 0xc014, 0x009c, 0x009d,
      0x002f, 0x0035,
    ];
    const empty = [
      0x001b, 0x0033, 0x4469, 0x0017, 0x002d, 0x0005, 0x0023, 0x0012, 0xff01, 0x000b, 0x000a, 0x0015,
    ].map((type) => [type, Buffer.alloc(0)] as const);
    const algorithms = u16(0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601);
    const rest = [
      [0x000d, withLength(algorithms)],
      [0x002b, list8(u16(0x8a8a, 0x0304, 0x0303))],
      named,
      alpn(Buffer.from('h2'), Buffer.from('http/1.1')),
    ] as const;
    const grease = [0xdada, Buffer.alloc(1)] as const;
    const expected = 't13d1516h2_8daaf6152771_e5627efa2ab1';
    expect(fingerprintOf(hello(ciphers, [...empty, ...rest]))).toBe(expected);
    expect(fingerprintOf(hello([0x2a2a, ...ciphers.reverse()], [grease, ...rest, ...empty.reverse()]))).toBe(
      expected,
    );
  });

  it.each([
    ['no extensions at all', hello([0x002f], null), /^t12i010000_[0-9a-f]{12}_0{12}$/],
    ['no cipher', hello([], [named]), /^t12d000100_0{12}_0{12}$/],
    [
      'a name of a protocol that is no text',
      hello([], [alpn(Buffer.from([0xab, 0x20, 0xcd]))]),
      /^t12i0001ad_/,
    ],
    ['a name of one character', hello([], [alpn(Buffer.from('h'))]), /^t12i0001hh_/],
    [
      'more than two digits can count',
      hello(
        Array.from({ length: 200 }, (_, at) => 0x3000 + at),
        null,
      ),
      /^t12i990000_/,
    ],
  ])('tells %s', (_what, bytes, pattern) => {
    expect(fingerprintOf(bytes)).toMatch(pattern);
  });

  it('begins with q over QUIC', () => {
    expect(ja4Of(messageIn(RECORDED_HELLOS.go), 'q')).toBe('q13d1312h2_f57a46bbacb6_ab7e3b40a677');
  });

  it('is none of what is cut short anywhere, but before the extensions, where the oldest clients end', () => {
    const message = messageIn(RECORDED_HELLOS.chromium);
    const lengths = Array.from({ length: message.length }, (_, length) => length);
    const readable = lengths
      .map((length) => ja4Of(message.subarray(0, length), 't'))
      .filter((text) => text !== '');
    expect(readable).toEqual([expect.stringMatching(/^t12i150000_8daaf6152771_0{12}$/)]);
  });
});

describe('the beginning of a handshake', () => {
  it('is whole however many pieces it comes in, and never before', () => {
    const bytes = RECORDED_HELLOS.go;
    for (let length = 1; length < bytes.length; length++) {
      const { state, ...rest } = helloIn(bytes.subarray(0, length));
      expect(state).toBe('partial');
      expect((rest as { needed: number }).needed).toBeGreaterThan(length);
    }
    expect(helloIn(Buffer.concat([bytes, Buffer.from('more')])).state).toBe('complete');
  });

  it('is read from several records', () => {
    const whole = hello([0x1301], [named]);
    expect(fingerprintOf(hello([0x1301], [named], 7))).toBe(fingerprintOf(whole));
  });

  it.each([
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\n')],
    ['one byte that is none', Buffer.from([0x47])],
    ['another version', Buffer.from([22, 2, 0, 0, 10])],
    ['an empty record', Buffer.from([22, 3, 1, 0, 0])],
    ['another message', Buffer.from([22, 3, 1, 0, 4, 2, 0, 0, 0])],
    ['a longer record than any client’s', Buffer.concat([Buffer.from([22, 3, 1]), u16(MAX_HELLO_BYTES)])],
    ['a longer message than any client’s', Buffer.from([22, 3, 1, 0, 4, 1, 1, 0, 0])],
    ['too many records', hello([0x1301], [named], 1)],
  ])('is not waited for in %s', (_what, bytes) => {
    expect(helloIn(bytes)).toEqual({ state: 'none' });
  });
});
