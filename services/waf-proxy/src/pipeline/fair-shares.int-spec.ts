import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { generate } from 'selfsigned';
import { type WebSocket, WebSocketServer } from 'ws';
import type { PoolBounds } from '../io/shares/edge-pools.ts';
import { type EdgeHarness, startEdge } from '../test-support/edge-harness.ts';
import { type FakeRuleSetOptions, fakeRuleSet } from '../test-support/fake-rule-set.ts';
import { eventually } from '../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../test-support/recording-origin.ts';

const KIB = 1024;
const GREEDY = '127.0.0.2';
/** Of another network. */
const HONEST = '127.9.9.4';

interface Client {
  socket: Socket;
  /** All that has come back. */
  text: string;
  closed: boolean;
}

let edge: EdgeHarness;
let origin: RecordingOrigin;
const clients: Client[] = [];
const webSocketServers: WebSocketServer[] = [];

afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await edge.stop();
  await origin.close();
  for (const server of webSocketServers.splice(0)) server.close();
});

/** An origin that never answers /silent, and of /slow gives a part. */
async function start(pools: PoolBounds, rules: FakeRuleSetOptions = {}, more: object = {}): Promise<void> {
  origin = await startRecordingOrigin(({ head }) => {
    if (/^\S+ \/silent/.test(head)) return null;
    const html = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
    if (/^\S+ \/slow/.test(head)) return `${html}Content-Length: 400000\r\n\r\n${'a'.repeat(300 * KIB)}`;
    return `${html}Content-Length: ${50 * KIB}\r\n\r\n${'a'.repeat(50 * KIB)}`;
  });
  edge = await startEdge(origin.port, { pools, ruleSet: fakeRuleSet(rules), ...more });
}

function send(localAddress: string, head: string, body = '', host = 'shop.example'): Client {
  const socket = connect({ host: '127.0.0.1', port: edge.port, localAddress });
  const client: Client = { socket, text: '', closed: false };
  clients.push(client);
  socket.on('data', (piece: Buffer) => {
    client.text += piece.toString('latin1');
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    client.closed = true;
  });
  const [first, ...rest] = head.split('\n');
  socket.write(`${[`${first} HTTP/1.1`, `Host: ${host}`, ...rest].join('\r\n')}\r\n\r\n${body}`, 'latin1');
  return client;
}

function connectSilently(): void {
  const client: Client = {
    socket: connect({ host: '127.0.0.1', port: edge.port, localAddress: GREEDY }),
    text: '',
    closed: false,
  };
  client.socket.on('close', () => {
    client.closed = true;
  });
  client.socket.on('error', () => client.socket.destroy());
  clients.push(client);
}

const post = (address: string, path: string, declared: number, sent = declared) =>
  send(address, `POST ${path}\nContent-Length: ${declared}`, 'b'.repeat(sent));
const statusOf = ({ text }: Client) => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
const answered = (client: Client) => eventually(() => statusOf(client) || (client.closed ? -1 : 0));
const TRY_AGAIN_LATER = '\x03\xf5';

