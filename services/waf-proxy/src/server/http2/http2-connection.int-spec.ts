import { generate } from 'selfsigned';
import { ErrorCode } from '../../http/http2/frames.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import {
  connectRawHttp2,
  ended,
  Flag,
  FrameType,
  fieldsOf,
  frame,
  getRequest,
  headerBlock,
  type RawHttp2,
  refusal,
  u32,
} from '../../test-support/http2-frames.ts';
import { eventually } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const HOST = 'shop.example';
const REQUEST: readonly (readonly [string, string])[] = [
  [':method', 'GET'],
  [':scheme', 'https'],
  [':authority', HOST],
  [':path', '/'],
];
const WITHOUT_AUTHORITY = REQUEST.filter(([name]) => name !== ':authority');
const LONG_NAMES = Array.from(
  { length: 90 },
  (_, n) => [`x-${n}${'y'.repeat(120)}`, 'a'.repeat(126)] as const,
);
const POST: typeof REQUEST = [[':method', 'POST'], ...REQUEST.slice(1)];

let origin: RecordingOrigin;
let edge: EdgeHarness;
const clients: RawHttp2[] = [];

async function start(): Promise<void> {
  origin = await startRecordingOrigin(({ head }) => {
    if (head.startsWith('GET /hints')) {
      return 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nX-Hop: 1\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n';
    }
    if (head.startsWith('GET /silent')) return null;
    if (head.startsWith('GET /trailers')) {
      return 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 7\r\n\r\n';
    }
    return 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\n\r\nok';
  });
  const pems = await generate([{ name: 'commonName', value: HOST }], { keyType: 'ec', curve: 'P-256' });
  edge = await startEdge(origin.port, { selfSigned: { cert: pems.cert, key: pems.private } });
}

beforeAll(start, 60_000);

afterEach(() => {
  for (const client of clients.splice(0)) client.socket.destroy();
});

afterAll(async () => {
  await edge?.stop();
  await origin?.close();
});

async function open(): Promise<RawHttp2> {
  const client = await connectRawHttp2(edge.httpsPort, HOST);
  clients.push(client);
  return client;
}

const headers = (fields: typeof REQUEST, flags: number = Flag.EndHeaders | Flag.EndStream, stream = 1) =>
  frame(FrameType.Headers, flags, stream, headerBlock(fields));
