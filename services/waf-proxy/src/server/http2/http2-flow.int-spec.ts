import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type ClientHttp2Session, type ClientSessionOptions, connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { ErrorCode } from '../../http/http2/frames.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import {
  connectRawHttp2,
  ended,
  Flag,
  FrameType,
  frame,
  getRequest,
  headerBlock,
  refusal,
} from '../../test-support/http2-frames.ts';
import { eventually, rounds } from '../../test-support/raw-client.ts';

const HOST = 'shop.example';
const LARGE = randomBytes(3_000_000);
const SIZES = [0, 1, 16_383, 16_384, 16_385, 65_535, 262_144, 700_001, 2_500_000];

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let origin: Server;
let edge: EdgeHarness;
let release: () => void = () => undefined;

beforeAll(async () => {
  origin = createServer((request, response) => {
    const size = Number(/size=(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
    if (request.url?.startsWith('/down')) {
      const body = LARGE.subarray(0, size);
      // In uneven pieces, with a length and without.
      if (request.url.includes('length')) response.setHeader('Content-Length', size);
      for (let at = 0; at < size; at += 50_001)
        response.write(body.subarray(at, Math.min(size, at + 50_001)));
      response.end();
      return;
    }
    if (request.url?.startsWith('/stuck')) {
      // Nothing is read until the test says so.
      release = () => request.resume().on('end', () => response.end('read'));
      return;
    }
    const digest = createHash('sha256');
    let received = 0;
    request.on('data', (chunk: Buffer) => {
      digest.update(chunk);
      received += chunk.length;
    });
    request.on('end', () => response.end(`${received} ${digest.digest('hex')}`));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => origin.once('listening', resolve));
  const pems = await generate([{ name: 'commonName', value: HOST }], { keyType: 'ec', curve: 'P-256' });
  edge = await startEdge((origin.address() as AddressInfo).port, {
    selfSigned: { cert: pems.cert, key: pems.private },
  });
});

afterAll(async () => {
  await edge?.stop();
  origin?.closeAllConnections();
  origin?.close();
});

async function withSession<T>(
  settings: ClientSessionOptions['settings'],
  use: (session: ClientHttp2Session) => Promise<T>,
): Promise<T> {
  const session = connect(`https://127.0.0.1:${edge.httpsPort}`, {
    servername: HOST,
    rejectUnauthorized: false,
    settings: settings ?? {},
  });
  try {
    return await use(session);
  } finally {
    session.destroy();
  }
}

function ask(session: ClientHttp2Session, path: string, body: Buffer | null = null): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stream = session.request(
      { ':path': path, ':authority': HOST, ':method': body === null ? 'GET' : 'POST' },
      { endStream: body === null },
    );
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('end', () => resolve(Buffer.concat(pieces)));
    stream.on('error', reject);
    if (body !== null) stream.end(body);
  });
}

describe('Bodies over HTTP/2', () => {
  it.each([
    ['usual windows', {}],
    ['small windows', { initialWindowSize: 5_000 }],
    ['large windows and frames', { initialWindowSize: 1_000_000, maxFrameSize: 1_000_000 }],
  ])('come byte for byte, many at once, with %s', async (_name, settings) => {
    await withSession(settings, async (session) => {
      const downloads = SIZES.flatMap((size) =>
        ['/down?', '/down?length&'].map(async (path) => {
          const body = await ask(session, `${path}size=${size}`);
          expect([body.length, sha256(body)]).toEqual([size, sha256(LARGE.subarray(0, size))]);
        }),
      );
      const uploads = SIZES.map(async (size) => {
        const body = LARGE.subarray(0, size);
        expect(String(await ask(session, '/up', body))).toBe(`${size} ${sha256(body)}`);
      });
      await Promise.all([...downloads, ...uploads]);
    });
    expect(edge.faults).toEqual([]);
  });

  it('go on beside one that nobody takes, and one that nobody reads', async () => {
    await withSession({ initialWindowSize: 1_000 }, async (session) => {
      const untaken = session.request({ ':path': '/down?size=2000000', ':authority': HOST });
      untaken.on('error', () => undefined);
      const unread = session.request({ ':path': '/stuck', ':authority': HOST, ':method': 'POST' });
      const answer = new Promise((resolve) => unread.on('data', resolve));
      unread.end(LARGE.subarray(0, 500_000));
      for (let round = 0; round < 3; round++) {
        expect(sha256(await ask(session, '/down?size=300000'))).toBe(sha256(LARGE.subarray(0, 300_000)));
        const body = LARGE.subarray(0, 200_000);
        expect(String(await ask(session, '/up', body))).toBe(`200000 ${sha256(body)}`);
      }
      await eventually(() => release !== undefined);
      release();
      expect(String(await answer)).toBe('read');
      untaken.close(ErrorCode.Cancel);
    });
  });

  it('wait in the client while the origin does not read, whatever the client says', async () => {
    const client = await connectRawHttp2(edge.httpsPort, HOST);
    const post = headerBlock([
      [':method', 'POST'],
      [':scheme', 'https'],
      [':authority', HOST],
      [':path', '/stuck'],
      ['content-length', '900000000'],
    ]);
    client.socket.write(frame(FrameType.Headers, Flag.EndHeaders, 1, post));
    const piece = frame(FrameType.Data, 0, 1, Buffer.alloc(16_384));
    let sent = 0;
    const window = () =>
      client.frames
        .filter(({ type, stream }) => type === FrameType.WindowUpdate && stream === 1)
        .reduce((sum, { payload }) => sum + payload.readUInt32BE(0), 256 * 1024);
    // Until no further window comes: what is on its way fills the sockets in between.
    for (let quiet = 0; quiet < 20; ) {
      if (sent + 16_384 <= window()) {
        client.socket.write(piece);
        sent += 16_384;
        quiet = 0;
      } else {
        quiet++;
        await rounds(50);
      }
    }
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    expect(client.goAways).toEqual([]);
    // Beyond the window: against the rules.
    client.socket.write(Buffer.concat([piece, piece]));
    expect(await refusal(client)).toEqual({ by: 'stream', code: ErrorCode.FlowControl });
    client.socket.write(frame(FrameType.Headers, 5, 3, getRequest(HOST, '/down?size=10')));
    await eventually(() => ended(client, 3));
    client.socket.destroy();
  });
});
