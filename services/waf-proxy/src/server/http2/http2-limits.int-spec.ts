import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { FrameReader } from '../../http/http2/frame-reader.ts';
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
import { eventually, rounds } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { type ConnectionKeeper, Http2Connection } from './http2-connection.ts';

const HOST = 'shop.example';
let origin: RecordingOrigin;
let edge: EdgeHarness;
const clients: RawHttp2[] = [];

beforeAll(async () => {
  origin = await startRecordingOrigin(({ head }, socket) => {
    if (head.startsWith('GET /hints')) {
      return 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nX-A: 1\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n';
    }
    if (head.startsWith('GET /silent')) return null;
    if (head.startsWith('GET /later')) {
      setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'), 300);
      return null;
    }
    if (head.startsWith('GET /trailers')) {
      return 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 7\r\n\r\n';
    }
    return 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: X-Hop\r\nX-Hop: 1\r\n\r\nok';
  });
  const pems = await generate([{ name: 'commonName', value: HOST }], { keyType: 'ec', curve: 'P-256' });
  edge = await startEdge(origin.port, { selfSigned: { cert: pems.cert, key: pems.private } });
});

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

const get = (stream: number, path = '/') =>
  frame(FrameType.Headers, Flag.EndHeaders | Flag.EndStream, stream, getRequest(HOST, path));
const post = (stream: number, path = '/', more: readonly (readonly [string, string])[] = []) =>
  frame(
    FrameType.Headers,
    Flag.EndHeaders,
    stream,
    headerBlock([[':method', 'POST'], [':scheme', 'https'], [':authority', HOST], [':path', path], ...more]),
  );
/** Answered before it is complete, and reset. */
const refused = () => Buffer.concat([post(1, '/?q=attack'), data(1, 'a body')]);
const data = (stream: number, text: string, flags = 0) =>
  frame(FrameType.Data, flags, stream, Buffer.from(text));

