import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { eventually } from '@palisade/testing';
import { startCachingEdge } from '../../test-support/caching-edge.ts';
import { type Identity, identity, revocationListOf } from '../../test-support/client-authority.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const { OPTIONAL, REQUIRED, OFF } = edgeV1.ClientCertificateMode;
type Wanted = Partial<Omit<edgeV1.ClientCertificates, '$typeName' | '$unknown'>>;

let root: Identity;
let intermediate: Identity;
let other: Identity;
let device: Identity;
let fromIntermediate: Identity;
let stranger: Identity;
let server: Identity;
let origin: RecordingOrigin;
let edge: EdgeHarness;

beforeAll(async () => {
  [root, other] = await Promise.all([
    identity('Devices', { isAuthority: true }),
    identity('Others', { isAuthority: true }),
  ]);
  intermediate = await identity('Devices II', { by: root, isAuthority: true });
  [device, fromIntermediate, stranger, server] = await Promise.all([
    identity('device-7', {
      by: root,
      hosts: ['device-7.example'],
      subject: [{ name: 'organizationName', value: 'Größe' }],
    }),
    identity('device-8', { by: intermediate }),
    identity('device-7', { by: other }),
    identity('shop.example', { forServers: true }),
  ]);
});
beforeEach(async () => {
  origin = await startRecordingOrigin();
  edge = await startEdge(origin.port, { selfSigned: server });
});
afterEach(async () => {
  await edge.stop();
  await origin.close();
});

const want = (wanted: Wanted, change: (config: edgeV1.SiteConfig) => void = () => undefined) =>
  edge.configure((config) => {
    config.hosts = ['shop.example', 'www.shop.example'];
    config.delivery!.clientCertificates = create(edgeV1.ClientCertificatesSchema, {
      mode: REQUIRED,
      authorities: [root.cert],
      ...wanted,
    });
    change(config);
  });

async function handshake(as: Identity | null, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({
    ...{ port: edge.httpsPort, host: '127.0.0.1', servername: 'shop.example' },
    ...{ rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] },
    ...(as !== null && { cert: as.cert, key: as.key }),
    ...options,
  });
  socket.on('error', () => socket.destroy());
  await once(socket, 'secureConnect');
  return socket;
}

const request = (path: string, fields: string) =>
  `GET ${path} HTTP/1.1\r\nHost: shop.example\r\n${fields}Connection: close\r\n\r\n`;

async function ask(socket: TLSSocket, path = '/', fields = ''): Promise<{ status: number; text: string }> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(request(path, fields));
  await once(socket, 'close');
  return { status: Number(text.split(' ')[1]), text };
}