/** Sites' WebSockets, which echo messages. */
async function startWebSockets(pools: PoolBounds) {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  sockets.on('connection', (socket: WebSocket) => {
    socket.on('error', () => undefined);
    socket.on('message', (data) => socket.send(String(data)));
  });
  await once(sockets, 'listening');
  await start(pools);
  edge.configure((config) => {
    config.origin!.port = (sockets.address() as AddressInfo).port;
    config.delivery!.websocket = true;
    config.delivery!.websocketLimits = {
      $typeName: 'palisade.edge.v1.WebSocketLimits',
      maxMessageBytes: 60 * KIB,
      inspectText: true,
    };
  });
  webSocketServers.push(sockets);
  const open = async (address: string) => {
    const client = send(
      address,
      'GET /\nConnection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    );
    expect(await answered(client)).toBe(101);
    return client;
  };
  return { open, sockets };
}

const used = (name: keyof PoolBounds) => edge.worker.edge.pools.states()[name].used;

describe('a stranger who hoards', () => {
  it('waiting_bodies that never end, loses them to another client’s upload', async () => {
    await start({ waiting_bodies: 1_024 * KIB });
    const greedy = Array.from({ length: 4 }, () => post(GREEDY, '/', 260 * KIB, 250 * KIB));
    await eventually(() => used('waiting_bodies') === 1_000 * KIB);
    expect(await answered(post(HONEST, '/', 200 * KIB))).toBe(200);
    expect(greedy.filter((client) => statusOf(client) === 503)).toHaveLength(1);
    // What was kept of the rest still goes its way.
    const spared = greedy.find((client) => statusOf(client) === 0)!;
    spared.socket.write('b'.repeat(10 * KIB));
    expect(await answered(spared)).toBe(200);
  });

  it('waiting_bodies of his own, gets no more than there is', async () => {
    await start({ waiting_bodies: 256 * KIB });
    const greedy = post(GREEDY, '/', 900 * KIB, 300 * KIB);
    expect(await answered(greedy)).toBe(503);
    expect(used('waiting_bodies')).toBe(0);
    expect(greedy.text).toMatch(/^Retry-After: \d/m);
  });

  it('waiting_bodies by what they are when they are unpacked, gets no more than there is', async () => {
    await start({ waiting_bodies: 512 * KIB });
    // Some seventy times as long.
    const packed = gzipSync(randomBytes(10_000).toString('hex').repeat(50));
    const greedy = send(
      GREEDY,
      `POST /\nContent-Encoding: gzip\nContent-Length: ${packed.length}`,
      packed.toString('latin1'),
    );
    expect(await answered(greedy)).toBe(503);
    expect([used('waiting_bodies'), origin.requests.length]).toEqual([0, 0]);
    const small = gzipSync('some ordinary words '.repeat(1_000)).toString('latin1');
    const honest = send(HONEST, `POST /\nContent-Encoding: gzip\nContent-Length: ${small.length}`, small);
    expect(await answered(honest)).toBe(200);
    await eventually(() => used('waiting_bodies') === 0);
  });

  it('waiting_bodies for an origin that does not answer, loses them as well', async () => {
    await start({ waiting_bodies: 1_024 * KIB });
    const greedy = Array.from({ length: 5 }, () =>
      send(GREEDY, `PUT /silent\nContent-Length: ${200 * KIB}`, 'b'.repeat(200 * KIB)),
    );
    await eventually(() => used('waiting_bodies') === 1_000 * KIB);
    expect(await answered(post(HONEST, '/', 200 * KIB))).toBe(200);
    await eventually(() => greedy.some((client) => statusOf(client) === 503));
  });

  it('waiting_responses, loses them to another client’s', async () => {
    await start({ waiting_responses: 640 * KIB }, { inspectResponses: true });
    const greedy = [send(GREEDY, 'GET /slow'), send(GREEDY, 'GET /slow')];
    await eventually(() => used('waiting_responses') === 600 * KIB);
    const page = send(HONEST, 'GET /page');
    expect(await answered(page)).toBe(200);
    expect(greedy.filter((client) => statusOf(client) === 503).length).toBeGreaterThan(0);
  });

  it('unread_bodies over HTTP/2, is refused, and what he held is given back', async () => {
    const pems = await generate([{ name: 'commonName', value: 'shop.example' }], {
      keyType: 'ec',
      curve: 'P-256',
    });
    await start(
      { unread_bodies: 64 * KIB },
      { requestBody: 1 * KIB, requestBodyAction: 'ProcessPartial' },
      { selfSigned: { key: pems.private, cert: pems.cert } },
    );
    // An origin that reads nothing: what it is sent stays with us.
    origin.pause();
    const session = connectHttp2(`https://127.0.0.1:${edge.httpsPort}`, {
      rejectUnauthorized: false,
      servername: 'shop.example',
    });
    const stream = session.request({ ':method': 'POST', ':path': '/', ':authority': 'shop.example' });
    stream.on('error', () => undefined);
    stream.write(Buffer.alloc(32 * KIB * KIB, 'b'));
    await eventually(() =>
      edge.records.some(({ status, reason }) => status === 503 && reason === 'overloaded'),
    );
    session.destroy();
    await eventually(() => used('unread_bodies') === 0);
  });

  it('websocket_messages that never end, loses his connection to another’s message', async () => {
    const { open } = await startWebSockets({ websocket_messages: 64 * KIB });
    const greedy = await open(GREEDY);
    greedy.socket.write(textFrame(false, 'a'.repeat(28 * KIB)));
    await eventually(() => used('websocket_messages') > 56 * KIB);
    const honest = await open(HONEST);
    honest.socket.write(textFrame(true, 'b'.repeat(4 * KIB)));
    await eventually(() => honest.text.includes('b'.repeat(4 * KIB)));
    await eventually(() => greedy.closed);
    expect(greedy.text).toContain(TRY_AGAIN_LATER);
  });

  it('websocket_messages by not reading what he is sent, loses his connection to another’s message', async () => {
    const { open, sockets } = await startWebSockets({ websocket_messages: 1_024 * KIB });
    const greedy = await Promise.all(Array.from({ length: 12 }, () => open(GREEDY)));
    for (const { socket } of greedy) socket.pause();
    const large = Buffer.alloc(32 * KIB * KIB);
    for (const socket of sockets.clients) socket.send(large);
    await eventually(() => used('websocket_messages') > 256 * KIB);
    const honest = await open(HONEST);
    honest.socket.write(textFrame(true, 'b'.repeat(4 * KIB)));
    await eventually(() => honest.text.includes('b'.repeat(4 * KIB)));
    expect(used('websocket_messages')).toBeLessThanOrEqual(1_024 * KIB);
    for (const { socket } of greedy) socket.destroy();
    await eventually(() => used('websocket_messages') === 0 && used('websockets') === 1);
  });

  it('websockets that say nothing, loses the oldest of them to somebody else’s', async () => {
    const { open } = await startWebSockets({ websockets: 16 });
    const greedy: Client[] = [];
    for (let index = 0; index < 16; index++) greedy.push(await open(GREEDY));
    expect(used('websockets')).toBe(16);
    const honest = await open(HONEST);
    await eventually(() => greedy[0]!.closed);
    expect(greedy[0]!.text).toContain(TRY_AGAIN_LATER);
    honest.socket.write(textFrame(true, 'still here'.repeat(20)));
    await eventually(() => honest.text.includes('still here'));
    await eventually(() => used('websockets') <= 16);
  });

  it('connections that say nothing, loses the oldest of them to somebody else’s', async () => {
    await start({ connections: 16 });
    for (let index = 0; index < 16; index++) connectSilently();
    await eventually(() => used('connections') === 16);
    expect(await answered(send(HONEST, 'GET /'))).toBe(200);
    expect(clients.filter(({ closed }) => closed).length).toBeGreaterThan(0);
  });

  it('requests that are not answered, is refused further ones, and nobody else is', async () => {
    await start({ requests: 8 });
    for (let index = 0; index < 4; index++) send(GREEDY, 'GET /silent');
    await eventually(() => used('requests') === 4);
    expect(await answered(send(GREEDY, 'GET /'))).toBe(503);
    expect(await answered(send(HONEST, 'GET /'))).toBe(200);
  });

  it('origin_connections, waits himself, and nobody else does', async () => {
    await start({ origin_connections: 8 });
    for (let index = 0; index < 6; index++) send(GREEDY, 'GET /silent');
    await eventually(() => used('origin_connections') === 6);
    const further = send(GREEDY, 'GET /');
    for (let index = 0; index < 3; index++) expect(await answered(send(HONEST, 'GET /'))).toBe(200);
    expect(statusOf(further)).toBe(0);
    clients[0]!.socket.destroy();
    expect(await answered(further)).toBe(200);
  });

  it('origin_connections from everywhere for one site, leaves some to another site at the same origin', async () => {
    await start({ origin_connections: 8 });
    const other = sampleSite({ siteId: 'site-2', ownerId: 'owner-2', hosts: ['other.example'] });
    other.origin!.port = origin.port;
    edge.worker.applyDocument(toBinary(edgeV1.SiteConfigSchema, other));
    for (let index = 0; index < 12; index++) send(`127.0.${index}.2`, 'GET /silent');
    await eventually(() => used('origin_connections') === 7);
    await eventually(() => origin.requests.length === 7);
    const further = send(HONEST, 'GET /');
    for (let index = 0; index < 3; index++) {
      expect(await answered(send(HONEST, 'GET /', '', 'other.example'))).toBe(200);
    }
    expect(statusOf(further)).toBe(0);
  });
});

/** A text message of a client, or the first part of one. */
function textFrame(fin: boolean, text: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt8(fin ? 0x81 : 0x01, 0);
  head.writeUInt8(0x80 | 126, 1);
  head.writeUInt16BE(text.length, 2);
  return Buffer.concat([head, Buffer.from(text)]);
}
