import { once } from 'node:events';
import { type ClientHttp2Session, connect, sensitiveHeaders } from 'node:http2';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { FrameBuffer } from '../../server/http2/frame-buffer.ts';
import { FrameReader } from '../http2/frame-reader.ts';
import { Flag, FrameType, PREFACE } from '../http2/frames.ts';
import { readHeadersFrame } from '../http2/header-block.ts';
import { HpackDecoder } from './hpack-decoder.ts';
import { HpackEncoder } from './hpack-encoder.ts';
import { decodeHuffman, encodeHuffman, huffmanLength } from './huffman.ts';

const WIDE = { listBytes: 64 * 1024, fields: 500 };

function newDecoder(tableBytes = 4_096, bounds = WIDE) {
  const decoder = new HpackDecoder(tableBytes, bounds);
  /** The decoded block, or null if it is invalid. */
  return (hex: string | Buffer): string[] | null => {
    const block = typeof hex === 'string' ? Buffer.from(hex.replaceAll(' ', ''), 'hex') : hex;
    if (!decoder.decode(block, 0, block.length)) return null;
    return decoder.fields.map(({ name, value }) => `${name}: ${value}`);
  };
}

const SIMPLE = [':method: GET', ':scheme: http', ':path: /', ':authority: www.example.com'];
const SECURE = [':method: GET', ':scheme: https', ':path: /index.html', ':authority: www.example.com'];
const DATE_21 = 'date: Mon, 21 Oct 2013 20:13:21 GMT';
const DATE_22 = 'date: Mon, 21 Oct 2013 20:13:22 GMT';
const PLACE = 'location: https://www.example.com';
const COOKIE = 'set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1';

/** RFC 7541, appendix C: blocks that follow one another on a connection, and what they say. */
const EXAMPLES: readonly [string, number, readonly (readonly [string, readonly string[]])[]][] = [
  ['C.2.1', 4_096, [['400a637573746f6d2d6b65790d637573746f6d2d686561646572', ['custom-key: custom-header']]]],
  ['C.2.2', 4_096, [['040c2f73616d706c652f70617468', [':path: /sample/path']]]],
  ['C.2.3', 4_096, [['100870617373776f726406736563726574', ['password: secret']]]],
  ['C.2.4', 4_096, [['82', [':method: GET']]]],
  [
    'C.3, requests as plain text',
    4_096,
    [
      ['828684410f7777772e6578616d706c652e636f6d', SIMPLE],
      ['828684be58086e6f2d6361636865', [...SIMPLE, 'cache-control: no-cache']],
      ['828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565', [...SECURE, 'custom-key: custom-value']],
    ],
  ],
  [
    'C.4, requests in Huffman’s code',
    4_096,
    [
      ['828684418cf1e3c2e5f23a6ba0ab90f4ff', SIMPLE],
      ['828684be5886a8eb10649cbf', [...SIMPLE, 'cache-control: no-cache']],
      ['828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf', [...SECURE, 'custom-key: custom-value']],
    ],
  ],
  [
    'C.5, responses as plain text, with a table of 256 bytes',
    256,
    [
      [
        '4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d546e1768747470733a' +
          '2f2f7777772e6578616d706c652e636f6d',
        [':status: 302', 'cache-control: private', DATE_21, PLACE],
      ],
      ['4803333037c1c0bf', [':status: 307', 'cache-control: private', DATE_21, PLACE]],
      [
        '88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a69707738666f6f3d4153444a4b4851' +
          '4b425a584f5157454f50495541585157454f49553b206d61782d6167653d333630303b2076657273696f6e3d31',
        [':status: 200', 'cache-control: private', DATE_22, PLACE, 'content-encoding: gzip', COOKIE],
      ],
    ],
  ],
  [
    'C.6, responses in Huffman’s code, with a table of 256 bytes',
    256,
    [
      [
        '488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43' +
          'd3',
        [':status: 302', 'cache-control: private', DATE_21, PLACE],
      ],
      ['4883640effc1c0bf', [':status: 307', 'cache-control: private', DATE_21, PLACE]],
      [
        '88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b335dfdfcd5b3960d5af27' +
          '087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007',
        [':status: 200', 'cache-control: private', DATE_22, PLACE, 'content-encoding: gzip', COOKIE],
      ],
    ],
  ],
];