/** One whose handshake is over at the edge, too: it has answered. */
async function opened(as: Identity): Promise<TLSSocket> {
  const socket = await handshake(as);
  socket.write('HEAD / HTTP/1.1\r\nHost: shop.example\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

const visit = async (as: Identity | null, path?: string, options?: ConnectionOptions) =>
  (await ask(await handshake(as, options), path)).status;
const reason = () => edge.records.at(-1)!.reason;
/** The last client certificate that was passed to the origin. */
const certificateHeaders = () =>
  Object.fromEntries(
    origin.requests
      .at(-1)!
      .head.split('\r\n')
      .filter((line) => /^client.cert/i.test(line))
      .map((line) => line.split(/: (.*)/s).slice(0, 2)),
  );

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('a site that requires certificates, in %s', (version) => {
  const versions = { minVersion: version, maxVersion: version };

  it('lets in whom its authority has signed, and tells others why they stay out', async () => {
    want({});
    expect(await visit(device, '/', versions)).toBe(200);
    expect(await visit(null, '/', versions)).toBe(403);
    expect(reason()).toBe('client_certificate:missing');
    expect(await visit(stranger, '/', versions)).toBe(403);
    expect(reason()).toBe('client_certificate:untrusted');
    const past = await identity('past', { by: root, days: -1 });
    expect(await visit(past, '/', versions)).toBe(403);
    expect(reason()).toBe('client_certificate:expired');
    const wrongPurpose = await identity('server', { by: root, forServers: true });
    expect(await visit(wrongPurpose, '/', versions)).toBe(403);
    expect(origin.requests).toHaveLength(1);
    expect(edge.worker.edge.counters.clientCertificatesRefused).toBe(4);
  });

  it('resumes no session, its own neither', async () => {
    edge.worker.setTicketKey(Buffer.alloc(48, 7));
    want({ mode: OFF });
    const before = await handshake(null, versions);
    const ticket = new Promise<Buffer>((resolve) => before.once('session', resolve));
    before.resume();
    const session = version === 'TLSv1.2' ? before.getSession()! : await ticket;
    before.destroy();
    want({});
    const later = await handshake(null, { ...versions, session });
    expect(later.isSessionReused()).toBe(false);
    expect((await ask(later)).status).toBe(403);
    const known = await handshake(device, versions);
    const own = known.getSession();
    known.destroy();
    const again = await handshake(null, { ...versions, ...(own && { session: own }) });
    expect(again.isSessionReused()).toBe(false);
    expect((await ask(again)).status).toBe(403);
  });
});

it('an intermediate authority stands for itself, and not for its siblings', async () => {
  want({ authorities: [intermediate.cert] });
  expect(await visit(fromIntermediate)).toBe(200);
  expect(await visit(device)).toBe(403);
  want({ authorities: [root.cert] });
  expect(
    await visit({ cert: `${fromIntermediate.cert}\n${intermediate.cert}`, key: fromIntermediate.key }),
  ).toBe(200);
  expect(await visit(fromIntermediate)).toBe(403);
});

it('tells the origin whose certificate it was, and nothing that a client says of one', async () => {
  want({ mode: OPTIONAL });
  const forged =
    'Client-Cert-Verified: yes\r\nclient-cert: :AAAA:\r\nClient_Cert_Subject: CN=root\r\nClient-Cert-Chain: x\r\n';
  await ask(await handshake(device), '/', forged);
  const leaf = new X509Certificate(device.cert);
  expect(certificateHeaders()).toEqual({
    'Client-Cert-Verified': 'yes',
    'Client-Cert-Subject': 'O=Gr%C3%B6%C3%9Fe,CN=device-7',
    'Client-Cert-Issuer': 'CN=Devices',
    'Client-Cert-San': 'DNS:device-7.example',
    'Client-Cert-Serial': leaf.serialNumber,
    'Client-Cert-Fingerprint': leaf.fingerprint256.replaceAll(':', '').toLowerCase(),
  });
  await ask(await handshake(null), '/', forged);
  expect(certificateHeaders()).toEqual({ 'Client-Cert-Verified': 'none' });
  await ask(await handshake(stranger), '/', forged);
  expect(certificateHeaders()).toEqual({ 'Client-Cert-Verified': 'no' });
  want({ forwardsWhole: true });
  await ask(await handshake(device));
  expect(certificateHeaders()).toMatchObject({ 'Client-Cert': `:${leaf.raw.toString('base64')}:` });
  want({ mode: OFF, authorities: [] });
  await ask(await handshake(device), '/', forged);
  expect(certificateHeaders()).toEqual({});
});

it('asks on chosen paths only, however they are spelled', async () => {
  want({ paths: ['/admin', '/API/'] });
  expect(await visit(null, '/')).toBe(200);
  expect(await visit(null, '/apis')).toBe(200);
  for (const path of [
    '/admin',
    '/ADMIN/x',
    '/%61dmin',
    '//admin',
    '/open/../admin',
    '/admin;x=1',
    '/api',
    '/api/v1',
  ])
    expect([path, await visit(null, path)]).toEqual([path, 403]);
  expect(await visit(device, '/admin')).toBe(200);
});

it('lets in by fingerprint, subject and alternative name, and by nothing else', async () => {
  const { fingerprint256 } = new X509Certificate(device.cert);
  for (const allowed of [
    [fingerprint256],
    [fingerprint256.replaceAll(':', '').toLowerCase()],
    ['CN=device-7'],
    ['CN=nobody', 'O=Größe'],
    ['DNS:device-7.example'],
  ]) {
    want({ allowed });
    expect([allowed, await visit(device)]).toEqual([allowed, 200]);
  }
  for (const allowed of [['CN=device'], ['CN=Device-7'], ['00'.repeat(32)]]) {
    want({ allowed });
    expect([allowed, await visit(device)]).toEqual([allowed, 403]);
    expect(reason()).toBe('client_certificate:not_allowed');
  }
  // Whoever signs by himself can call himself anything.
  want({ allowed: ['CN=device-7'] });
  expect(await visit(stranger)).toBe(403);
  expect(reason()).toBe('client_certificate:untrusted');
});

it('takes authorities, revocations and lists into effect on open connections', async () => {
  want({});
  const [before, kept, revoked] = [await opened(device), await opened(device), await opened(device)];
  want({}, (config) => {
    config.delivery!.http2 = false;
  });
  expect((await ask(kept)).status).toBe(200);
  want({ revocationLists: [revocationListOf([device])] });
  expect((await ask(revoked)).status).toBe(403);
  expect(reason()).toBe('client_certificate:revoked');
  expect(await visit(device)).toBe(403);
  const second = await identity('device-9', { by: root });
  expect(await visit(second)).toBe(200);
  want({ authorities: [other.cert] });
  expect((await ask(before)).status).toBe(421);
  expect(reason()).toBe('client_certificate:outdated');
  expect(await visit(device)).toBe(403);
  expect(await visit(stranger)).toBe(200);
});

it('has connections begun anew that began before it asked', async () => {
  want({ mode: OFF, authorities: [] });
  const before = await opened(device);
  want({});
  expect((await ask(before)).status).toBe(421);
  expect(reason()).toBe('client_certificate:outdated');
});

describe('an authority that is revoked', () => {
  const withChain = (...chain: readonly Identity[]): Identity => ({
    cert: [fromIntermediate, ...chain].map(({ cert }) => cert).join('\n'),
    key: fromIntermediate.key,
  });
  const list = () => revocationListOf([intermediate]);

  it('lets nobody in, whatever is sent beside it or instead of it', async () => {
    const decoy = await identity('Devices II', { isAuthority: true });
    const signedDecoy = await identity('Devices II', { by: device });
    const junk = await Promise.all(Array.from({ length: 8 }, (_, index) => identity(`junk ${index}`)));
    const sent: [string, Identity, string][] = [
      ['alone', withChain(intermediate), 'revoked'],
      ['behind others', withChain(...junk, intermediate), 'revoked'],
      ['behind one of its name', withChain(decoy, intermediate), 'untrusted'],
      ['behind one that a device has signed', withChain(signedDecoy, device, intermediate), 'untrusted'],
      ['not at all', withChain(), 'untrusted'],
    ];
    for (const authorities of [[root.cert], [root.cert, intermediate.cert]]) {
      want({ authorities, revocationLists: [list()] });
      for (const [how, as, why] of sent) {
        expect([how, await visit(as)]).toEqual([how, 403]);
        expect([how, reason()]).toEqual([how, `client_certificate:${why}`]);
      }
      expect(await visit(device)).toBe(200);
    }
  });

  it('is let go on open connections', async () => {
    want({ authorities: [root.cert, intermediate.cert] });
    const open = await opened(fromIntermediate);
    want({ authorities: [root.cert, intermediate.cert], revocationLists: [list()] });
    expect((await ask(open)).status).toBe(421);
    want({ authorities: [intermediate.cert], revocationLists: [list()] });
    expect(await visit(fromIntermediate)).toBe(403);
    expect(await visit(device)).toBe(403);
  });

  it('takes nothing from its siblings, and nothing from chains where none is revoked', async () => {
    const sibling = await identity('Devices III', { by: root, isAuthority: true });
    const member = await identity('device-10', { by: sibling });
    const as = { cert: `${member.cert}\n${sibling.cert}\n${root.cert}`, key: member.key };
    want({ revocationLists: [list()] });
    expect(await visit(as)).toBe(200);
    want({});
    expect(await visit(withChain(intermediate))).toBe(200);
  });
});

it('ends connections with a certificate of a size that nobody has, and takes the next', async () => {
  want({ mode: OPTIONAL });
  const hosts = Array.from({ length: 2_000 }, (_, index) => `${index}.example`);
  const huge = await identity('huge', { hosts });
  const socket = connect({
    ...{ port: edge.httpsPort, host: '127.0.0.1', servername: 'shop.example', rejectUnauthorized: false },
    ...{ cert: huge.cert, key: huge.key },
  });
  socket.on('error', () => socket.destroy());
  socket.on('secureConnect', () => socket.write(request('/', '')));
  await once(socket, 'close');
  expect(edge.records).toEqual([]);
  expect(edge.worker.edge.counters.clientErrors).toBe(1);
  expect(await visit(stranger)).toBe(200);
});

it('keeps few connections of one address whose certificate nobody stands for', async () => {
  want({ mode: OPTIONAL });
  const strangers: TLSSocket[] = [];
  for (let open = 0; open < 32; open++) strangers.push(await opened(stranger));
  const refused = await handshake(stranger);
  await once(refused, 'close');
  expect(await visit(device)).toBe(200);
  expect(await visit(null)).toBe(200);
  strangers[0]!.destroy();
  await eventually('a place is free again', async () => {
    expect(await visit(stranger)).toBe(200);
  });
  for (const socket of strangers) socket.destroy();
});

it('refuses what is no chain any more, before it is kept', async () => {
  want({});
  const many = [device.cert, ...Array.from({ length: 300 }, () => other.cert)].join('\n');
  const socket = connect({
    ...{ port: edge.httpsPort, host: '127.0.0.1', servername: 'shop.example', rejectUnauthorized: false },
    ...{ cert: many, key: device.key },
  });
  socket.on('error', () => socket.destroy());
  await once(socket, 'close');
  expect(edge.records).toEqual([]);
  expect(await visit(device)).toBe(200);
});

it('answers programs with a code, and people with a page', async () => {
  want({});
  const program = await ask(await handshake(null), '/', 'Accept: application/json\r\n');
  expect(JSON.parse(program.text.split('\r\n\r\n')[1]!)).toMatchObject({
    status: 403,
    code: 'client_certificate_missing',
    title: 'A certificate is needed here',
  });
  const person = await ask(await handshake(null), '/', 'Accept: text/html\r\n');
  expect(person.text).toMatch(/<h1>A certificate is needed here<\/h1>/);
});

it('refuses in clear text, where nobody can show a certificate', async () => {
  want({});
  const answer = await sendRaw(edge.port, request('/', 'Client-Cert-Verified: yes\r\n'));
  expect(answer.status).toBe(403);
  expect(reason()).toBe('client_certificate:missing');
});

it('holds on every stream of HTTP/2', async () => {
  want({ paths: ['/admin'] });
  const statuses = async (as: Identity | null) => {
    const session = connectHttp2(`https://127.0.0.1:${edge.httpsPort}`, {
      servername: 'shop.example',
      rejectUnauthorized: false,
      ...(as !== null && { cert: as.cert, key: as.key }),
    });
    const asked = ['/', '/admin', '/admin/2'].map(async (path) => {
      const stream = session.request({ ':authority': 'shop.example', ':path': path });
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      stream.resume();
      return headers[':status'];
    });
    const found = await Promise.all(asked);
    session.destroy();
    return found;
  };
  expect(await statuses(null)).toEqual([200, 403, 403]);
  expect(await statuses(device)).toEqual([200, 200, 200]);
  expect(origin.requests.filter(({ head }) => /client-cert-verified: yes/i.test(head))).toHaveLength(3);
});

it('stores nothing of what a visitor with a certificate was answered', async () => {
  const caching = await startCachingEdge(
    () => 'HTTP/1.1 200 OK\r\nCache-Control: public, max-age=60\r\nContent-Length: 2\r\n\r\nok',
    (config) => {
      config.delivery!.clientCertificates = create(edgeV1.ClientCertificatesSchema, {
        mode: OPTIONAL,
        authorities: [root.cert],
      });
    },
    { selfSigned: server },
  );
  for (const as of [device, device, stranger, null, null])
    await ask(await handshake(as, { port: caching.edge.httpsPort }));
  expect(caching.edge.records.map(({ cacheStatus }) => cacheStatus)).toEqual([
    'bypass',
    'bypass',
    'bypass',
    'miss',
    'hit',
  ]);
  await caching.stop();
});
