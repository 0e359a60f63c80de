import { describeWithTestData, readTestLines } from '@palisade/testing';
import fc from 'fast-check';
import { HEAD_LIMITS } from '../../http/head.ts';
import { type ReadRequest, readRequests, readWithLlhttp } from '../../test-support/http1-reading.ts';

const HOST = 'Host: shop.example\r\n';
const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const read = (...pieces: string[]) => readRequests(pieces.map(bytesOf));
const get = (rest: string, line = 'GET / HTTP/1.1') => `${line}\r\n${rest}\r\n`;
const chunked = (body: string) => `POST / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${body}`;

/** llhttp refuses what we escape. */
const RAW_TARGET = /^[A-Z-]+ [^\r\n]*[\x80-\xff][^\r\n]* HTTP\/1\.[01]\r?$/m;

/** Whatever else we accept, llhttp in strict mode must accept as well, and understand as the same. */
async function expectNoOtherReading(bytes: Buffer): Promise<number> {
  const { requests } = readRequests([bytes]);
  if (requests.length === 0 || RAW_TARGET.test(bytes.toString('latin1'))) return 0;
  const theirs = await readWithLlhttp(bytes);
  const upgrade = requests.findIndex(wantsUpgrade);
  const compared = upgrade < 0 ? requests : requests.slice(0, upgrade + 1);
  expect(theirs.slice(0, compared.length)).toEqual(compared);
  return compared.length;
}

/** node:http drops what follows in the same bytes; we read it on, unless the origin switches. */
function wantsUpgrade({ headers }: ReadRequest): boolean {
  const names = headers.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return names.includes('upgrade') && names.includes('connection');
}

