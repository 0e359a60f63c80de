import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { generateEdgeKeys, sealTlsKey } from '@palisade/edge-state';
import { generate } from 'selfsigned';
import { helloIn } from '../../io/tls-hello/hello-reader.ts';
import { ja4Of } from '../../io/tls-hello/ja4.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { eventually } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { MAX_CONNECTIONS_PER_ADDRESS } from '../connections/connection-cap.ts';

const keys = generateEdgeKeys().sealing;
let origin: RecordingOrigin;
let edge: EdgeHarness;

async function certificateFor(host: string) {
  const pems = await generate([{ name: 'commonName', value: host }], { keyType: 'ec', curve: 'P-256' });
  return {
    certificateChainPem: pems.cert,
    sealedPrivateKey: Uint8Array.from(sealTlsKey(pems.private, 'site-1', keys.publicKey)),
    $typeName: 'palisade.edge.v1.TlsMaterial' as const,
  };
}

let first: Awaited<ReturnType<typeof certificateFor>>;

beforeAll(async () => {
  first = await certificateFor('first.shop.example');
});

beforeEach(async () => {
  origin = await startRecordingOrigin();
  edge = await startEdge(origin.port, { sealKey: keys.privateKey }, (config) => {
    config.tls = first;
    config.hosts = ['shop.example', 'www.shop.example'];
  });
});

afterEach(async () => {
  await edge.stop();
  await origin.close();
});

function handshake(servername: string, ALPNProtocols: string[], options = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({
      port: edge.httpsPort,
      host: '127.0.0.1',
      servername,
      ALPNProtocols,
      rejectUnauthorized: false,
      ...options,
    });
    socket.once('secureConnect', () => resolve(socket));
    socket.once('error', reject);
  });
}

async function ask(socket: TLSSocket, host: string): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

