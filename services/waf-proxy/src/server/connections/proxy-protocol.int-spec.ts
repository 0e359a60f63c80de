import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { generateEdgeKeys, sealTlsKey } from '@palisade/edge-state';
import { generate } from 'selfsigned';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { eventually } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const keys = generateEdgeKeys().sealing;
const V1 = Buffer.from('PROXY TCP4 192.0.2.7 198.51.100.1 1111 443\r\n', 'latin1');
const V2 = Buffer.from('0d0a0d0a000d0a515549540a2111000cc0000208c6336401045701bb', 'hex');
const GET = Buffer.from('GET /path HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n', 'latin1');

let origin: RecordingOrigin;
let edge: EdgeHarness;
let tls: { certificateChainPem: string; sealedPrivateKey: Uint8Array };

beforeAll(async () => {
  const pems = await generate([{ name: 'commonName', value: 'shop.example' }], {
    keyType: 'ec',
    curve: 'P-256',
  });
  tls = {
    certificateChainPem: pems.cert,
    sealedPrivateKey: Uint8Array.from(sealTlsKey(pems.private, 'site-1', keys.publicKey)),
  };
});
beforeEach(async () => {
  origin = await startRecordingOrigin();
});
afterEach(async () => {
  await edge.stop();
  await origin.close();
});

const start = async (proxyProtocol: string[]): Promise<void> => {
  edge = await startEdge(origin.port, { proxyProtocol, sealKey: keys.privateKey }, (config) => {
    config.tls = { ...tls, $typeName: 'palisade.edge.v1.TlsMaterial' };
  });
};

/** Sends the pieces, each for itself, and returns everything that comes back until the connection ends. */
async function say(...pieces: Buffer[]): Promise<string> {
  const socket: Socket = connect({ port: edge.port, host: '127.0.0.1', noDelay: true });
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve));
    await new Promise(setImmediate);
  }
  await closed;
  return answer;
}

const bytesOf = (...parts: Buffer[]): Buffer[] => [...Buffer.concat(parts)].map((byte) => Buffer.of(byte));

/** Speaks TLS over a connection that begins with `first`, in one write with the ClientHello. */
function tlsBehind(first: Buffer, ALPNProtocols: string[]): TLSSocket {
  const raw = connect({ port: edge.httpsPort, host: '127.0.0.1' });
  let before: Buffer | null = first;
  const wire = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      raw.write(before === null ? chunk : Buffer.concat([before, chunk]), () => done());
      before = null;
    },
    final: (done) => {
      raw.end(() => done());
    },
    destroy: (error, done) => {
      raw.destroy();
      done(error);
    },
  });
  raw.on('data', (chunk) => wire.push(chunk));
  raw.on('end', () => wire.push(null));
  raw.on('error', () => wire.destroy());
  return connectTls({ socket: wire, servername: 'shop.example', ALPNProtocols, rejectUnauthorized: false });
}

async function textOf(socket: TLSSocket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(GET);
  await new Promise((resolve) => socket.once('end', resolve));
  socket.destroy();
  return text;
}

describe('connections from a balancer that speaks PROXY protocol', () => {
  beforeEach(() => start(['127.0.0.0/8']));

  it.each([
    ['version 1, with the request in the same packet', () => [Buffer.concat([V1, GET])], '192.0.2.7'],
    ['version 2, apart from the request', () => [V2, GET], '192.0.2.8'],
    ['version 1, byte by byte', () => bytesOf(V1, GET), '192.0.2.7'],
    ['version 2, byte by byte', () => bytesOf(V2, GET), '192.0.2.8'],
  ])('are the named client’s: %s', async (_what, pieces, address) => {
    expect(await say(...pieces())).toMatch(/^HTTP\/1\.1 200 /);
    await eventually(() => edge.records.length === 1);
    expect(edge.records[0]?.client.text).toBe(address);
    expect(edge.records[0]?.connection).toMatchObject({ remotePort: 1_111, localPort: 443 });
    expect(origin.requests[0]?.head).toContain(address);
  });

  it('are the balancer’s own where it says so', async () => {
    expect(await say(Buffer.concat([Buffer.from('PROXY UNKNOWN\r\n'), GET]))).toMatch(/^HTTP\/1\.1 200 /);
    await eventually(() => edge.records.length === 1);
    expect(edge.records[0]?.client.text).toBe('127.0.0.1');
  });

  it('are the named client’s over TLS, too', async () => {
    expect(await textOf(tlsBehind(V1, ['http/1.1']))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await textOf(tlsBehind(V2, ['http/1.1']))).toMatch(/^HTTP\/1\.1 200 /);
    await eventually(() => edge.records.length === 2);
    expect(edge.records.map((record) => record.client.text)).toEqual(['192.0.2.7', '192.0.2.8']);
    expect(edge.records[0]?.connection.secure).toBe(true);
  });

  it('are the named client’s over HTTP/2, too', async () => {
    const session = connectHttp2('https://shop.example', { createConnection: () => tlsBehind(V2, ['h2']) });
    const stream = session.request({ ':path': '/' });
    const status = await new Promise((resolve) => {
      stream.once('response', (headers) => resolve(headers[':status']));
    });
    expect(status).toBe(200);
    stream.resume();
    session.close();
    await eventually(() => edge.records.length === 1);
    expect(edge.records[0]).toMatchObject({ protocol: 'HTTP/2.0', client: { text: '192.0.2.8' } });
  });

  it('count for the named client’s cap, not the balancer’s', async () => {
    const { connectionCap } = edge.worker.servers;
    while (connectionCap.enter('192.0.2.7'));
    expect(await say(V1, GET)).toBe('');
    expect(edge.worker.counters.connectionsRefused).toBe(1);
    expect(await say(V2, GET)).toMatch(/^HTTP\/1\.1 200 /);
    await eventually(() => edge.worker.counters.openConnections === 0);
  });

  it.each([
    ['without a header', [GET]],
    ['with a malformed one', [Buffer.from('PROXY TCP4 192.0.2.07 198.51.100.1 1 2\r\n'), GET]],
    ['with one that never ends', [Buffer.from(`PROXY UNKNOWN ${'x'.repeat(4_000)}`)]],
  ])('are closed without an answer %s', async (_what, pieces) => {
    expect(await say(...pieces)).toBe('');
    expect(origin.requests).toHaveLength(0);
  });

  it('are closed over TLS without a header', async () => {
    const socket = connectTls({ port: edge.httpsPort, host: '127.0.0.1', servername: 'shop.example' });
    await expect(
      new Promise((resolve, reject) => {
        socket.once('secureConnect', resolve);
        socket.once('error', reject);
      }),
    ).rejects.toThrow();
  });
});

it('is not read from anybody else: a header is a malformed request then', async () => {
  await start(['192.0.2.0/24']);
  expect(await say(Buffer.concat([V1, GET]))).toMatch(/^HTTP\/1\.1 400 /);
  expect(await say(GET)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await textOf(tlsBehind(Buffer.alloc(0), ['http/1.1']))).toMatch(/^HTTP\/1\.1 200 /);
});