describe('HPACK', () => {
  it.each(EXAMPLES)('reads %s', (_name, tableBytes, blocks) => {
    const read = newDecoder(tableBytes);
    for (const [hex, fields] of blocks) expect(read(hex)).toEqual(fields);
  });

  it.each([
    ['index 0', '80'],
    ['an index of the static table’s end and one more', 'be'],
    ['a name of an entry that is not there', '7f00 0161'],
    ['a number without end', 'ff ffffffffffffff7f'],
    ['a number of more than anybody has', 'ff ffffffff0f'],
    ['a text longer than the block', '400a 6162'],
    ['a block that ends before the value', '4001 61'],
    ['a table larger than allowed', '3fe2 1f'],
    ['a table that is resized in the middle of a block', '82 20'],
    ['Huffman’s end of text', '0084 ffffffff 0161'],
    ['a whole byte of padding', '0082 1fff 0161'],
    ['padding of zeros', '0081 18 0161'],
  ])('refuses %s', (_name, hex) => {
    expect(newDecoder()(hex)).toBeNull();
  });

  it('forgets what no longer fits, and everything for an entry that never fits', () => {
    const read = newDecoder(100);
    expect(read(`4001 61 01 62 4001 63 01 64`)).toEqual(['a: b', 'c: d']);
    expect(read('be bf')).toEqual(['c: d', 'a: b']);
    // 34 bytes for each; three of them are too many.
    expect(read('4001 65 01 66 be bf')).toEqual(['e: f', 'e: f', 'c: d']);
    expect(read('c0')).toBeNull();
    const large = Buffer.concat([Buffer.from([0x40, 1, 0x67, 100]), Buffer.alloc(100, 'x')]);
    const again = newDecoder(100);
    again('4001 61 01 62');
    expect(again(large)).toEqual([`g: ${'x'.repeat(100)}`]);
    expect(again('be')).toBeNull();
    const shrunk = newDecoder(100);
    shrunk('4001 61 01 62');
    expect(shrunk('20 82')).toEqual([':method: GET']);
    expect(shrunk('be')).toBeNull();
  });

  it('keeps no more of a list than its bounds allow, and stays in step with the client', () => {
    const decoder = new HpackDecoder(4_096, { listBytes: 200, fields: 4 });
    const many = Buffer.concat([Buffer.alloc(2_000, 0x82), Buffer.from('4001610162', 'hex')]);
    expect(decoder.decode(many, 0, many.length)).toBe(true);
    expect(decoder.overflow).toBe(true);
    expect(decoder.fields.length).toBeLessThanOrEqual(4);
    const next = Buffer.from('be', 'hex');
    expect(decoder.decode(next, 0, 1)).toBe(true);
    expect(decoder.overflow).toBe(false);
    expect(decoder.fields.map(({ name }) => name)).toEqual(['a']);
  });

  it('writes and reads every byte in Huffman’s code, and never fails on anything', () => {
    const into = Buffer.alloc(4_096);
    const decoded = Buffer.alloc(4_096);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = Buffer.from(bytes).toString('latin1');
        const end = encodeHuffman(text, into, 0);
        expect(end).toBe(huffmanLength(text));
        expect(decoded.toString('latin1', 0, decodeHuffman(into, 0, end, decoded))).toBe(text);
        expect(decodeHuffman(bytes, 0, bytes.length, decoded)).toBeLessThanOrEqual(2 * bytes.length);
        newDecoder()(Buffer.from(bytes));
      }),
    );
  });

  it('lets nothing secret into a table, and the rest only as long as it repeats itself', () => {
    const encoder = new HpackEncoder();
    const write = (fields: readonly (readonly [string, string])[]): Buffer => {
      encoder.begin(1_000, fields.length);
      for (const [name, value] of fields) encoder.field(name, value);
      return Buffer.from(encoder.end());
    };
    const secret: [string, string] = ['Set-Cookie', 'session=0123456789'];
    const first = write([['Server', 'origin'], secret]);
    const second = write([['Server', 'origin'], secret]);
    expect(second.length).toBe(1 + 3 + secret[1].length);
    expect(first.length).toBeGreaterThan(second.length);
    // Never indexed, name by number: 0001, 55.
    expect(second.subarray(1, 3).toString('hex')).toBe('1f28');
    const sizes = Array.from({ length: 20 }, (_, index) => write([['X-Trace', `value-${index}`]]).length);
    expect(new Set(sizes.slice(-5)).size).toBe(1);
    expect(write([['Server', 'origin']]).length).toBe(1);
    // A repeated field is indexed again.
    write([['X-Trace', 'same']]);
    write([['X-Trace', 'same']]);
    expect(write([['X-Trace', 'same']]).length).toBe(1);
  });
});

