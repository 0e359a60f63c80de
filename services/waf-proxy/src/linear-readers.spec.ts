// Whatever reads what a stranger sends (a client, an origin) does linear work: counted steps at once, four and sixteen
// times the size, for inputs that were made to be dear. That patterns do not backtrack is held by linear-patterns.
import { growthOf, nonLinear } from '@palisade/testing/work';
import { ClientLists } from './features/access/client-lists.ts';
import { Clearances } from './features/bots/challenge/clearance.ts';
import { isNotModified } from './features/cache/conditional.ts';
import { readCacheFacts } from './features/cache/request-facts.ts';
import { variantOf, varyNames } from './features/cache/vary.ts';
import { parseCspReports } from './features/csp-reports/parse-csp-report.ts';
import { fileFinderFor } from './features/upload-scan/file-ranges.ts';
import { ClientFrames } from './features/websocket/client-frames.ts';
import { LATER, FrameReader as WebSocketReader } from './features/websocket/frame-reader.ts';
import { acceptedCodings } from './http/accept-encoding.ts';
import { parseCacheControl, parseTargeted } from './http/cache-control.ts';
import { ChunkedDecoder } from './http/chunked-decoder.ts';
import { hasOption } from './http/connection-options.ts';
import { HeadReader } from './http/head-reader.ts';
import { readHeadSigns } from './http/head-signs.ts';
import { HpackDecoder } from './http/hpack/hpack-decoder.ts';
import { FrameReader } from './http/http2/frame-reader.ts';
import { PREFACE } from './http/http2/frames.ts';
import { parseRequestHead } from './http/request-head.ts';
import { ADDRESS_LIST, FORWARDED_LIST, type HopSyntax } from './io/addresses/reported-client.ts';
import { parseProxyHeader } from './io/proxy-protocol/parse-proxy-header.ts';
import { EdgePools } from './io/shares/edge-pools.ts';
import { helloIn } from './io/tls-hello/hello-reader.ts';
import { ja4Of } from './io/tls-hello/ja4.ts';
import { serverNameIn } from './io/tls-hello/server-name.ts';
import { SiteRegistry } from './pipeline/site-registry.ts';
import { DEFAULT_CLIENT_TLS } from './request/client-tls-policy.ts';
import { NOTHING_ASKED } from './request/conditions/body-values.ts';
import { type AskedRequest, RequestValues } from './request/conditions/request-values.ts';
import { stickyToken } from './request/sticky-cookie.ts';
import { Certificates } from './server/tls/certificates.ts';
import { ResponseParser } from './upstream/response-parser.ts';

interface Reader {
  /** Bytes of the smallest input; the largest is sixteen times as long, and within what the reader accepts. */
  base: number;
  inputs: Readonly<Record<string, (bytes: number) => string>>;
  read(text: string): unknown;
}

const fill = (unit: string) => (bytes: number) => unit.repeat(Math.max(1, Math.floor(bytes / unit.length)));
const between = (start: string, unit: string, end: string) => (bytes: number) =>
  start + fill(unit)(bytes - start.length - end.length) + end;

/** A name that no earlier input has had: tables of known names would make the second reading cheaper. */
let round = 0;
const unique = (index: number): string => {
  if (index === 0) round++;
  return `${round}n${index}`.padEnd(7, 'x');
};

/** Lists and texts that readers of fields tend to read anew for each part. */
const FIELD_VALUES = {
  commas: fill(','),
  semicolons: fill(';'),
  blanks: between('a', ' ', 'b'),
  'blanks and commas': fill(' \t,'),
  'equals signs': fill('='),
  quotes: fill('"'),
  'open quote': between('a="', 'a,', ''),
  'open quotes': fill('a="b,'),
  escapes: between('a="', '\\"', ''),
  'names without values': fill('a,'),
  'different names': (bytes: number) =>
    Array.from({ length: Math.max(1, Math.floor(bytes / 8)) }, (_, index) => unique(index)).join(','),
  pairs: fill('a=1; '),
  escaped: fill('%41%'),
  digits: fill('9'),
  tags: fill('W/"a",'),
} as const;

