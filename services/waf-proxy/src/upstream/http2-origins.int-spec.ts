import { once } from 'node:events';
import {
  connect,
  createSecureServer,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect as connectTcp, type Server } from 'node:net';
import type { edgeV1 } from '@palisade/contracts';
import { generateEdgeKeys, sealTlsKey } from '@palisade/edge-state';
import { generate } from 'selfsigned';
import { type EdgeHarness, startEdge } from '../test-support/edge-harness.ts';
import { eventually, sendRaw } from '../test-support/raw-client.ts';

const SMALL = 'GET /small HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n';

type Handler = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

const keys = generateEdgeKeys().sealing;
let pair: { key: string; cert: string };
let edge: EdgeHarness;
const servers: Server[] = [];

beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: 'shop.example' }], {
    keyType: 'ec',
    curve: 'P-256',
  });
  pair = { key: made.private, cert: made.cert };
});

afterEach(async () => {
  await edge.stop();
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function origin(handler: Handler, server: Http2Server = createServer()): Promise<number> {
  server.on('stream', (stream, headers) => {
    // A stream that this origin breaks off itself emits an error here as well.
    stream.on('error', () => undefined);
    handler(stream, headers);
  });
  server.on('sessionError', () => undefined);
  return listen(server);
}

async function edgeTo(
  port: number,
  change: (site: edgeV1.SiteConfig) => void = () => undefined,
): Promise<void> {
  edge = await startEdge(port, { sealKey: keys.privateKey }, (site) => {
    site.origin!.http2 = true;
    site.tls = {
      $typeName: 'palisade.edge.v1.TlsMaterial',
      certificateChainPem: pair.cert,
      sealedPrivateKey: Uint8Array.from(sealTlsKey(pair.key, 'site-1', keys.publicKey)),
    };
    change(site);
  });
}

const connectFrom = (localAddress: string) =>
  connectTcp({ host: '127.0.0.1', port: edge.port, localAddress });

const request = (head: string, body = '') =>
  sendRaw(edge.port, `${head}\r\nHost: shop.example\r\nConnection: close\r\n\r\n${body}`, 3_000);

/** The whole story of one exchange over HTTP/2 to the edge. */
async function over2(headers: Record<string, string>, body: string[] | null = null) {
  const session = connect(`https://127.0.0.1:${edge.httpsPort}`, {
    servername: 'shop.example',
    rejectUnauthorized: false,
  });
  try {
    const stream = session.request(
      { ':path': '/', ':authority': 'shop.example', ...headers },
      { endStream: body === null },
    );
    for (const piece of body ?? []) stream.write(piece);
    if (body !== null) stream.end();
    const seen = {
      status: 0,
      headers: {} as IncomingHttpHeaders,
      body: '',
      trailers: {} as IncomingHttpHeaders,
    };
    stream.on('response', (answer) => {
      seen.status = Number(answer[':status']);
      seen.headers = answer;
    });
    stream.on('trailers', (trailers) => {
      seen.trailers = trailers;
    });
    stream.on('data', (chunk: Buffer) => {
      seen.body += chunk;
    });
    await once(stream, 'close');
    return seen;
  } finally {
    session.close();
  }
}

const echo: Handler = (stream, headers) => {
  let body = '';
  stream.on('data', (chunk: Buffer) => {
    body += chunk;
  });
  stream.on('end', () => {
    stream.respond({ ':status': 200, 'x-seen': JSON.stringify({ ...headers }) });
    stream.end(`${headers[':method']} ${headers[':path']} ${body}`);
  });
};

describe('an origin that speaks HTTP/2', () => {
  it('gets requests of HTTP/1 visitors, many over one connection', async () => {
    let sessions = 0;
    const server = createServer();
    server.on('session', () => {
      sessions++;
    });
    await edgeTo(await origin(echo, server));
    const answers = await Promise.all(
      [...Array(20).keys()].map((index) => request(`GET /${index} HTTP/1.1`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(answers[7]!.body).toContain('GET /7 ');
    expect(sessions).toBe(1);
    const seen = JSON.parse(answers[0]!.headers['x-seen']!);
    expect(seen).toMatchObject({
      ':authority': 'shop.example',
      ':scheme': 'http',
      'x-forwarded-proto': 'http',
    });
    expect(seen).not.toHaveProperty('connection');
  });

  it('gets bodies with a length and without one', async () => {
    await edgeTo(await origin(echo));
    expect((await request('POST /a HTTP/1.1\r\nContent-Length: 5', 'hello')).body).toContain('POST /a hello');
    const chunked = await request(
      'POST /b HTTP/1.1\r\nTransfer-Encoding: chunked',
      '5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n',
    );
    expect(chunked.body).toContain('POST /b hello world');
    const large = 'x'.repeat(300_000);
    expect((await over2({ ':method': 'POST' }, [large, large])).body).toHaveLength(
      'POST / '.length + 600_000,
    );
  });

  it('is spoken to by TLS, and by HTTP/1.1 where it has no HTTP/2', async () => {
    const secure = createSecureServer(pair);
    await edgeTo(await origin(echo, secure), (site) => {
      site.origin!.useTls = true;
      site.origin!.skipTlsVerification = true;
    });
    expect(JSON.parse((await request('GET / HTTP/1.1')).headers['x-seen']!)[':scheme']).toBe('https');
    await edge.stop();
    const old = createHttpsServer(pair, (asked, answer) => {
      let body = '';
      asked.on('data', (chunk) => {
        body += chunk;
      });
      asked.on('end', () => answer.end(`${asked.httpVersion} ${body}`));
    });
    await edgeTo(await listen(old), (site) => {
      site.origin!.useTls = true;
      site.origin!.skipTlsVerification = true;
    });
    for (let time = 0; time < 2; time++) {
      const answer = await request('POST / HTTP/1.1\r\nTransfer-Encoding: chunked', '2\r\nhi\r\n0\r\n\r\n');
      expect(answer.body).toContain('1.1 hi');
    }
  });

  it('carries a gRPC call in both directions at once, with its trailers', async () => {
    const grpc: Handler = (stream, headers) => {
      expect(headers.te).toBe('trailers');
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('data', (chunk: Buffer) => stream.write(`re:${chunk}`));
      stream.on('end', () => stream.end());
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0', 'grpc-message': 'fine' }));
    };
    await edgeTo(await origin(grpc));
    const session = connect(`https://127.0.0.1:${edge.httpsPort}`, {
      servername: 'shop.example',
      rejectUnauthorized: false,
    });
    const call = session.request({
      ':method': 'POST',
      ':path': '/demo.Echo/Talk',
      ':authority': 'shop.example',
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    // Each message waits for the answer to the one before.
    for (const word of ['one', 'two', 'three']) {
      call.write(word);
      const [answer] = (await once(call, 'data')) as [Buffer];
      expect(answer.toString()).toBe(`re:${word}`);
    }
    const trailers = once(call, 'trailers');
    call.end();
    expect((await trailers)[0]).toMatchObject({ 'grpc-status': '0', 'grpc-message': 'fine' });
    session.close();
  });

  it('may refuse a call with trailers alone', async () => {
    await edgeTo(
      await origin((stream) => {
        stream.respond(
          { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '5' },
          { endStream: true },
        );
      }),
    );
    const answer = await over2({ ':method': 'POST', 'content-type': 'application/grpc' }, ['x']);
    expect([answer.status, answer.headers['grpc-status']]).toEqual([200, '5']);
  });

  it('that resets, hangs or sends what it must not is answered with 502 or 504', async () => {
    await edgeTo(await origin((stream) => stream.close(2)), (site) => {
      site.origin!.timeoutMs = 1_000;
    });
    expect((await request('POST / HTTP/1.1\r\nContent-Length: 0')).status).toBe(502);
    expect(edge.records.at(-1)!.reason).toBe('origin:reset');
    await edge.stop();
    await edgeTo(await origin(() => undefined), (site) => {
      site.origin!.timeoutMs = 1_000;
    });
    expect((await request('GET / HTTP/1.1')).status).toBe(504);
    expect(edge.records.at(-1)!.reason).toBe('origin:response_timeout');
  });

  it('may send hints before its answer, of a certain length, and not without end', async () => {
    const hints = (count: number, link: string) =>
      origin((stream) => {
        for (let index = 0; index < count; index++) stream.additionalHeaders({ ':status': 103, link });
        stream.respond({ ':status': 204 }, { endStream: true });
      });
    await edgeTo(await hints(16, '</a.css>'));
    expect((await request('GET / HTTP/1.1')).statuses).toEqual([...Array<number>(16).fill(103), 204]);
    await edge.stop();
    await edgeTo(await hints(16, `</${'a'.repeat(10_000)}.css>`));
    expect((await request('GET / HTTP/1.1')).statuses).toEqual([204]);
    await edge.stop();
    await edgeTo(await hints(500, '</a.css>'));
    const { statuses } = await request('GET / HTTP/1.1');
    expect(statuses).toEqual([...Array<number>(16).fill(103), 502]);
    expect(edge.records.at(-1)!.reason).toBe('origin:malformed_response');
  });

  it.each([
    ['REFUSED_STREAM', 7],
    ['ENHANCE_YOUR_CALM', 11],
  ])('that refuses a stream by %s is asked once more for what may be sent twice', async (_name, code) => {
    let asked = 0;
    await edgeTo(
      await origin((stream) => {
        asked++;
        if (asked % 2 === 1) stream.close(code);
        else stream.respond({ ':status': 204 }, { endStream: true });
      }),
    );
    expect((await request('GET / HTTP/1.1')).status).toBe(204);
    expect((await request('POST / HTTP/1.1\r\nContent-Length: 0')).status).toBe(502);
    expect(asked).toBe(3);
  });

  it('that is full is not asked for more than it allows; another connection is opened', async () => {
    const open = new Map<object, number>();
    let most = 0;
    const server = createServer({ settings: { maxConcurrentStreams: 2 } });
    const port = await origin((stream) => {
      const session = stream.session!;
      open.set(session, (open.get(session) ?? 0) + 1);
      most = Math.max(most, open.get(session)!);
      setTimeout(() => {
        open.set(session, open.get(session)! - 1);
        stream.respond({ ':status': 204 }, { endStream: true });
      }, 20);
    }, server);
    await edgeTo(port);
    await request('GET / HTTP/1.1');
    const answers = await Promise.all([...Array(12).keys()].map(() => request('GET / HTTP/1.1')));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(204));
    expect(most).toBe(2);
    expect(open.size).toBeGreaterThan(1);
  });

  it.each([
    ['ORIGIN', (session: ServerHttp2Session, index: number) => session.origin(`https://${index}.example`)],
    [
      'ALTSVC',
      (session: ServerHttp2Session, index: number) =>
        session.altsvc(`h2=":${1 + index}"`, 'https://shop.example'),
    ],
  ])('that tells of itself without end in %s frames loses its connection', async (_name, tell) => {
    const secure = createSecureServer(pair);
    const closed: Promise<unknown>[] = [];
    secure.on('session', (session) => {
      closed.push(once(session, 'close'));
      session.on('error', () => undefined);
    });
    const port = await origin((stream) => {
      const { session } = stream;
      stream.respond({ ':status': 200 });
      for (let index = 0; index < 16; index++) tell(session as ServerHttp2Session, index);
      stream.on('data', () => {
        for (let index = 16; index < 40; index++) tell(session as ServerHttp2Session, index);
      });
      stream.on('end', () => stream.end('fine'));
    }, secure);
    await edgeTo(port, (site) => {
      site.origin!.useTls = true;
      site.origin!.skipTlsVerification = true;
    });
    expect((await request('GET / HTTP/1.1')).body).toContain('fine');
    expect(closed).toHaveLength(1);
    await request('POST / HTTP/1.1\r\nContent-Length: 2', 'hi');
    await closed[0];
  });

  it('is not kept from others by clients who do not read, however many they are', async () => {
    // As many as one site may have of the 16 connections to one origin, each for one stream.
    const readers = 14;
    const large = Buffer.alloc(16 * 1024 * 1024, 'x');
    let begun = 0;
    const port = await origin(
      (stream, headers) => {
        stream.respond({ ':status': 200 });
        if (headers[':path'] === '/small') stream.end('ok');
        else {
          begun++;
          stream.end(large);
        }
      },
      createServer({ settings: { maxConcurrentStreams: 1 }, maxSessionMemory: 64 }),
    );
    await edgeTo(port);
    const deaf = Array.from({ length: readers }, (_, index) => connectFrom(`127.0.${index}.9`).pause());
    for (const socket of deaf) {
      socket.on('error', () => undefined);
      socket.write('GET /large HTTP/1.1\r\nHost: shop.example\r\n\r\n');
    }
    await eventually(() => begun === readers);
    const small = await sendRaw(edge.port, SMALL, 20_000);
    expect({ ...small, reasons: edge.records.map(({ reason }) => reason) }).toMatchObject({
      status: 200,
      body: expect.stringContaining('ok'),
    });
    await eventually(() => edge.records.some(({ reason }) => reason === 'client_too_slow'));
    for (const socket of deaf) socket.destroy();
  });

  it('keeps some of its origin_streams for others than the client who waits on all he can get', async () => {
    let begun = 0;
    const port = await origin(
      (stream, headers) => {
        if (headers[':path'] === '/silent') begun++;
        else {
          stream.respond({ ':status': 200 });
          stream.end('ok');
        }
      },
      createServer({ settings: { maxConcurrentStreams: 1 } }),
    );
    await edgeTo(port);
    const greedy = Array.from({ length: 20 }, () => connectFrom('127.0.0.2'));
    for (const socket of greedy) {
      socket.on('error', () => undefined);
      socket.write('GET /silent HTTP/1.1\r\nHost: shop.example\r\n\r\n');
    }
    await eventually(() => begun === 12);
    const other = connectFrom('127.9.9.4');
    other.write(SMALL);
    expect(String((await once(other, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
    expect([begun, edge.worker.edge.pools.states().origin_streams.used]).toEqual([12, 12]);
    for (const socket of [...greedy, other]) socket.destroy();
  });

  it.each(['host', 'hostHeader'] as const)('may be named by an IPv6 address (%s)', async (field) => {
    const server = createServer();
    server.on('stream', (stream, headers) => {
      const authority = headers[':authority']!;
      stream.respond({ ':status': 200, 'content-length': authority.length });
      stream.end(authority);
    });
    servers.push(server);
    server.listen(0, '::');
    await once(server, 'listening');
    await edgeTo((server.address() as AddressInfo).port, (site) => {
      site.origin![field] = '::1';
    });
    const answer = await request('GET / HTTP/1.1');
    expect([answer.status, answer.body]).toEqual([200, field === 'host' ? 'shop.example' : '[::1]']);
  });
});