/** Both ends of a connection in this process. */
function pair(): [Duplex, Duplex] {
  const ends: Duplex[] = [];
  for (const other of [1, 0]) {
    ends.push(
      new Duplex({
        read: () => undefined,
        write: (chunk, _encoding, done) => {
          ends[other]!.push(chunk);
          done();
        },
        final: (done) => {
          ends[other]!.push(null);
          done();
        },
      }),
    );
  }
  return [ends[0]!, ends[1]!];
}

const name = fc.stringMatching(/^x-[a-z0-9_.~-]{1,12}$/);
const value = fc
  .array(fc.integer({ min: 0x21, max: 0xff }), { minLength: 1, maxLength: 60 })
  .map((codes) => String.fromCharCode(...codes.map((code) => (code === 0x7f ? 0x20 : code))).trim())
  .filter((text) => text !== '' && !/\s$|^\s/.test(text));
const messages = fc.array(
  fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, maxLength: 12 }),
  {
    minLength: 1,
    maxLength: 12,
  },
);

describe('HPACK against node:http2', () => {
  /** Sends each message's fields in a request, and the same fields in the response; what arrived at both ends. */
  async function exchange(
    list: readonly (readonly [string, string])[][],
    headerTableSize: number,
  ): Promise<{ received: string[][]; answered: string[][] }> {
    const [near, far] = pair();
    const decoder = new HpackDecoder(4_096, WIDE);
    const encoder = new HpackEncoder();
    const frames = new FrameBuffer();
    const received: string[][] = [];
    const send = () => {
      for (const piece of frames.take()) far.write(piece);
    };
    const reader = new FrameReader({
      onFrame: (type, flags, stream, bytes, from, to) => {
        if (type === FrameType.Settings && (flags & Flag.Ack) === 0) {
          encoder.limitTable(headerTableSize);
          frames.settingsAck();
          send();
        }
        if (type !== FrameType.Headers) return;
        const frame = readHeadersFrame(flags, stream, bytes, from, to);
        if (typeof frame === 'number' || !decoder.decode(bytes, frame.from, frame.to)) {
          throw new Error('the client’s block cannot be read');
        }
        const fields = decoder.fields.filter((field) => field.name.startsWith('x-'));
        received.push(fields.flatMap((field) => [field.name, field.value]));
        encoder.begin(100 * 80, fields.length);
        encoder.status(200);
        for (const field of fields) encoder.field(field.name, field.value);
        frames.headers(stream, encoder.end(), true);
        send();
      },
      onDataHead: () => undefined,
      onData: () => undefined,
      onDataEnd: () => undefined,
      onFault: (code) => {
        throw new Error(`fault ${code}`);
      },
    });
    frames.settings([]);
    send();
    far.on('data', (chunk: Buffer) => reader.read(chunk));
    const session: ClientHttp2Session = connect('http://shop.example', {
      createConnection: () => near,
      settings: { headerTableSize },
    });
    const answered: string[][] = [];
    for (const fields of list) {
      const headers = Object.fromEntries(fields.map(([key, text]) => [key, text]));
      const secret = fields.length > 2 ? [fields[0]![0]] : [];
      const stream = session.request({ ...headers, [sensitiveHeaders]: secret }, { endStream: true });
      const [, , raw] = (await once(stream, 'response')) as [unknown, number, string[]];
      const pairs: string[] = [];
      for (let index = 0; index < raw.length; index += 2) {
        if (raw[index]!.startsWith('x-')) pairs.push(raw[index]!, raw[index + 1]!);
      }
      answered.push(pairs);
      stream.resume();
    }
    session.destroy();
    far.destroy();
    return { received, answered };
  }

  it('understands its client and is understood, with tables of any size', async () => {
    await fc.assert(
      fc.asyncProperty(messages, fc.constantFrom(0, 64, 200, 4_096, 65_536), async (list, tableSize) => {
        // Twice, so that tables are used.
        const all = [...list, ...list];
        const expected = all.map((fields) => fields.flat());
        expect(await exchange(all, tableSize)).toEqual({ received: expected, answered: expected });
      }),
      { numRuns: 40 },
    );
  });

  it('begins with the preface that clients send', () => {
    expect(PREFACE.toString('latin1')).toBe('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  });
});