const HEAD_VALUES = 1_900;
const ORIGIN_VALUES = 3_800;
const latin1 = (text: string) => Buffer.from(text, 'latin1');

function inPieces(text: string, size: number, push: (piece: Buffer) => void): void {
  const bytes = latin1(text);
  for (let at = 0; at < bytes.length; at += size) push(bytes.subarray(at, at + size));
}

const NOTHING = { onFault: () => undefined, onFrame: () => undefined } as const;

const readHead = (text: string, size: number) => {
  const reader = new HeadReader(true);
  inPieces(text, size, (piece) => reader.read(piece, 0, piece.length));
  return parseRequestHead(reader.text);
};

const head = (unit: (index: number) => string) => (bytes: number) => {
  let text = 'GET / HTTP/1.1\r\n';
  for (let index = 0; text.length < bytes && index < 99; index++) text += `${unit(index)}\r\n`;
  return `${text}\r\n`;
};
const longField = (unit: string) => (bytes: number) => `GET / HTTP/1.1\r\na:${fill(unit)(bytes)}b\r\n\r\n`;

const HEADS = {
  'a blank value': longField(' '),
  'a value of colons': longField(':'),
  'a long target': (bytes: number) => `GET /${'a'.repeat(Math.min(bytes, 16_000))} HTTP/1.1\r\nh: x\r\n\r\n`,
  'fields of every kind': (bytes: number) =>
    head((index) => `${['Cookie', 'Via', 'Forwarded', 'x_y', 'TE'][index % 5]}: ${'a,'.repeat(bytes / 200)}`)(
      bytes,
    ),
  'an open end': (bytes: number) => `GET / HTTP/1.1\r\n${'a: b'.repeat(bytes / 4)}`,
} as const;

const request = (fields: Partial<AskedRequest> & { target?: string }) =>
  ({ head: { target: fields.target ?? '/' }, rawHeaders: [], ...fields }) as unknown as AskedRequest;
const asked = {
  headers: new Set<string>(),
  headerLengths: new Set<number>(),
  body: NOTHING_ASKED,
  cookies: new Set(['a']),
  parameters: new Set(['a']),
  lists: new Set<string>(),
};

const chunked = (text: string, size: number) => {
  const decoder = new ChunkedDecoder();
  inPieces(text, size, (piece) => decoder.read(piece, 0, piece.length, []));
};
const CHUNKS = {
  'bytes in chunks of their own': fill('1\r\na\r\n'),
  extensions: between('1;', 'a;', ''),
  trailers: between('0\r\n', 'a: b\r\n', '\r\n'),
} as const;

function readResponse(text: string, size: number): void {
  const events = {
    onInformational: () => undefined,
    onHead: () => undefined,
    onBody: () => undefined,
    onComplete: () => undefined,
    onUpgrade: () => undefined,
  };
  const parser = new ResponseParser(events, false, false);
  inPieces(text, size, (piece) => parser.feed(Buffer.from(piece)));
}
const RESPONSES = {
  'chunks of one byte': between(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
    '1\r\na\r\n',
    '0\r\n\r\n',
  ),
  'a blank value': between('HTTP/1.1 200 OK\r\na:', ' ', 'b\r\n\r\n'),
  'connection options': between('HTTP/1.1 200 OK\r\nConnection:', ' close,', '\r\n\r\n'),
  'keep-alive': between('HTTP/1.1 200 OK\r\nKeep-Alive:', ' timeout', '\r\n\r\n'),
} as const;

const frame = (type: number, flags: number, stream: number, payload: string) =>
  String.fromCharCode(0, payload.length >> 8, payload.length & 255, type, flags, 0, 0, 0, stream) + payload;
const H2 = {
  'data of one byte': fill(frame(0, 0, 1, 'a')),
  'padding without data': fill(frame(0, 8, 1, '\x01\0')),
  'frames of no known kind': fill(frame(0x77, 0, 0, '')),
  'headers and continuations': fill(frame(1, 0, 1, '\x82') + frame(9, 0, 1, '\x82')),
} as const;

