import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { counting } from '../../test-support/caching-edge.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const MIB = 1024 * 1024;
const FRESH = 'Cache-Control: max-age=600';
const ANSWERED = 'HTTP/1.1 200 OK\r\nPalisade-Peer: answered\r\nCache-Control: max-age=600\r\n';

const toStop: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop();
});

interface Beside {
  edge: EdgeHarness;
  origin: RecordingOrigin;
  /** Connections that the other node was asked by. */
  asked(): number;
  get(target: string, timeoutMs?: number): ReturnType<typeof sendRaw>;
  /** One that the other node is asked for. */
  peersTarget: string;
}

/** An edge node that knows another one, which does this to whoever asks it. */
async function startBeside(behave: (socket: Socket) => void): Promise<Beside> {
  let asked = 0;
  const sockets = new Set<Socket>();
  const peer = createServer((socket) => {
    asked++;
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    behave(socket);
  });
  await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done));
  toStop.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => peer.close(done));
  });
  const origin = await startRecordingOrigin(counting(FRESH));
  toStop.push(() => origin.close());
  const edge = await startEdge(
    origin.port,
    {
      nodeId: 'edge-1',
      sealKey: randomBytes(48).toString('base64'),
      peers: [
        { node: 'edge-2', host: '127.0.0.1', httpsPort: 1, httpPort: (peer.address() as AddressInfo).port },
      ],
      cache: { memoryBytes: 8 * MIB, diskBytes: 0, objectBytes: 4 * MIB, folder: null, siteShare: 1 },
    },
    (config) => {
      config.policy!.caching = true;
      config.policy!.cache = create(edgeV1.CacheSettingsSchema, { tiered: true });
      config.delivery!.compression = false;
    },
  );
  toStop.push(() => edge.stop());
  edge.worker.peers!.useAlive(['edge-1', 'edge-2']);
  const get = (target: string, timeoutMs = 20_000) =>
    sendRaw(
      edge.port,
      `GET ${target} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n`,
      timeoutMs,
    );
  return { edge, origin, get, asked: () => asked, peersTarget: peersTargetOf(edge) };
}

/** Half of all targets are this node's own. */
function peersTargetOf({ worker }: EdgeHarness): string {
  const site = worker.sites.find('shop.example')!;
  const peers = worker.peers!;
  for (let index = 0; ; index++) {
    const target = `/page-${index}`;
    const key = `${site.siteId}\nhttp://shop.example${target}`;
    const asked = { site: site.origin.site, scheme: 'http', visitedHost: 'shop.example', key } as const;
    if (peers.choose(asked as Parameters<typeof peers.choose>[0]) !== null) return target;
  }
}

describe('another node that', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', (socket) => socket.resume()],
    ['reads nothing', (socket) => socket.pause()],
    ['sends its head a byte a second', (socket) => drip(socket, ANSWERED)],
    [
      'has interim answers without end',
      (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(99), 30),
    ],
  ])('%s costs one visitor two seconds, and others nothing', async (_what, behave) => {
    const { get, origin, asked, edge, peersTarget } = await startBeside(behave);
    const began = performance.now();
    const { status, body } = await get(peersTarget);
    expect([status, body]).toEqual([200, 'answer 1']);
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(asked()).toBe(1);
    const again = performance.now();
    for (let index = 0; index < 20; index++) expect((await get(`/other-${index}`)).status).toBe(200);
    expect(asked()).toBe(1);
    expect(performance.now() - again).toBeLessThan(1_500);
    expect(origin.requests).toHaveLength(21);
    expect(edge.worker.edge.counters.peerFallbacks).toBe(1);
  });

  it('has more of a body than it says hands on what it has said', async () => {
    const { get, peersTarget } = await startBeside((socket) =>
      socket.once('data', () =>
        socket.write(`${ANSWERED}Content-Length: 4\r\n\r\nbodyHTTP/1.1 200 OK\r\n\r\nsmuggled`),
      ),
    );
    expect((await get(peersTarget)).body).toBe('body');
    expect((await get(peersTarget)).body).toBe('body');
  });

  it('breaks off before it has sent what it says leaves nothing behind in the store', async () => {
    const { get, peersTarget, edge } = await startBeside((socket) =>
      socket.once('data', () => socket.end(`${ANSWERED}Content-Length: 100\r\n\r\nbody`)),
    );
    const broken = await get(peersTarget);
    expect(broken.text).not.toContain('HTTP/1.1 502');
    expect(broken.body.length).toBeLessThan(100);
    edge.worker.peers!.useAlive(['edge-1']);
    expect((await get(peersTarget)).body).toBe('answer 1');
  });

  it.each([
    ['two lengths', `${ANSWERED}Content-Length: 4\r\nContent-Length: 5\r\n\r\nbody`],
    ['no mark', `HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody`],
    ['another mark', 'HTTP/1.1 200 OK\r\nPalisade-Peer: maybe\r\nContent-Length: 4\r\n\r\nbody'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a head without end', `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(300_000)}`],
  ])('answers with %s is passed by', async (_what, answer) => {
    const { get, peersTarget } = await startBeside((socket) =>
      socket.once('data', () => socket.write(answer)),
    );
    const { status, body } = await get(peersTarget);
    expect([status, body]).toEqual([200, 'answer 1']);
  });

  it('takes long because its origin does is waited for once it has said so', async () => {
    const { get, peersTarget, origin, edge } = await startBeside((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 102 Processing\r\nPalisade-Peer: asking\r\n\r\n');
        const timer = setTimeout(() => socket.write(`${ANSWERED}Content-Length: 4\r\n\r\nlate`), 3_500);
        socket.on('close', () => clearTimeout(timer));
      }),
    );
    const { text, body } = await get(peersTarget);
    expect(body).toBe('late');
    expect(text).not.toContain('102');
    expect(origin.requests).toHaveLength(0);
    expect(edge.worker.edge.counters.peerFallbacks).toBe(0);
  });
});

/** Byte by byte. */
function drip(socket: Socket, text: string, everyMs = 1_000): void {
  socket.once('data', () => {
    let at = 0;
    const timer = setInterval(() => socket.write(text[at++ % text.length]!), everyMs);
    socket.on('close', () => clearInterval(timer));
  });
}