const data = (text: string, flags = 0, stream = 1) => frame(FrameType.Data, flags, stream, Buffer.from(text));
describe('HTTP/2 requests that are none', () => {
  it.each<[string, typeof REQUEST]>([
    ['a name in upper case', [...REQUEST, ['X-Upper', 'a']]],
    ['a name that is no token', [...REQUEST, ['x upper', 'a']]],
    ['an empty name', [...REQUEST, ['', 'a']]],
    ['a line break in a value', [...REQUEST, ['x-a', 'a\r\nb: c']]],
    ['a NUL in a value', [...REQUEST, ['x-a', 'a\0']]],
    ['a blank before a value', [...REQUEST, ['x-a', ' a']]],
    ['a blank after a value', [...REQUEST, ['x-a', 'a\t']]],
    ['connection', [...REQUEST, ['connection', 'x-a']]],
    ['keep-alive', [...REQUEST, ['keep-alive', 'timeout=5']]],
    ['proxy-connection', [...REQUEST, ['proxy-connection', 'close']]],
    ['transfer-encoding', [...REQUEST, ['transfer-encoding', 'chunked']]],
    ['upgrade', [...REQUEST, ['upgrade', 'h2c']]],
    ['te beside trailers', [...REQUEST, ['te', 'trailers, gzip']]],
    ['a pseudo field after another', [...REQUEST.slice(0, 3), ['x-a', 'a'], REQUEST[3]!]],
    ['two paths', [...REQUEST, [':path', '/b']]],
    ['two methods', [[':method', 'GET'], ...REQUEST]],
    ['two authorities', [[':authority', HOST], ...REQUEST]],
    ['two schemes', [[':scheme', 'http'], ...REQUEST]],
    ['no method', REQUEST.slice(1)],
    ['no path', REQUEST.slice(0, 3)],
    ['an empty path', [...REQUEST.slice(0, 3), [':path', '']]],
    ['no scheme', REQUEST.filter(([name]) => name !== ':scheme')],
    ['an unknown pseudo field', [[':protocol', 'websocket'], ...REQUEST]],
    ['the pseudo field of responses', [[':status', '200'], ...REQUEST]],
    ['a length without a body', [...REQUEST, ['content-length', '5']]],
  ])('with %s end with a reset, and the connection goes on', async (_name, fields) => {
    const before = origin.requests.length;
    const client = await open();
    client.socket.write(headers(fields));
    expect(await refusal(client)).toEqual({ by: 'stream', code: ErrorCode.Protocol });
    client.socket.write(headers(REQUEST, Flag.EndHeaders | Flag.EndStream, 3));
    await eventually(() => ended(client, 3));
    expect(origin.requests.length).toBe(before + 1);
  });

  it.each<[string, number, typeof REQUEST]>([
    ['another host beside the authority', 400, [...REQUEST, ['host', 'other.example']]],
    ['two hosts', 400, [...REQUEST, ['host', HOST], ['host', HOST]]],
    ['an authority that is no host', 400, [[':authority', 'a@b'], ...WITHOUT_AUTHORITY]],
    ['neither host nor authority', 400, WITHOUT_AUTHORITY],
    ['two lengths', 400, [...POST, ['content-length', '0'], ['content-length', '0']]],
    ['a path without a slash', 400, [...REQUEST.slice(0, 3), [':path', 'http://shop.example/']]],
    [
      'CONNECT',
      405,
      [
        [':method', 'CONNECT'],
        [':authority', HOST],
      ],
    ],
    ['an expectation of something else', 417, [...POST, ['expect', 'tea']]],
    [
      'more fields than anybody needs',
      431,
      [...REQUEST, ...Array.from({ length: 150 }, (_, n) => [`x-${n}`, 'a'] as const)],
    ],
    [
      'more bytes than anybody needs',
      431,
      [...REQUEST, ...LONG_NAMES, ...Array.from({ length: 90 }, () => ['cookie', 'a'.repeat(126)] as const)],
    ],
  ])('with %s are answered as over HTTP/1', async (_name, status, fields) => {
    const before = origin.requests.length;
    const client = await open();
    const block = headerBlock(fields);
    if (block.length <= 16_384) {
      client.socket.write(frame(FrameType.Headers, Flag.EndHeaders | Flag.EndStream, 1, block));
    } else {
      client.socket.write(frame(FrameType.Headers, Flag.EndStream, 1, block.subarray(0, 16_384)));
      for (let at = 16_384; at < block.length; at += 16_384) {
        const flags = at + 16_384 >= block.length ? Flag.EndHeaders : 0;
        client.socket.write(frame(FrameType.Continuation, flags, 1, block.subarray(at, at + 16_384)));
      }
    }
    await eventually(() => ended(client));
    expect(fieldsOf(client)[0]).toBe(`:status: ${status}`);
    expect(origin.requests.length).toBe(before);
  });

  it.each<[string, readonly Buffer[]]>([
    ['longer than declared', [headers([...POST, ['content-length', '3']], Flag.EndHeaders), data('four')]],
    [
      'shorter than declared',
      [headers([...POST, ['content-length', '5']], Flag.EndHeaders), data('four', Flag.EndStream)],
    ],
    [
      'shorter than declared, with trailers',
      [headers([...POST, ['content-length', '5']], Flag.EndHeaders), data('four'), headers([['x-a', 'b']])],
    ],
    [
      'followed by trailers that do not end it',
      [headers(POST, Flag.EndHeaders), data('four'), headers([['x-a', 'b']], Flag.EndHeaders)],
    ],
    [
      'followed by trailers with a pseudo field',
      [headers(POST, Flag.EndHeaders), data('four'), headers([[':path', '/']])],
    ],
    [
      'followed by trailers with a length',
      [headers(POST, Flag.EndHeaders), data('four'), headers([['content-length', '4']])],
    ],
  ])('with a body %s end with a reset', async (_name, frames) => {
    const client = await open();
    client.socket.write(Buffer.concat(frames));
    expect(await refusal(client)).toEqual({ by: 'stream', code: ErrorCode.Protocol });
    await eventually(() => edge.records.at(-1)?.clientLeft === true);
  });
});