function readFrames(text: string, size: number): void {
  const reader = new FrameReader({
    ...NOTHING,
    onDataHead: () => undefined,
    onData: () => undefined,
    onDataEnd: () => undefined,
  });
  reader.read(PREFACE);
  inPieces(text, size, (piece) => reader.read(piece));
}

const hpackText = (text: string) => String.fromCharCode(text.length) + text;
/** What is known of a name once it was seen would make the first block cheaper, which is read twice. */
let newNames = 0;
const BLOCKS = {
  'the same field by number': fill('\x82'),
  'new entries that push others out': (bytes: number) => {
    let block = '';
    while (block.length < bytes) block += `\x40${hpackText(`n${newNames++}`)}${hpackText('v')}`;
    return block;
  },
  'an empty name each time': fill('\x40\x01a\x00'),
  "Huffman's code": fill(`\x00\x01a\x84${'\0'.repeat(3)}\x7f`),
  'changes of size': fill('\x20'),
  'long numbers': fill('\x0f\x00\x01a'),
} as const;

/** Up to its extensions, whose length says more than can follow. */
const HELLO_HEAD = `\x03\x03${'r'.repeat(32)}\0\0\x02\x13\x01\x01\0\xff\xff`;

const maskedText = '\x81\x81\0\0\0\0a';
const SOCKET = {
  'messages of one byte': fill(maskedText),
  'fragments of one byte': between('\x01\x81\0\0\0\0a', '\x00\x81\0\0\0\0a', ''),
  'empty fragments': between('\x01\x80\0\0\0\0', '\x00\x80\0\0\0\0', ''),
  pings: fill('\x89\x80\0\0\0\0'),
} as const;

/** A turn without an end. */
const ENDLESS = { begin: () => true, isSpent: false, spend: () => undefined };

function readSocket(text: string, size: number, waits: boolean): void {
  const sink = { begin: () => null, payload: () => undefined, end: () => (waits ? LATER : null) };
  const reader = new WebSocketReader(true, false, sink, ENDLESS);
  let last: unknown = null;
  inPieces(text, size, (piece) => {
    last = reader.push(piece);
  });
  while (last === LATER) last = reader.resume();
}

/** Text messages that wait for the rules, taken out of their frames and put together. */
function readMessages(text: string, size: number): void {
  const { webSocketMessages } = new EdgePools();
  const frames = new ClientFrames(
    1_000_000,
    () => 'passed',
    () => webSocketMessages.open({ client: null, site: null }, () => undefined),
    () => undefined,
    () => undefined,
  );
  const reader = new WebSocketReader(true, false, frames, ENDLESS);
  inPieces(text, size, (piece) => reader.push(piece));
}

const sites = new SiteRegistry();
const certificates = new Certificates(sites, [], null, () => undefined);

const TYPE = 'multipart/form-data; boundary=b';
function findFiles(text: string, size: number): void {
  const finder = fileFinderFor(TYPE, '', latin1('--'))!;
  inPieces(text, size, (piece) => finder.push(piece));
  finder.ranges();
}
const FORMS = {
  'parts without end': fill('--b\r\nA: b\r\n\r\nc\r\n'),
  'a head without end': between('--b\r\n', 'a: b\r\n', ''),
  'a delimiter without end': between(`${'x'.repeat(100)}\r\n--b`, ' ', ''),
  'what nearly is a delimiter': fill('\r\n--a'),
  'file names': fill('--b\r\nContent-Disposition: form-data; filename\r\n\r\n\r\n'),
} as const;

const STORED = { etag: '"a"', lastModified: null, lastModifiedMs: null, dateMs: 0 };
const BEARER = { siteId: 's', client: 'c', userAgent: 'u' };
const clearances = new Clearances(Buffer.alloc(32));

/** Where hops begin, from the last one on; of how many is bounded where they are read. */
function readHops(list: string, syntax: HopSyntax): void {
  let end = list.length;
  for (let hop = 0; hop < 32 && end >= 0; hop++) end = syntax.startOf(list, end);
}
const HOPS = {
  ...FIELD_VALUES,
  proxies: fill('10.0.0.1, '),
  'a blank hop': between('9.9.9.9', ' ', ''),
  'quoted nodes': between('', 'for="', ',for=198.51.100.9'),
  'a blank parameter': between('for', ' ', ''),
} as const;