describe('What an HTTP/2 client says', () => {
  it('is understood however it is cut', async () => {
    const client = await open();
    const padded = Buffer.concat([Buffer.from([3]), Buffer.from('padded'), Buffer.alloc(3)]);
    const block = getRequest(HOST, '/cut');
    const bytes = Buffer.concat([
      frame(0xbe, 0, 0, Buffer.from('unknown kinds are read over')),
      frame(FrameType.Headers, Flag.EndStream, 1, block.subarray(0, 9)),
      frame(FrameType.Continuation, 0, 1),
      frame(FrameType.Continuation, Flag.EndHeaders, 1, block.subarray(9)),
      post(3, '/padded'),
      frame(FrameType.Data, Flag.Padded, 3, padded),
      data(3, '', Flag.EndStream),
      frame(
        FrameType.Headers,
        Flag.EndHeaders | Flag.EndStream | Flag.Padded | Flag.Priority,
        5,
        Buffer.concat([
          Buffer.from([2]),
          u32(3),
          Buffer.from([7]),
          getRequest(HOST, '/prioritised'),
          Buffer.alloc(2),
        ]),
      ),
    ]);
    for (const byte of bytes) {
      client.socket.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => [1, 3, 5].every((stream) => ended(client, stream)));
    const asked = origin.requests.slice(-3).map(({ head, body }) => `${head.split(' ')[1]} ${body}`);
    expect(asked.sort()).toEqual(['/cut ', '/padded padded', '/prioritised ']);
  });

  it('reaches the origin without its trailers, and an answer’s trailers reach the client', async () => {
    const client = await open();
    client.socket.write(
      Buffer.concat([
        get(1, '/trailers'),
        post(3, '/up'),
        data(3, 'sum'),
        frame(FrameType.Headers, Flag.EndHeaders | Flag.EndStream, 3, headerBlock([['x-sum', '3']])),
      ]),
    );
    await eventually(() => ended(client, 1) && ended(client, 3));
    expect(fieldsOf(client)).toContain('x-sum: 7');
    expect(fieldsOf(client).some((field) => field.startsWith('x-hop'))).toBe(false);
    expect(origin.requests.find(({ head }) => head.startsWith('POST /up'))?.body.toString()).toBe('sum');
    expect(origin.connections.join('')).not.toContain('x-sum: 3');
  });

  it('is answered with 100 where it waits for that, and with early hints', async () => {
    const client = await open();
    client.socket.write(Buffer.concat([get(1, '/hints'), post(3, '/', [['expect', '100-continue']])]));
    await eventually(() => fieldsOf(client).includes(':status: 100'));
    client.socket.write(data(3, 'body', Flag.EndStream));
    await eventually(() => ended(client, 1) && ended(client, 3));
    const fields = fieldsOf(client);
    const hints = fields.indexOf(':status: 103');
    expect(fields[hints + 1]).toBe('link: </a.css>; rel=preload');
    expect(fields[hints + 2]).toMatch(/^:status/);
    expect(fields).toContain(':status: 204');
    expect(fields.filter((field) => field === ':status: 200')).toHaveLength(1);
  });

  it('may be answered before it is complete; the rest is refused without a fault', async () => {
    const client = await open();
    client.socket.write(Buffer.concat([post(1, '/?q=attack'), data(1, 'a body')]));
    await eventually(() => ended(client, 1));
    expect(fieldsOf(client)[0]).toBe(':status: 403');
    expect(await refusal(client)).toEqual({ by: 'stream', code: ErrorCode.NoError });
    // Frames in flight may still arrive.
    client.socket.write(Buffer.concat([data(1, 'more', Flag.EndStream), get(3)]));
    await eventually(() => ended(client, 3));
    expect(client.goAways).toEqual([]);
  });

  it('is over when the client is: what it does not wait for is not fetched', async () => {
    const client = await open();
    client.socket.write(get(1, '/silent'));
    await eventually(() => origin.requests.at(-1)?.head.startsWith('GET /silent') === true);
    edge.records.length = 0;
    client.socket.write(frame(FrameType.RstStream, 0, 1, u32(ErrorCode.Cancel)));
    await eventually(() => edge.records.length === 1);
    expect(edge.records[0]!.reason).toBe('client_left');
    client.socket.write(get(3, '/silent'));
    await eventually(() => origin.requests.at(-1)?.head.startsWith('GET /silent') === true);
    client.socket.end();
    await eventually(() => edge.records.length === 2);
    expect(edge.records[1]!.clientLeft).toBe(true);
  });
});

describe('HTTP/2 floods, beside those of old', () => {
  const IDLE = 1_500;
  it.each<[string, (index: number) => Buffer]>([
    ['priorities', () => frame(FrameType.Priority, 0, 1, Buffer.alloc(5))],
    ['windows', () => frame(FrameType.WindowUpdate, 0, 0, u32(1))],
    ['unknown frames', () => frame(0xee, 0, 0)],
    ['empty parts of a body', (index) => (index === 0 ? post(1) : data(1, ''))],
    ['empty parts of a body that is not wanted any more', (index) => (index === 0 ? refused() : data(1, ''))],
    ['its smallest parts', (index) => (index === 0 ? refused() : data(1, 'x'))],
    [
      'its ends',
      (index) => (index === 0 ? refused() : frame(FrameType.Headers, 5, 1, headerBlock([['x', 'y']]))),
    ],
    // CVE-2025-8671: streams that the client makes us reset.
    [
      'requests that are none',
      (index) => frame(FrameType.Headers, 5, 2 * index + 1, headerBlock([['x', 'y']])),
    ],
    [
      'windows that are widened by nothing',
      (index) =>
        Buffer.concat([
          get(2 * index + 1, '/silent'),
          frame(FrameType.WindowUpdate, 0, 2 * index + 1, u32(0)),
        ]),
    ],
    [
      'bodies of answered requests',
      (index) => Buffer.concat([get(2 * index + 1, '/silent'), data(2 * index + 1, 'body')]),
    ],
  ])('of %s end with GOAWAY', async (_name, piece) => {
    const before = origin.requests.length;
    const client = await open();
    await client.flood(IDLE, piece);
    await eventually(() => client.goAways.length > 0);
    expect(client.goAways).toEqual([ErrorCode.EnhanceYourCalm]);
    expect(origin.requests.length - before).toBeLessThan(400);
    const next = await open();
    next.socket.write(get(1));
    await eventually(() => ended(next));
  });

  it('are none where a client only widens windows for what it gets', async () => {
    const client = await open();
    for (let index = 0; index < 1_500; index++) {
      client.socket.write(Buffer.concat([get(2 * index + 1), frame(FrameType.WindowUpdate, 0, 0, u32(2))]));
      if (index % 50 === 49) await eventually(() => ended(client, 2 * index + 1));
    }
    expect(client.goAways).toEqual([]);
  });
});