describe('What is no HTTP/2', () => {
  const bare = frame(FrameType.Headers, Flag.EndHeaders | Flag.EndStream, 1, getRequest(HOST));
  it.each<[string, Buffer, number]>([
    ['a pushed request', frame(FrameType.PushPromise, Flag.EndHeaders, 1, u32(2)), ErrorCode.Protocol],
    ['a request on an even stream', headers(REQUEST, 5, 2), ErrorCode.Protocol],
    ['a request on no stream', headers(REQUEST, 5, 0), ErrorCode.Protocol],
    [
      'a request on an older stream',
      Buffer.concat([headers(REQUEST, 5, 5), headers(REQUEST, 5, 3)]),
      ErrorCode.Protocol,
    ],
    ['a body of nothing', data('a', 0, 1), ErrorCode.Protocol],
    [
      'more padding than frame',
      frame(FrameType.Headers, 5 | Flag.Padded, 1, Buffer.from([200, 0x82])),
      ErrorCode.Protocol,
    ],
    [
      'more padding than body',
      Buffer.concat([headers(POST, 4), frame(FrameType.Data, Flag.Padded, 1, Buffer.from([2, 1]))]),
      ErrorCode.Protocol,
    ],
    [
      'a block that goes on with nothing begun',
      frame(FrameType.Continuation, 4, 1, getRequest(HOST)),
      ErrorCode.Protocol,
    ],
    [
      'something between the parts of a block',
      Buffer.concat([headers(REQUEST, 1), frame(FrameType.Ping, 0, 0, Buffer.alloc(8))]),
      ErrorCode.Protocol,
    ],
    [
      'another stream’s part of a block',
      Buffer.concat([headers(REQUEST, 1), frame(FrameType.Continuation, 4, 3)]),
      ErrorCode.Protocol,
    ],
    [
      'a block that cannot be read',
      frame(FrameType.Headers, 5, 1, Buffer.from([0xff, 0xff])),
      ErrorCode.Compression,
    ],
    ['settings of seven bytes', frame(FrameType.Settings, 0, 0, Buffer.alloc(7)), ErrorCode.FrameSize],
    ['settings of a stream', frame(FrameType.Settings, 0, 1), ErrorCode.Protocol],
    [
      'an acknowledgement that says something',
      frame(FrameType.Settings, Flag.Ack, 0, Buffer.alloc(6)),
      ErrorCode.FrameSize,
    ],
    [
      'a window beyond the largest',
      frame(FrameType.Settings, 0, 0, Buffer.from([0, 4, 0x80, 0, 0, 0])),
      ErrorCode.FlowControl,
    ],
    [
      'a frame size below the least',
      frame(FrameType.Settings, 0, 0, Buffer.from([0, 5, 0, 0, 0, 9])),
      ErrorCode.Protocol,
    ],
    [
      'a push that is neither on nor off',
      frame(FrameType.Settings, 0, 0, Buffer.from([0, 2, 0, 0, 0, 2])),
      ErrorCode.Protocol,
    ],
    ['a ping of nine bytes', frame(FrameType.Ping, 0, 0, Buffer.alloc(9)), ErrorCode.FrameSize],
    ['a ping of a stream', frame(FrameType.Ping, 0, 1, Buffer.alloc(8)), ErrorCode.Protocol],
    ['a window that is widened by nothing', frame(FrameType.WindowUpdate, 0, 0, u32(0)), ErrorCode.Protocol],
    [
      'a window that is widened beyond the largest',
      frame(FrameType.WindowUpdate, 0, 0, u32(0x7fff_ffff)),
      ErrorCode.FlowControl,
    ],
    ['the window of a stream that is none', frame(FrameType.WindowUpdate, 0, 9, u32(5)), ErrorCode.Protocol],
    ['the end of a stream that is none', frame(FrameType.RstStream, 0, 9, u32(8)), ErrorCode.Protocol],
    ['a frame above the limit', frame(FrameType.Headers, 5, 1, Buffer.alloc(16_385)), ErrorCode.FrameSize],
    ['a large frame of an unknown kind', frame(0xbb, 0, 0, Buffer.alloc(16_385)), ErrorCode.FrameSize],
    ['a goodbye of a stream', frame(FrameType.GoAway, 0, 1, u32(0, 0)), ErrorCode.Protocol],
  ])('%s is refused with its code', async (_name, bytes, code) => {
    const client = await open();
    client.socket.write(bytes);
    expect((await refusal(client)).code).toBe(code);
    const next = await open();
    next.socket.write(bare);
    await eventually(() => ended(next));
  });
});
