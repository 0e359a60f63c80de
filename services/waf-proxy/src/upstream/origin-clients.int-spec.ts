import { once } from 'node:events';
import { connect as connectHttp2, createSecureServer as createHttp2Server } from 'node:http2';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { generateEdgeKeys, sealTlsKey } from '@palisade/edge-state';
import { WebSocket, WebSocketServer } from 'ws';
import { type Identity, identity } from '../test-support/client-authority.ts';
import { type EdgeHarness, startEdge } from '../test-support/edge-harness.ts';
import { http3Programs, startHttp3Edge } from '../test-support/http3-edge.ts';
import { eventually, sendRaw } from '../test-support/raw-client.ts';
import { startSteadyLoad } from '../test-support/steady-load.ts';

const keys = generateEdgeKeys().sealing;
const programs = await http3Programs();
const itHttp3 = (title: string, test: () => Promise<void>) =>
  programs === null ? it.skip(`${title} [skipped: no Go]`, test) : it(title, test);
let authority: Identity;
let first: Identity;
let second: Identity;
let strange: Identity;
let own: Identity;
const servers: Server[] = [];
let edge: EdgeHarness;

beforeAll(async () => {
  authority = await identity('Origin CA', { isAuthority: true });
  const other = await identity('Origin CA of another site', { isAuthority: true });
  [first, second, strange, own] = await Promise.all([
    identity('first', { by: authority }),
    identity('second', { by: authority }),
    identity('strange', { by: other }),
    identity('origin', { forServers: true }),
  ]);
});
afterEach(async () => {
  await edge.stop();
  for (const server of servers.splice(0)) {
    server.close();
    // Servers of HTTP/2 have no such thing: the edge has ended their sessions.
    server.closeAllConnections?.();
  }
});

const material = ({ cert, key }: Identity, siteId = 'site-1') =>
  create(edgeV1.TlsMaterialSchema, {
    certificateChainPem: cert,
    sealedPrivateKey: Uint8Array.from(sealTlsKey(key, siteId, keys.publicKey)),
  });

const nameOf = (socket: unknown): string =>
  String((socket as TLSSocket).getPeerCertificate()?.subject?.CN ?? 'nobody');

/** A server that takes nobody without a certificate of the authority, and answers with whom it sees. */
async function lockedOrigin({ http2 = false } = {}): Promise<number> {
  const options = { key: own.key, cert: own.cert, ca: [authority.cert], requestCert: true };
  const locked = { ...options, rejectUnauthorized: true, keepAliveTimeout: 30_000 };
  let server: Server;
  if (http2) {
    const speaks2 = createHttp2Server({ ...locked, allowHTTP1: false });
    speaks2.on('stream', (stream) => {
      stream.on('error', () => undefined);
      const name = nameOf(stream.session!.socket);
      stream.respond({ ':status': 200, 'content-length': name.length });
      stream.end(name);
    });
    speaks2.on('sessionError', () => undefined);
    server = speaks2 as unknown as Server;
  } else {
    server = createServer(locked, (request, response) => response.end(nameOf(request.socket)));
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket, request) => socket.send(nameOf(request.socket)));
  }
  server.on('tlsClientError', () => undefined);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const nginxPage = (title: string) =>
  `<html>\r\n<head><title>400 ${title}</title></head>\r\n<body>\r\n<center><h1>400 Bad Request</h1></center>\r\n`;