const READERS: Readonly<Record<string, Reader>> = {
  'X-Forwarded-For': { base: 2_000, inputs: HOPS, read: (text) => readHops(text, ADDRESS_LIST) },
  Forwarded: { base: 2_000, inputs: HOPS, read: (text) => readHops(text, FORWARDED_LIST) },
  'head, whole': { base: HEAD_VALUES, inputs: HEADS, read: (text) => readHead(text, text.length) },
  'head, byte by byte': { base: HEAD_VALUES, inputs: HEADS, read: (text) => readHead(text, 1) },
  'chunked body, whole': { base: 1_000, inputs: CHUNKS, read: (text) => chunked(text, text.length) },
  'chunked body, byte by byte': { base: 500, inputs: CHUNKS, read: (text) => chunked(text, 1) },
  'response, whole': {
    base: ORIGIN_VALUES,
    inputs: RESPONSES,
    read: (text) => readResponse(text, text.length),
  },
  'response, byte by byte': { base: 1_000, inputs: RESPONSES, read: (text) => readResponse(text, 1) },
  'HTTP/2 frames, whole': { base: 2_000, inputs: H2, read: (text) => readFrames(text, text.length) },
  'HTTP/2 frames, byte by byte': { base: 1_000, inputs: H2, read: (text) => readFrames(text, 1) },
  HPACK: {
    base: 1_000,
    inputs: BLOCKS,
    read: (text) =>
      new HpackDecoder(4_096, { listBytes: 32_768, fields: 100 }).decode(latin1(text), 0, text.length),
  },
  'PROXY header': {
    base: 100,
    inputs: {
      blanks: between('PROXY TCP4', ' ', '\r\n'),
      'version 2': between('\r\n\r\n\0\r\nQUIT\n\x21\x11', 'a', ''),
    },
    read: (text) => parseProxyHeader(latin1(text)),
  },
  'the beginning of a TLS handshake': {
    base: 900,
    inputs: {
      'small records': fill('\x16\x03\x01\0\x01\x01'),
      'one record': between('\x16\x03\x01\x3f\xff\x01\0\x3f\xf0', 'a', ''),
    },
    read: (text) => helloIn(latin1(text)),
  },
  'a ClientHello': {
    base: 900,
    inputs: {
      'empty extensions': between(HELLO_HEAD, '\0\x0d\0\0', ''),
      'many versions': between(`${HELLO_HEAD}\0\x2b\0\xff\xfe`, '\x03\x04', ''),
      'algorithms again and again': between(HELLO_HEAD, '\0\x0d\0\x04\0\x02\x04\x03', ''),
    },
    // What is not a whole one is read to its end all the same.
    read: (text) => ja4Of(latin1(text), 't'),
  },
  'reports of a content security policy': {
    base: 1_000,
    inputs: {
      'open brackets': fill('['),
      'open objects': fill('{"csp-report":'),
      'one long address': between('{"csp-report":{"document-uri":"https://', 'a', '"}}'),
      'one long directive': between('{"csp-report":{"violated-directive":"', 'a ', '"}}'),
    },
    read: (text) => parseCspReports(text, 'csp-report'),
  },
  'the name in a ClientHello': {
    base: 900,
    inputs: {
      'empty extensions': between(HELLO_HEAD, '\0\x0d\0\0', ''),
      'one name': between(`${HELLO_HEAD}\0\0\xff\xf0\xff\xee\0\xff\xeb`, 'A', ''),
    },
    read: (text) => serverNameIn(latin1(text)),
  },
  'WebSocket frames, whole': {
    base: 1_000,
    inputs: SOCKET,
    read: (text) => readSocket(text, text.length, false),
  },
  'WebSocket frames, byte by byte': { base: 500, inputs: SOCKET, read: (text) => readSocket(text, 1, false) },
  'WebSocket frames that wait': {
    base: 700,
    inputs: SOCKET,
    read: (text) => readSocket(text, text.length, true),
  },
  'WebSocket messages, whole': {
    base: 1_000,
    inputs: SOCKET,
    read: (text) => readMessages(text, text.length),
  },
  'WebSocket messages, byte by byte': { base: 500, inputs: SOCKET, read: (text) => readMessages(text, 1) },
  // Of a ClientHello nothing else gets here: OpenSSL has read it.
  'names of TLS clients': {
    base: 1_000,
    inputs: { letters: fill('A'), labels: fill('a.'), dots: fill('.'), stars: fill('*.') },
    read: (text) => certificates.find(text, DEFAULT_CLIENT_TLS),
  },
  'files in forms, whole': { base: 1_000, inputs: FORMS, read: (text) => findFiles(text, text.length) },
  'files in forms, byte by byte': { base: 900, inputs: FORMS, read: (text) => findFiles(text, 1) },
  'Cache-Control of origins': {
    base: ORIGIN_VALUES,
    inputs: FIELD_VALUES,
    read: (text) => parseCacheControl([text]),
  },
  'CDN-Cache-Control of origins': {
    base: ORIGIN_VALUES,
    inputs: FIELD_VALUES,
    read: (text) => parseTargeted([text]),
  },
  'Vary of origins': { base: ORIGIN_VALUES, inputs: FIELD_VALUES, read: (text) => varyNames(['vary', text]) },
  'what tells variants apart': {
    base: HEAD_VALUES,
    inputs: FIELD_VALUES,
    read: (text) => variantOf(['accept-language', 'x'], ['Accept-Language', text, 'x', text], '', false),
  },
  'If-None-Match': {
    base: HEAD_VALUES,
    inputs: FIELD_VALUES,
    read: (text) => isNotModified({ ...readCacheFacts([]), ifNoneMatch: text }, STORED),
  },
  'what caches ask of a request': {
    base: HEAD_VALUES,
    inputs: FIELD_VALUES,
    read: (text) =>
      readCacheFacts(['cookie', text, 'cache-control', text, 'range', text, 'if-none-match', text]),
  },
  'Accept-Encoding': { base: HEAD_VALUES, inputs: FIELD_VALUES, read: acceptedCodings },
  Connection: { base: HEAD_VALUES, inputs: FIELD_VALUES, read: (text) => hasOption(`${text}close`, 'close') },
  'cookies of challenges': {
    base: HEAD_VALUES,
    inputs: {
      ...FIELD_VALUES,
      clearances: fill('palisade_clearance=x; '),
    },
    read: (text) => clearances.holds(text, BEARER, false, 0),
  },
  'cookies of origins': {
    base: HEAD_VALUES,
    inputs: FIELD_VALUES,
    read: (text) => stickyToken(['cookie', text]),
  },
  'signs of browsers': {
    base: HEAD_VALUES,
    inputs: FIELD_VALUES,
    read: (text) => readHeadSigns(['cookie', text, 'accept', text, 'cookie', text]),
  },
  'parameters in custom rules': {
    base: 1_000,
    inputs: { ...FIELD_VALUES, ampersands: fill('&'), 'parameters without values': fill('a&') },
    read: (text) =>
      new RequestValues(request({ target: `/?${text}` }), asked, new ClientLists()).parameter('a'),
  },
  'cookies in custom rules': {
    base: HEAD_VALUES,
    inputs: FIELD_VALUES,
    read: (text) =>
      new RequestValues(request({ rawHeaders: ['cookie', text] }), asked, new ClientLists()).cookie('a'),
  },
  'paths in custom rules': {
    base: 1_000,
    inputs: {
      ...FIELD_VALUES,
      slashes: fill('/'),
      dots: fill('/..'),
      'encoded dots': fill('/%2e%2e'),
      'a;b': fill('/a;b'),
    },
    read: (text) => new RequestValues(request({ target: `/${text}` }), asked, new ClientLists()).paths,
  },
};

describe.each(Object.entries(READERS))('%s', (_name, { base, inputs, read }) => {
  it.each(Object.entries(inputs))('%s: linear', (_input, make) => {
    expect(nonLinear(growthOf({ base, make, sizeOf: (text) => text.length, run: read }))).toBeNull();
  });
});