/** Relays connections to the edge, in pieces of this many bytes until the edge answers, and records the first bytes. */
async function relay(pieceBytes: number): Promise<{ port: number; first: () => Buffer; close: () => void }> {
  let first: Buffer = Buffer.alloc(0);
  const server = createServer((client) => {
    const onwards = connect({ port: edge.httpsPort, host: '127.0.0.1', noDelay: true });
    for (const socket of [client, onwards]) socket.on('error', () => socket.destroy());
    onwards.pipe(client);
    client.once('data', async (chunk: Buffer) => {
      first = chunk;
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        onwards.write(chunk.subarray(at, at + pieceBytes));
        await new Promise(setImmediate);
      }
      client.pipe(onwards);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, first: () => first, close: () => server.close() };
}

describe('the fingerprint of a client', () => {
  it.each([
    ['at once', 16_384],
    ['in small pieces', 100],
  ])('is that of the handshake’s first bytes, which come %s', async (_how, pieceBytes) => {
    const { port, first, close } = await relay(pieceBytes);
    const socket = await handshake('shop.example', ['http/1.1'], { port });
    expect(await ask(socket, 'shop.example')).toMatch(/^HTTP\/1\.1 200/);
    close();
    const hello = helloIn(first());
    if (hello.state !== 'complete') throw new Error('the client began otherwise');
    const { connection } = edge.records.at(-1)!;
    expect(connection.fingerprint?.ja4).toBe(ja4Of(hello.message, 't'));
    expect(connection.fingerprint?.ja4).toMatch(/^t13d\d{4}h1_[0-9a-f]{12}_[0-9a-f]{12}$/);
    expect(connection.tlsVersion).toBe('1.3');
  });

  it('is what a limit counts by: one for all addresses of one program, and not another program’s', async () => {
    const key = { kind: edgeV1.RateLimitKeyPartKind.JA4, name: '' };
    edge.configure((config) => {
      config.policy!.rateLimitRules = [
        create(edgeV1.RateLimitRuleSchema, {
          id: '3f0e1c1e-6a63-4b1d-9df4-2a8f6f9f0c11',
          name: 'By program',
          key: [key],
          counts: edgeV1.RateLimitCount.REQUESTS,
          amount: 2,
          windowSeconds: 600,
          action: edgeV1.RateLimitAction.REFUSE,
        }),
      ];
    });
    const askFrom = async (localAddress: string, options = {}) =>
      Number(
        (
          await ask(
            await handshake('shop.example', ['http/1.1'], { localAddress, ...options }),
            'shop.example',
          )
        ).split(' ')[1],
      );
    const answers = [await askFrom('127.0.0.11'), await askFrom('127.0.0.12'), await askFrom('127.0.0.13')];
    expect(answers).toEqual([200, 200, 429]);
    expect(await askFrom('127.0.0.13', { maxVersion: 'TLSv1.2' })).toBe(200);
  });

  it('is that of each connection, also of two from one port to two of our addresses', async () => {
    const everywhere = await startEdge(
      origin.port,
      { sealKey: keys.privateKey, bind: '0.0.0.0' },
      (config) => {
        config.tls = first;
      },
    );
    const from = { port: everywhere.httpsPort, localAddress: '127.0.0.21' };
    const one = await handshake('shop.example', ['http/1.1'], from);
    const other = await handshake('shop.example', ['http/1.1'], {
      ...from,
      host: '127.0.0.2',
      localPort: one.localPort,
      maxVersion: 'TLSv1.2',
    });
    expect(await ask(one, 'shop.example')).toMatch(/^HTTP\/1\.1 200/);
    expect(await ask(other, 'shop.example')).toMatch(/^HTTP\/1\.1 200/);
    const begun = everywhere.records.map(({ connection }) => connection.fingerprint?.ja4.slice(0, 3));
    expect(begun).toEqual(['t13', 't12']);
    await everywhere.stop();
  });

  it('is none where the operator has none read, and in clear', async () => {
    const without = await startEdge(
      origin.port,
      { sealKey: keys.privateKey, readsFingerprints: false },
      (config) => {
        config.tls = first;
      },
    );
    const socket = await handshake('shop.example', ['http/1.1'], { port: without.httpsPort });
    expect(await ask(socket, 'shop.example')).toMatch(/^HTTP\/1\.1 200/);
    const inClear = connect({ port: edge.port, host: '127.0.0.1' });
    expect(await ask(inClear as TLSSocket, 'shop.example')).toMatch(/^HTTP\/1\.1 200/);
    expect(without.records[0]!.connection).toMatchObject({ fingerprint: null, tlsVersion: '1.3' });
    expect(edge.records[0]!.connection).toMatchObject({ fingerprint: null, tlsVersion: '' });
    await without.stop();
  });

  it('is not waited for where no handshake begins', async () => {
    const socket = connect({ port: edge.httpsPort, host: '127.0.0.1' });
    socket.on('error', () => socket.destroy());
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n');
    socket.resume();
    await closed;
    expect(edge.worker.edge.pools.connections.state.used).toBe(0);
  });
});

describe('TLS', () => {
  it('shows the certificate of the site that the handshake names, and swaps it with the next document', async () => {
    const before = await handshake('shop.example', ['http/1.1']);
    expect(before.getPeerCertificate().subject.CN).toBe('first.shop.example');
    const second = await certificateFor('second.shop.example');
    edge.configure((config) => {
      config.tls = second;
    });
    const after = await handshake('www.shop.example', ['http/1.1']);
    expect(after.getPeerCertificate().subject.CN).toBe('second.shop.example');
    expect(await ask(before, 'shop.example')).toMatch(/^HTTP\/1\.1 200/);
    after.destroy();
  });

  it('ends handshakes of whoever asks for most while the worker cannot keep up, and nobody else’s', async () => {
    const { overload } = edge.worker.edge;
    overload.stop();
    overload.part = 0.5;
    const tryFrom = (localAddress: string) =>
      handshake('shop.example', ['http/1.1'], { localAddress }).then(
        (socket) => {
          socket.destroy();
          return true;
        },
        () => false,
      );
    const ended = { greedy: 0, honest: 0 };
    for (let time = 0; time < 60; time++) {
      if (!(await tryFrom('127.0.0.2'))) ended.greedy++;
      if (time % 20 === 19 && !(await tryFrom('127.9.9.4'))) ended.honest++;
    }
    expect(ended.greedy).toBeGreaterThan(20);
    expect(ended.honest).toBe(0);
  });

  it('shows no customer certificate to an unknown name, nor to a site whose key is not ours', async () => {
    await expect(handshake('other.example', ['http/1.1'])).rejects.toThrow();
    await expect(handshake('', ['http/1.1'])).rejects.toThrow();
    const foreign = generateEdgeKeys().sealing;
    edge.configure((config) => {
      config.tls!.sealedPrivateKey = Uint8Array.from(sealTlsKey('key', 'site-1', foreign.publicKey));
    });
    await expect(handshake('shop.example', ['http/1.1'])).rejects.toThrow();
    expect(edge.faults[0]!.code).toBe('certificate_failure');
    // The document above was altered in place.
    first = await certificateFor('first.shop.example');
  });

  it('counts connections that never begin their handshake, each address up to its bound', async () => {
    const more = 20;
    let closed = 0;
    const silent: Socket[] = Array.from({ length: MAX_CONNECTIONS_PER_ADDRESS + more }, () => {
      const socket = connect({ host: '127.0.0.1', port: edge.httpsPort, localAddress: '127.0.0.7' });
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        closed++;
      });
      return socket;
    });
    await eventually(() => closed === more);
    const { connections } = edge.worker.edge.pools;
    expect(connections.state.used).toBe(MAX_CONNECTIONS_PER_ADDRESS);
    // Another address gets in, and is counted once.
    const honest = await handshake('shop.example', ['http/1.1'], { localAddress: '127.0.9.9' });
    expect(connections.state.used).toBe(MAX_CONNECTIONS_PER_ADDRESS + 1);
    expect(await ask(honest, 'shop.example')).toMatch(/^HTTP\/1\.1 200/);
    for (const socket of silent) socket.destroy();
    await eventually(() => connections.state.used === 0);
  });

  it('gives back the place of a handshake that fails', async () => {
    const socket = connect({ host: '127.0.0.1', port: edge.httpsPort });
    socket.on('error', () => socket.destroy());
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
    await expect(handshake('other.example', ['http/1.1'])).rejects.toThrow();
    await eventually(() => edge.worker.edge.pools.connections.state.used === 0);
    expect(edge.worker.edge.counters.clientErrors).toBe(2);
  });

  it('speaks TLS 1.2 with AEAD and 1.3 only', async () => {
    await expect(
      handshake('shop.example', [], { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' }),
    ).rejects.toThrow();
    await expect(
      handshake('shop.example', [], { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' }),
    ).rejects.toThrow();
    const socket = await handshake('shop.example', [], { maxVersion: 'TLSv1.2' });
    expect(socket.getCipher().name).toMatch(/GCM|CHACHA20/);
    socket.destroy();
  });

  it('answers 421 to a host outside the site of the handshake, HSTS where the site wants it', async () => {
    edge.configure((config) => {
      config.delivery!.hsts = true;
    });
    expect(await ask(await handshake('shop.example', ['http/1.1']), 'other.example')).toMatch(
      /^HTTP\/1\.1 421/,
    );
    const sibling = await ask(await handshake('shop.example', ['http/1.1']), 'www.shop.example');
    expect(sibling).toMatch(/^HTTP\/1\.1 200/);
    expect(sibling).toContain('Strict-Transport-Security: max-age=');
    expect(origin.requests.at(-1)!.head).toContain('X-Forwarded-Proto: https\r\n');
  });
});

interface Http2Answer {
  headers: IncomingHttpHeaders;
  status: number;
  body: string;
}

function openSession(): ClientHttp2Session {
  const session = connectHttp2(`https://127.0.0.1:${edge.httpsPort}`, {
    servername: 'shop.example',
    rejectUnauthorized: false,
  });
  session.on('error', () => undefined);
  return session;
}

function request(
  session: ClientHttp2Session,
  headers: Record<string, string | string[]>,
  body?: Buffer,
): Promise<Http2Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':authority': 'shop.example', ':path': '/', ...headers });
    let answer: IncomingHttpHeaders = {};
    let text = '';
    stream.on('response', (received) => {
      answer = received;
    });
    stream.on('data', (chunk) => {
      text += chunk;
    });
    stream.on('error', reject);
    stream.on('close', () =>
      resolve({ headers: answer, status: Number(answer[':status'] ?? 0), body: text }),
    );
    stream.end(body);
  });
}