/** A server over TLS that answers everybody like this. */
async function answering(status: number, body: string): Promise<number> {
  const server = createServer({ key: own.key, cert: own.cert }, (_request, response) => {
    response.writeHead(status).end(body);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const overTls =
  (client: Identity | null, http2 = false) =>
  (site: edgeV1.SiteConfig) => {
    Object.assign(site.origin!, { useTls: true, skipTlsVerification: true, http2 });
    if (client !== null) site.originClient = material(client);
  };

const start = async (client: Identity | null, http2 = false) => {
  edge = await startEdge(await lockedOrigin({ http2 }), { sealKey: keys.privateKey }, (site) =>
    overTls(null, http2)(site),
  );
  edge.configure(overTls(client, http2));
};

const ask = () =>
  sendRaw(edge.port, 'GET / HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n', 5_000);

describe('an origin that asks for a certificate', () => {
  it.each([false, true])('sees the site’s (HTTP/2 to it: %s)', async (http2) => {
    await start(first, http2);
    const answer = await ask();
    expect([answer.status, answer.body]).toEqual([200, 'first']);
    expect(edge.faults).toEqual([]);
  });

  it.each([false, true])(
    'refuses without one, which the log calls by its name (HTTP/2: %s)',
    async (http2) => {
      await start(null, http2);
      expect((await ask()).status).toBe(502);
      expect(edge.records.at(-1)).toMatchObject({ reason: 'origin:certificate_refused' });
    },
  );

  it.each([
    ['No required SSL certificate was sent', 'origin:certificate_refused'],
    ['The SSL certificate error', 'origin:certificate_refused'],
    ['Bad Request', ''],
  ])('is named in the log where it refuses in HTTP, as nginx does (%s: %j)', async (title, reason) => {
    edge = await startEdge(await answering(400, nginxPage(title)), {}, overTls(null));
    expect((await ask()).status).toBe(400);
    await eventually(() => edge.records.length === 1);
    expect(edge.records[0]).toMatchObject({ reason, originStatus: 400 });
  });

  it('is named by nobody’s text in another page', async () => {
    const page = `You asked for ${nginxPage('The SSL certificate error')}`;
    edge = await startEdge(await answering(400, page), {}, overTls(null));
    await ask();
    await eventually(() => edge.records.length === 1);
    expect(edge.records[0]!.reason).toBe('');
  });

  it('refuses that of another site', async () => {
    await start(strange);
    expect((await ask()).status).toBe(502);
    expect(edge.records.at(-1)!.reason).toMatch(/^origin:(?:certificate_refused|reset)$/);
  });

  it('gets none where the key is not this edge’s, and the operator learns of it', async () => {
    await start(null);
    edge.configure((site) => {
      overTls(first)(site);
      const { sealing } = generateEdgeKeys();
      site.originClient!.sealedPrivateKey = Uint8Array.from(
        sealTlsKey(first.key, 'site-1', sealing.publicKey),
      );
    });
    expect((await ask()).status).toBe(502);
    expect(edge.faults.map(({ code }) => code)).toContain('certificate_failure');
  });

  it('sees it with visitors of HTTP/2 and of WebSockets too', async () => {
    edge = await startEdge(
      await lockedOrigin(),
      { sealKey: keys.privateKey, selfSigned: { cert: own.cert, key: own.key } },
      (site) => {
        overTls(first)(site);
        site.delivery!.websocket = true;
      },
    );
    const session = connectHttp2(`https://127.0.0.1:${edge.httpsPort}`, {
      servername: 'shop.example',
      rejectUnauthorized: false,
    });
    const stream = session.request({ ':path': '/', ':authority': 'shop.example' });
    let body = '';
    stream.on('data', (chunk: Buffer) => {
      body += chunk;
    });
    await once(stream, 'close');
    session.close();
    expect(body).toBe('first');
    const socket = new WebSocket(`ws://127.0.0.1:${edge.port}/`, { headers: { host: 'shop.example' } });
    const [message] = await once(socket, 'message');
    expect(String(message)).toBe('first');
    socket.close();
  });

  it.each([false, true])(
    'sees the next one from when it is switched, and nobody is refused (HTTP/2: %s)',
    async (http2) => {
      await start(first, http2);
      const load = startSteadyLoad(edge.port, 'shop.example', 8);
      for (let turn = 0; turn < 10; turn++) {
        const before = load.answered;
        await eventually(() => load.answered > before + 20);
        const next = turn % 2 === 0 ? second : first;
        edge.configure(overTls(next, http2));
        // Never over a connection of the one before.
        expect((await ask()).body).toBe(next === second ? 'second' : 'first');
      }
      await load.stop();
      expect(load.failures).toEqual([]);
    },
  );

  it('shares no connection between certificates of the same server', async () => {
    await start(first);
    expect((await ask()).body).toBe('first');
    edge.configure(overTls(null));
    expect((await ask()).status).toBe(502);
    edge.configure(overTls(second));
    expect((await ask()).body).toBe('second');
  });

  itHttp3('sees it with visitors of HTTP/3', async () => {
    const http3 = await startHttp3Edge(programs!, await lockedOrigin(), {
      previousSealKeys: [keys.privateKey],
    });
    edge = http3.edge;
    try {
      edge.configure(overTls(first));
      expect(await http3.client.ask({ path: '/' })).toMatchObject({ status: 200, body: 'first' });
    } finally {
      await http3.stop();
    }
  });
});