describe('reading requests', () => {
  it('gives method, target, headers as they stood, body and trailers', () => {
    expect(
      read(
        `\r\nGET /a?b=%e4 HTTP/1.1\r\n${HOST}X-A:  one\t \r\nx-empty:\r\n\r\n` +
          `POST /c HTTP/1.0\r\n${HOST}Connection: keep-alive\r\nContent-Length: 3\r\n\r\nabc` +
          chunked('3;a=b;c="d \\" e"\r\nxyz\r\n1\r\n!\r\n0\r\nX-Sum: 4\r\n\r\n'),
      ).requests,
    ).toEqual([
      {
        method: 'GET',
        target: '/a?b=%e4',
        headers: ['Host', 'shop.example', 'X-A', 'one', 'x-empty', ''],
        body: '',
        trailers: [],
      },
      {
        method: 'POST',
        target: '/c',
        headers: ['Host', 'shop.example', 'Connection', 'keep-alive', 'Content-Length', '3'],
        body: 'abc',
        trailers: [],
      },
      {
        method: 'POST',
        target: '/',
        headers: ['Host', 'shop.example', 'Transfer-Encoding', 'chunked'],
        body: 'xyz!',
        trailers: ['X-Sum', '4'],
      },
    ]);
  });

  it('escapes bytes of a target that nobody has escaped, as old browsers and scripts write them', () => {
    const line = 'GET /gr\xc3\xb6\xc3\x9fe/\xf6?q=\xe4%C3%A4&\xff HTTP/1.1';
    expect(read(get(HOST, line)).requests).toMatchObject([
      { target: '/gr%C3%B6%C3%9Fe/%F6?q=%E4%C3%A4&%FF' },
    ]);
    const long = `GET /${'\xff'.repeat(HEAD_LIMITS.targetBytes / 3 + 1)} HTTP/1.1`;
    expect(read(get(HOST, long))).toMatchObject({ fault: 'target_too_long' });
  });

  it.each([
    ['control_character', 'GET / HTTP/1.1\nHost: a\n\n'],
    ['control_character', get('X: a\rb\r\n')],
    ['control_character', get('X: a\x00b\r\n')],
    ['control_character', get('X: a\x7f\r\n')],
    ['request_line', '\r\n\r\nGET / HTTP/1.1\r\n'],
    ['request_line', get(HOST, 'GET  / HTTP/1.1')],
    ['request_line', get(HOST, 'GET / HTTP/1.1 ')],
    ['request_line', get(HOST, 'GET /\ta HTTP/1.1')],
    ['control_character', get(HOST, 'GET /\x7f HTTP/1.1')],
    ['request_line', get(HOST, 'GET HTTP/1.1')],
    ['after_close', get(`${HOST}Connection: close\r\n`) + get(HOST)],
    ['after_close', get(HOST, 'GET / HTTP/1.0') + get(HOST)],
    ['request_line', get(HOST, 'GET')],
    ['request_line', get(HOST, ' GET / HTTP/1.1')],
    ['http_version', get(HOST, 'GET / HTTP/1.2')],
    ['http_version', get(HOST, 'GET / HTTP/2.0')],
    ['http_version', get(HOST, 'GET / http/1.1')],
    ['method_unknown', get(HOST, 'get / HTTP/1.1')],
    ['method_unknown', get(HOST, 'PRI * HTTP/2.0')],
    ['method_unknown', get(HOST, '\x16\x80\xfe / HTTP/1.1').replace('\x16', '')],
    ['method_refused', get(HOST, 'CONNECT a:443 HTTP/1.1')],
    ['method_refused', get(HOST, 'TRACE / HTTP/1.1')],
    ['target_fragment', get(HOST, 'GET /a#b HTTP/1.1')],
    ['field_line', get(`${HOST}X : a\r\n`)],
    ['field_line', get(`${HOST} X: a\r\n`)],
    ['field_line', get(`${HOST}X: a\r\n folded\r\n`)],
    ['field_line', get(`${HOST}: a\r\n`)],
    ['field_line', get(`${HOST}no colon\r\n`)],
    ['field_line', get(`${HOST}X\xe4: a\r\n`)],
    ['too_many_fields', get(HOST + 'A: 1\r\n'.repeat(HEAD_LIMITS.fields))],
    ['head_too_large', get(`${HOST}X: ${'a'.repeat(HEAD_LIMITS.headBytes)}\r\n`)],
    ['chunk_malformed', chunked('\r\n')],
    ['chunk_malformed', chunked('3 \r\nabc\r\n')],
    ['chunk_malformed', chunked('3\nabc\r\n')],
    ['chunk_malformed', chunked('-3\r\nabc\r\n')],
    ['chunk_malformed', chunked('0x3\r\nabc\r\n')],
    ['chunk_malformed', chunked('3\r\nabcd\r\n')],
    ['chunk_malformed', chunked('fffffffffff\r\n')],
    ['chunk_malformed', chunked('3;\r\nabc\r\n')],
    ['chunk_malformed', chunked('3;a b\r\nabc\r\n')],
    ['chunk_malformed', chunked('3;a="\n"\r\nabc\r\n')],
    ['chunk_malformed', chunked(`3;${'a'.repeat(300)}\r\nabc\r\n`)],
    ['chunk_malformed', chunked(`1;${'a'.repeat(200)}\r\na\r\n`.repeat(100))],
    ['trailer_malformed', chunked('0\r\nX : a\r\n\r\n')],
    ['trailer_malformed', chunked('0\r\nContent-Length: 3\r\n\r\n')],
    ['trailer_malformed', chunked('0\r\nTransfer-Encoding: chunked\r\n\r\n')],
    ['trailer_malformed', chunked(`0\r\nX: ${'a'.repeat(9_000)}\r\n\r\n`)],
  ])('refuses with %s: %j', (fault, text) => {
    expect(read(text)).toMatchObject({ fault });
  });

  it('gives one piece for all chunks that arrive together', () => {
    const reading = read(chunked(`${'1\r\nx\r\n'.repeat(5_000)}0\r\n\r\n`));
    expect(reading.requests[0]!.body).toBe('x'.repeat(5_000));
  });

  it('understands the same wherever the bytes are cut', () => {
    const texts = [
      `\r\nGET /a HTTP/1.1\r\n${HOST}X: y\r\n\r\n${chunked('3;a="b"\r\nabc\r\n0\r\nT: 1\r\n\r\n')}${get(HOST)}`,
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhello${get(HOST)}`,
      get('Host: a\r\nX: a\rb\r\n'),
      chunked('3\r\nabc\rX'),
      chunked('0\r\nContent-Length: 1\r\n\r\n'),
      '\r\n\r\nGET / HTTP/1.1\r\n\r\n',
    ];
    for (const text of texts) {
      const whole = read(text);
      for (let cut = 1; cut < text.length; cut++) {
        expect(read(text.slice(0, cut), text.slice(cut))).toEqual(whole);
      }
      expect(read(...text)).toEqual(whole);
    }
  });
});

const lineBreak = fc.oneof(
  { weight: 20, arbitrary: fc.constant('\r\n') },
  { weight: 1, arbitrary: fc.constantFrom('\n', '\r', '\r\r\n', '\r\n ', '\r\n\t', '') },
);
const often = (usual: string[], rare: string[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  );
const requestLine = fc
  .tuple(
    often(
      ['GET', 'POST', 'PUT', 'OPTIONS'],
      ['get', 'GET ', ' GET', 'PRI', 'M-SEARCH', 'SOURCE', 'QUERY', 'G\x00T'],
    ),
    often([' '], ['  ', '\t', '']),
    often(
      ['/', '/a?b=c', '*', 'http://a/b'],
      ['', '/\xff', '/a b', '/<>"{}|\\^`', 'http://a:80', '//a', 'a', '/\t', '/\x7f'],
    ),
    often([' '], ['  ', '\t', '']),
    often(
      ['HTTP/1.1', 'HTTP/1.0'],
      ['HTTP/1.2', 'HTTP/11', 'HTTP/1.1 ', 'http/1.1', 'HTTP/0.9', 'ICE/1.0', 'RTSP/1.0'],
    ),
  )
  .map((parts) => parts.join(''));
const fieldLine = fc
  .tuple(
    often(
      ['Content-Length', 'Transfer-Encoding', 'Connection', 'X-A', 'Expect', 'Upgrade'],
      ['content-length', 'Content-Length ', 'Transfer_Encoding', 'X\xe4', '', 'Host', 'Trailer'],
    ),
    often([':', ': '], [' :', ':\t', '', ': \t ']),
    often(
      ['3', 'chunked', 'close', 'keep-alive', 'upgrade', 'websocket', '100-continue', 'x'],
      [
        '03',
        '+3',
        '3,3',
        'Chunked',
        'chunked, chunked',
        'gzip, chunked',
        '3 ',
        '\x0b',
        '\x01',
        '\xa0',
        '',
        '"',
        '1e1',
        '0x3',
      ],
    ),
  )
  .map((parts) => parts.join(''));
const bodyBytes = fc.oneof(
  fc.constantFrom('', 'abc', '3\r\nabc\r\n0\r\n\r\n', '3;x=y\r\nabc\r\n0\r\nT: 1\r\n\r\n', '0\r\n\r\n'),
  fc.constantFrom(
    '3\nabc\r\n0\r\n\r\n',
    '03\r\nabc\r\n0\r\n\r\n',
    '3;x="\\""\r\nabc\r\n0\r\n\r\n',
    '3;=\r\nabc\r\n0\r\n\r\n',
  ),
  fc.constantFrom(
    '3\r\nabc\r0\r\n\r\n',
    '3\r\nabc0\r\n\r\n',
    '0\r\nContent-Length: 1\r\n\r\n',
    '3; x\r\nabc\r\n0\r\n\r\n',
  ),
);
const message = fc
  .tuple(
    requestLine,
    lineBreak,
    fc.array(fc.tuple(fieldLine, lineBreak), { maxLength: 4 }),
    lineBreak,
    bodyBytes,
  )
  .map(([line, lineEnd, fields, end, body]) => {
    const host = 'Host: a\r\n';
    return `${line}${lineEnd}${host}${fields.map((parts) => parts.join('')).join('')}${end}${body}`;
  });
/** Up to three requests in a row, one byte of which may have become another. */
const stream = fc
  .tuple(
    fc.array(message, { minLength: 1, maxLength: 3 }),
    fc.option(fc.tuple(fc.nat(), fc.nat(255)), { freq: 3 }),
  )
  .map(([messages, change]) => {
    const bytes = bytesOf(messages.join(''));
    if (change !== null) bytes[change[0] % bytes.length] = change[1];
    return bytes;
  });

describe('compared with llhttp in strict mode', () => {
  it('accepts nothing that llhttp refuses, and understands what both accept alike', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(stream, async (bytes) => {
        accepted += await expectNoOtherReading(bytes);
      }),
      { numRuns: 4_000 },
    );
    // Otherwise the generator makes nothing but refusals and proves nothing.
    expect(accepted).toBeGreaterThan(200);
  });

  it('understands the same wherever generated bytes are cut', () => {
    fc.assert(
      fc.property(stream, fc.nat(), fc.nat(), (bytes, one, other) => {
        const cuts = [one % (bytes.length + 1), other % (bytes.length + 1)].sort((a, b) => a - b);
        const pieces = [
          bytes.subarray(0, cuts[0]),
          bytes.subarray(cuts[0], cuts[1]),
          bytes.subarray(cuts[1]),
        ];
        expect(readRequests(pieces)).toEqual(readRequests([bytes]));
      }),
      { numRuns: 3_000 },
    );
  });
});

interface Vector {
  id: string;
  kind: string;
  mode: string;
  raw_b64: string;
  expect_error: boolean;
  error: string | null;
}

describeWithTestData('hostile vectors', () => {
  it('every strict llhttp request that must fail ends in a fault or never becomes a request', () => {
    const vectors = [...readTestLines<Vector>('protocol/llhttp.jsonl')].filter(
      (vector) =>
        vector.kind === 'request' &&
        vector.mode === 'request' &&
        vector.expect_error &&
        // llhttp stops there so that the caller can handle the upgrade; it is a request nevertheless.
        !vector.error?.startsWith('Pause on CONNECT/Upgrade'),
    );
    expect(vectors.length).toBeGreaterThan(50);
    const served: [string, ReadRequest[]][] = [];
    for (const vector of vectors) {
      const { requests, fault } = readRequests([Buffer.from(vector.raw_b64, 'base64')]);
      if (fault === null && requests.length > 0) served.push([vector.id, requests]);
    }
    expect(served).toEqual([]);
  });

  it('llhttp understands every vector and mutation as we do, where we accept it', async () => {
    const files = ['protocol/llhttp.jsonl', 'protocol/te-mutations.jsonl'];
    let accepted = 0;
    for (const file of files) {
      for (const vector of readTestLines<Vector>(file)) {
        if (vector.kind === 'response' || vector.kind === 'url') continue;
        accepted += await expectNoOtherReading(Buffer.from(vector.raw_b64, 'base64'));
      }
    }
    expect(accepted).toBeGreaterThanOrEqual(14);
  });
});
