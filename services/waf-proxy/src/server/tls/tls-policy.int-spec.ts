import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { generateEdgeKeys, sealTlsKey } from '@palisade/edge-state';
import { generate } from 'selfsigned';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const keys = generateEdgeKeys().sealing;
const { TlsVersion, CipherProfile } = edgeV1;
let origin: RecordingOrigin;
let edge: EdgeHarness;
let tls: edgeV1.TlsMaterial;

beforeAll(async () => {
  const pems = await generate([{ name: 'commonName', value: 'shop.example' }], {
    keyType: 'ec',
    curve: 'P-256',
  });
  tls = {
    certificateChainPem: pems.cert,
    sealedPrivateKey: Uint8Array.from(sealTlsKey(pems.private, 'site-1', keys.publicKey)),
    $typeName: 'palisade.edge.v1.TlsMaterial',
  };
});
beforeEach(async () => {
  origin = await startRecordingOrigin();
  edge = await startEdge(origin.port, { sealKey: keys.privateKey });
});
afterEach(async () => {
  await edge.stop();
  await origin.close();
});

const want = (clientTls: Partial<Omit<edgeV1.ClientTls, '$typeName'>>) =>
  edge.configure((config) => {
    config.tls = tls;
    config.hosts = ['shop.example'];
    config.delivery!.clientTls = create(edgeV1.ClientTlsSchema, clientTls);
  });

async function handshake(options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({
    ...{ port: edge.httpsPort, host: '127.0.0.1', servername: 'shop.example' },
    ...{ rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] },
    ...options,
  });
  await once(socket, 'secureConnect');
  return socket;
}

async function sessionOf(options: ConnectionOptions): Promise<Buffer> {
  const socket = await handshake(options);
  const session = new Promise<Buffer>((resolve) => socket.once('session', resolve));
  socket.resume();
  const ticket = socket.getProtocol() === 'TLSv1.2' ? socket.getSession()! : await session;
  socket.destroy();
  return ticket;
}

/** The alert sent to the client. */
const refusal = (options: ConnectionOptions) =>
  handshake(options).then(
    () => 'none',
    (error: NodeJS.ErrnoException) => error.code,
  );

async function ask(socket: TLSSocket, host = 'shop.example'): Promise<number> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return Number(text.split(' ')[1]);
}

const LONG = { 'TLSv1.2': 'ECDHE-ECDSA-AES256-GCM-SHA384', 'TLSv1.3': 'TLS_AES_256_GCM_SHA384' } as const;
const OLD = { maxVersion: 'TLSv1.2' } as const;
const VERSION_ALERT = 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION';
const NO_CIPHER_ALERT = 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE';
const refused = () => edge.worker.edge.counters.handshakesRefused;

describe('the lowest version of TLS of a site', () => {
  it('is told to older clients by their protocol’s alert, and they are counted', async () => {
    want({ lowestVersion: TlsVersion.V1_3 });
    expect(await refusal(OLD)).toBe(VERSION_ALERT);
    expect(await refusal({ ...OLD, servername: 'SHOP.example' })).toBe(VERSION_ALERT);
    expect(refused()).toBe(2);
    expect(await ask(await handshake())).toBe(200);
    expect(refused()).toBe(2);
  });

  it('is 1.2 where nothing else is said, and again with the next document', async () => {
    want({});
    expect(await ask(await handshake(OLD))).toBe(200);
    want({ lowestVersion: TlsVersion.V1_3 });
    expect(await refusal(OLD)).toBe(VERSION_ALERT);
    want({ lowestVersion: TlsVersion.V1_2 });
    expect(await ask(await handshake(OLD))).toBe(200);
  });

  it('holds for connections that are open when it rises, and for no other site', async () => {
    want({});
    const [before, other] = [await handshake(OLD), await handshake({ servername: 'shop.example' })];
    want({ lowestVersion: TlsVersion.V1_3 });
    expect(await ask(before)).toBe(421);
    expect(edge.records.at(-1)).toMatchObject({ reason: 'tls_version', status: 421 });
    expect(await ask(other)).toBe(200);
  });

  it('is not got round by what was agreed on before it', async () => {
    edge.worker.setTicketKey(randomBytes(48));
    want({});
    const session = await sessionOf(OLD);
    want({ lowestVersion: TlsVersion.V1_3 });
    expect(await refusal({ ...OLD, session })).toBe(VERSION_ALERT);
  });
});

describe('the cipher profile of a site', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'holds for connections that are open when it rises in %s',
    async (version) => {
      const versions = { minVersion: version, maxVersion: version };
      want({});
      const short = await handshake(versions);
      const long = await handshake({ ...versions, ciphers: LONG[version] });
      want({ ciphers: CipherProfile.STRONG });
      expect(await ask(short)).toBe(421);
      expect(edge.records.at(-1)).toMatchObject({ reason: 'tls_cipher', status: 421 });
      expect(await ask(long)).toBe(200);
    },
  );

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('leaves keys of 256 bits alone in %s', async (version) => {
    const versions = { minVersion: version, maxVersion: version };
    want({});
    const usual = await handshake(versions);
    expect(usual.getCipher().name).toMatch(/128/);
    usual.destroy();
    want({ ciphers: CipherProfile.STRONG });
    const strong = await handshake(versions);
    expect(strong.getCipher().name).toMatch(/256_GCM|AES256|CHACHA20/);
    expect(await ask(strong)).toBe(200);
    const short = version === 'TLSv1.2' ? 'ECDHE-ECDSA-AES128-GCM-SHA256' : 'TLS_AES_128_GCM_SHA256';
    expect(await refusal({ ...versions, ciphers: short })).toBe(NO_CIPHER_ALERT);
    expect(refused()).toBe(1);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'takes no session that began by another one in %s',
    async (version) => {
      edge.worker.setTicketKey(randomBytes(48));
      const versions = { minVersion: version, maxVersion: version };
      want({});
      const session = await sessionOf(versions);
      const again = await handshake({ ...versions, session });
      expect(again.isSessionReused()).toBe(true);
      again.destroy();
      want({ ciphers: CipherProfile.STRONG });
      const later = await handshake({ ...versions, session });
      expect(later.isSessionReused()).toBe(false);
      expect(later.getCipher().name).not.toMatch(/128/);
      later.destroy();
    },
  );
});