/** A connection whose time passes when the test says so; the client's end of it, and what came there. */
function timed() {
  const sent: { type: number; stream: number; payload: Buffer }[] = [];
  let over = false;
  const reader = new FrameReader({
    onFrame: (type, _flags, stream, bytes, from, to) =>
      sent.push({ type, stream, payload: Buffer.from(bytes.subarray(from, to)) }),
    onDataHead: (stream) => sent.push({ type: FrameType.Data, stream, payload: Buffer.alloc(0) }),
    onData: () => undefined,
    onDataEnd: () => undefined,
    onFault: (code) => {
      throw new Error(`fault ${code}`);
    },
  });
  // Servers send no preface.
  reader.read(Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'));
  let stuck = false;
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      if (stuck) return;
      reader.read(chunk);
      done();
    },
  });
  const keeper: ConnectionKeeper & { now: number } = {
    now: performance.now(),
    flushSoon: (connection) => setImmediate(() => connection.flush()),
    gone: () => {
      over = true;
    },
  };
  const connection = new Http2Connection(edge.worker.servers, socket as unknown as TLSSocket, keeper);
  return {
    sent,
    connection,
    isOver: () => over,
    say: async (...frames: Buffer[]) => {
      socket.push(Buffer.concat(frames));
      await rounds(30);
    },
    getStuck: () => {
      stuck = true;
    },
    pass: async (milliseconds: number) => {
      keeper.now += milliseconds;
      connection.check(keeper.now);
      await rounds(30);
    },
    goAways: () =>
      sent
        .filter(({ type }) => type === FrameType.GoAway)
        .map(({ payload }) => [payload.readUInt32BE(0), payload.readUInt32BE(4)]),
  };
}

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const SETTINGS = frame(FrameType.Settings, 0, 0);
const ACK = frame(FrameType.Settings, Flag.Ack, 0);