describe('HTTP/2', () => {
  it('is offered where the site wants it', async () => {
    const socket = await handshake('shop.example', ['h2', 'http/1.1']);
    expect(socket.alpnProtocol).toBe('h2');
    socket.destroy();
    edge.configure((config) => {
      config.delivery!.http2 = false;
    });
    const plain = await handshake('shop.example', ['h2', 'http/1.1']);
    expect(plain.alpnProtocol).toBe('http/1.1');
    plain.destroy();
  });

  it('goes the same way as HTTP/1: forwarded, inspected, logged', async () => {
    const session = openSession();
    const answers = await Promise.all([
      request(session, { ':path': '/a?b', cookie: ['a=1', 'b=2'] }),
      request(session, { ':path': '/?q=attack', accept: 'text/html' }),
      request(session, { ':method': 'POST' }, Buffer.from('a body')),
      request(session, { ':method': 'POST' }, Buffer.from('an attack')),
      request(session, { ':method': 'HEAD' }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 403, 200, 403, 200]);
    expect(answers[0]!.body).toBe('ok');
    expect(answers[1]!.body).toContain(String(answers[1]!.headers['x-request-id']));
    const heads = origin.requests.map((recorded) => recorded.head);
    const get = heads.find((head) => head.startsWith('GET /a?b HTTP/1.1\r\n'))!;
    expect(get).toContain('Host: shop.example\r\n');
    expect(get).toContain('cookie: a=1; b=2\r\n');
    expect(get).toMatch(/Via: 2\.0 palisade-/);
    expect(origin.requests.find((recorded) => recorded.head.startsWith('POST'))!.body.toString()).toBe(
      'a body',
    );
    await eventually(() => edge.records.length === 5);
    expect(edge.records.every((record) => record.protocol === 'HTTP/2.0' && record.site !== null)).toBe(true);
    session.destroy();
  });

  it('refuses what would gain another meaning in HTTP/1', async () => {
    const session = openSession();
    // nghttp2 resets some of these itself; a stream that never reaches us is refused as well.
    const refused = (headers: Record<string, string>) =>
      request(session, headers).then(
        (answer) => answer.status,
        () => 400,
      );
    expect(await refused({ host: 'other.example' })).toBe(400);
    expect(await refused({ ':path': '/a b' })).toBe(400);
    expect(await refused({ ':path': '/a#b' })).toBe(400);
    expect(await refused({ ':path': 'http://shop.example/' })).toBe(400);
    expect(await refused({ ':method': 'TRACE' })).toBe(405);
    expect(await refused({ ':authority': 'other.example' })).toBe(421);
    expect(origin.requests).toHaveLength(0);
    session.destroy();
  });

  it('ends sessions that reset streams as fast as they open them, and lives on', async () => {
    const session = openSession();
    let over = false;
    session.on('goaway', () => {
      over = true;
    });
    session.on('close', () => {
      over = true;
    });
    for (let round = 0; round < 60 && !over; round++) {
      const streams = Array.from({ length: 50 }, () => {
        const stream = session.request({ ':authority': 'shop.example', ':path': '/' });
        stream.on('error', () => undefined);
        return stream;
      });
      // Only what has been sent can be reset.
      await new Promise((resolve) => setTimeout(resolve, 5));
      for (const stream of streams) stream.close(8);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await eventually(() => over);
    session.destroy();
    const next = openSession();
    expect((await request(next, {})).status).toBe(200);
    next.destroy();
  });

  it('survives clients that leave at any moment', async () => {
    await edge.stop();
    await origin.close();
    origin = await startRecordingOrigin((_recorded, socket) => {
      setTimeout(
        () => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`),
        20,
      );
      return null;
    });
    edge = await startEdge(origin.port, { sealKey: keys.privateKey }, (config) => {
      config.tls = first;
    });
    for (let round = 0; round < 20; round++) {
      const session = openSession();
      const stream = session.request({ ':authority': 'shop.example', ':path': '/' });
      stream.on('error', () => undefined);
      await new Promise((resolve) => setTimeout(resolve, round * 3));
      if (round % 2 === 0) stream.close(8);
      else session.destroy();
      if (round % 2 === 0) session.destroy();
    }
    const session = openSession();
    expect((await request(session, {})).body).toHaveLength(100_000);
    session.destroy();
    expect(edge.faults).toEqual([]);
  });
});