describe('An HTTP/2 connection', () => {
  it('that says nothing, or not all of what it has begun, ends after ten seconds', async () => {
    for (const begun of [
      [],
      [PREFACE.subarray(0, 10)],
      [PREFACE, SETTINGS, get(1).subarray(0, 20)],
      [PREFACE, SETTINGS, frame(FrameType.Headers, 1, 1, getRequest(HOST))],
    ]) {
      const client = timed();
      await client.say(...begun);
      await client.pass(9_000);
      expect(client.goAways()).toEqual([]);
      await client.pass(2_000);
      expect(client.goAways()).toEqual([[0, ErrorCode.EnhanceYourCalm]]);
      await client.pass(3_000);
      await eventually(client.isOver);
    }
  });

  it('that never acknowledges our settings ends after thirty', async () => {
    const client = timed();
    await client.say(PREFACE, SETTINGS);
    await client.pass(29_000);
    expect(client.goAways()).toEqual([]);
    await client.pass(2_000);
    expect(client.goAways()).toEqual([[0, ErrorCode.SettingsTimeout]]);
    client.connection.destroy();
  });

  it('that has nothing to do says goodbye after ninety, one that waits for an answer does not', async () => {
    const client = timed();
    await client.say(PREFACE, SETTINGS, ACK, get(1, '/silent'));
    await client.pass(200_000);
    expect(client.goAways()).toEqual([]);
    await client.say(frame(FrameType.RstStream, 0, 1, u32(ErrorCode.Cancel)));
    await client.pass(89_000);
    expect(client.goAways()).toEqual([]);
    await client.pass(2_000);
    expect(client.goAways()).toEqual([[1, ErrorCode.NoError]]);
    await client.pass(3_000);
    await eventually(client.isOver);
  });

  it('that takes nothing of what the socket holds ends after sixty', async () => {
    const client = timed();
    await client.say(PREFACE, SETTINGS, ACK);
    client.getStuck();
    await client.say(get(1));
    await eventually(() => edge.records.at(-1)?.rawTarget === '/' || origin.requests.length > 0);
    await rounds(100);
    await client.pass(59_000);
    expect(client.isOver()).toBe(false);
    await client.pass(2_000);
    await eventually(client.isOver);
  });

  it('takes what was on its way when the worker drains, and ends with the last answer', async () => {
    const client = timed();
    await client.say(PREFACE, SETTINGS, ACK, get(1, '/later'));
    client.connection.drain();
    await client.say(get(3, '/later'));
    expect(client.goAways()).toEqual([[0x7fff_ffff, ErrorCode.NoError]]);
    await client.pass(1_500);
    expect(client.goAways().at(-1)).toEqual([3, ErrorCode.NoError]);
    const before = origin.requests.length;
    await client.say(get(5, '/later'));
    await eventually(() => client.sent.filter(({ type }) => type === FrameType.Data).length === 2);
    expect(origin.requests.length).toBeLessThanOrEqual(before);
    expect(client.sent.some(({ stream }) => stream === 5)).toBe(false);
    await client.pass(3_000);
    await eventually(client.isOver);
  });
});

describe('An answer that waits for windows', () => {
  it('takes turns with others, and comes whole in any pieces', async () => {
    const client = await open();
    const digest = createHash('sha256');
    // Three bytes for each stream, and no more at once.
    client.socket.write(frame(FrameType.Settings, 0, 0, Buffer.from([0, 4, 0, 0, 0, 1])));
    client.socket.write(Buffer.concat([get(1), get(3)]));
    const bodies = () =>
      client.frames.filter(({ type, payload }) => type === FrameType.Data && payload.length > 0);
    await eventually(() => bodies().length === 2);
    expect(bodies().map(({ stream, payload }) => `${stream} ${payload}`)).toEqual(['1 o', '3 o']);
    // A smaller window takes back what has not been used; then it may be below nothing.
    client.socket.write(frame(FrameType.Settings, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0])));
    client.socket.write(frame(FrameType.WindowUpdate, 0, 1, u32(1)));
    client.socket.write(frame(FrameType.Ping, 0, 0, Buffer.alloc(8)));
    await eventually(() => client.types.includes(FrameType.Ping));
    expect(bodies()).toHaveLength(2);
    client.socket.write(frame(FrameType.WindowUpdate, 0, 1, u32(1)));
    await eventually(() => ended(client, 1));
    expect(ended(client, 3)).toBe(false);
    for (const { stream, payload } of bodies()) if (stream === 1) digest.update(payload);
    expect(digest.digest('hex')).toBe(createHash('sha256').update('ok').digest('hex'));
  });

  it('is not waited for by a client that has closed', async () => {
    const client = await open();
    client.socket.write(frame(FrameType.Settings, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0])));
    client.socket.write(get(1));
    await eventually(() => client.types.includes(FrameType.Headers));
    edge.records.length = 0;
    client.socket.destroy();
    await once(client.socket, 'close');
    await eventually(() => edge.records.at(0)?.clientLeft === true);
  });
});
