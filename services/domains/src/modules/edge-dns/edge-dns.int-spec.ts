import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EDGE_KEYS, NODE_ALIVE_MS, NodeBoard, type NodeReport } from '@palisade/edge-state';
import { nodeReport } from '@palisade/edge-state/test-support';
import { eventually, freePort, startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { ELSEWHERE, EUROPEAN, startTwoViews, type TwoViews } from '../../test/two-views.ts';
import { EdgeDnsService } from './edge-dns.service.ts';

const SOME_VIEW = { view: 'v', key: { name: 'k', secret: Buffer.alloc(32).toString('base64') } };
const MANY_NODES = Object.fromEntries(
  Array.from({ length: 200 }, (_, index) => [
    `node-${index}`,
    { ipv4: Array.from({ length: 16 }, (_each, at) => `192.0.${index}.${at}`), region: 'europe' },
  ]),
);

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-edge-dns-'));
let bind: TwoViews;
let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: Redis;
let board: NodeBoard;
let dns: EdgeDnsService;

const settings = () => ({
  server: bind.address,
  zone: bind.zone,
  name: bind.name,
  ttl_seconds: 20,
  nodes: {
    paris: { ipv4: ['192.0.2.1'], ipv6: ['2001:db8::1'], region: 'europe' },
    oslo: { ipv4: ['192.0.2.2'], region: 'europe' },
    lima: { ipv4: ['192.0.2.3'], region: 'south-america' },
  },
  views: [
    { view: 'europe', key: { name: 'edge-europe', secret: bind.keys.europe }, regions: ['europe'] },
    {
      view: 'elsewhere',
      key: { name: 'edge-elsewhere', secret: bind.keys.elsewhere },
      regions: ['south-america'],
    },
  ],
});

function service(change: object = {}): EdgeDnsService {
  const file = path.join(folder, 'edge-dns.json');
  writeFileSync(file, JSON.stringify({ ...settings(), ...change }), { mode: 0o600 });
  return new EdgeDnsService(redis, { PALISADE_EDGE_DNS_FILE: file });
}

const REPORT = nodeReport({ workersListening: 2, workers: 2 });

const report = (node: string, change: Partial<NodeReport> = {}) =>
  board.report(node, { ...REPORT, ...change });

/** As if its last report were older than a node that is alive has. */
async function silence(node: string): Promise<void> {
  const seenAtMs = Date.now() - NODE_ALIVE_MS - 60_000;
  await redis.hset(EDGE_KEYS.nodes, node, JSON.stringify({ ...REPORT, seenAtMs }));
}

async function looks(count: number): Promise<void> {
  for (let left = count; left > 0; left--) await dns.look();
}

/** The answers that a client there gets. */
const asked = (from: string) => ({
  ipv4: async () =>
    (await bind.asked(from).resolve4(bind.name, { ttl: true })).sort((a, b) =>
      a.address < b.address ? -1 : 1,
    ),
  ipv6: () => bind.asked(from).resolve6(bind.name),
});
const addresses = async (from: string) => (await asked(from).ipv4()).map(({ address }) => address);

beforeAll(async () => {
  bind = await startTwoViews();
  server = await startTestRedis();
  redis = new Redis(server.url);
  board = new NodeBoard(redis);
});
afterAll(async () => {
  await bind?.stop();
  redis?.disconnect();
  await server?.dispose();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await redis.flushdb();
  for (const node of ['paris', 'oslo', 'lima']) await report(node);
  dns = service();
  await dns.look();
});

describe('the addresses of the edge, as BIND answers them', () => {
  it('are those of the visitor’s region, with the lifetime that the operator has set', async () => {
    expect(await asked(EUROPEAN).ipv4()).toEqual([
      { address: '192.0.2.1', ttl: 20 },
      { address: '192.0.2.2', ttl: 20 },
    ]);
    expect(await asked(EUROPEAN).ipv6()).toEqual(['2001:db8::1']);
    expect(await addresses(ELSEWHERE)).toEqual(['192.0.2.3']);
    await expect(asked(ELSEWHERE).ipv6()).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('lose a node that drains at the next look, and one that is silent at the third', async () => {
    await report('oslo', { draining: true });
    await dns.look();
    expect(await addresses(EUROPEAN)).toEqual(['192.0.2.1']);
    await silence('paris');
    await looks(2);
    expect(await addresses(EUROPEAN)).toEqual(['192.0.2.1']);
    await dns.look();
    // No node of Europe is left.
    expect(await addresses(EUROPEAN)).toEqual(['192.0.2.3']);
    await report('oslo');
    await dns.look();
    expect(await addresses(EUROPEAN)).toEqual(['192.0.2.2']);
  });

  it('stay as they are while no node reports, or Redis is away', async () => {
    await redis.del(EDGE_KEYS.nodes);
    await looks(5);
    expect(await addresses(EUROPEAN)).toEqual(['192.0.2.1', '192.0.2.2']);
    const away = new Redis(`redis://127.0.0.1:${await freePort()}`, {
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    away.on('error', () => undefined);
    const file = path.join(folder, 'edge-dns.json');
    await new EdgeDnsService(away, { PALISADE_EDGE_DNS_FILE: file }).look();
    expect(await addresses(ELSEWHERE)).toEqual(['192.0.2.3']);
  });

  it('are written again when the name server has refused them before', async () => {
    const [europe, elsewhere] = settings().views;
    const stranger = { ...europe!, key: { ...europe!.key, secret: randomBytes(32).toString('base64') } };
    await report('oslo', { draining: true });
    dns = service({ views: [stranger, elsewhere] });
    await dns.look();
    expect(await addresses(EUROPEAN)).toEqual(['192.0.2.1', '192.0.2.2']);
    // The other view goes on.
    await report('lima', { workersListening: 0 });
    await dns.look();
    expect(await addresses(ELSEWHERE)).toEqual(['192.0.2.1']);
    dns = service();
    await dns.look();
    expect(await addresses(EUROPEAN)).toEqual(['192.0.2.1']);
  });

  it('follow by themselves', async () => {
    dns.onApplicationBootstrap();
    try {
      await report('paris', { draining: true });
      await eventually('the zone without paris', async () =>
        expect(await addresses(EUROPEAN)).toEqual(['192.0.2.2']),
      );
    } finally {
      await dns.onApplicationShutdown();
    }
  });

  it.each([
    ['an unknown field', { nameserver: 'x' }, 'Unrecognized'],
    ['a name outside of the zone', { name: 'edge.example.org' }, 'must lie in the zone'],
    ['a node without an address', { nodes: { paris: { region: 'europe' } } }, 'must have an address'],
    ['a port that does not exist', { server: '127.0.0.1:99999' }, 'from 1 to 65535'],
    ['a region that no node is in', { views: [{ ...SOME_VIEW, regions: ['eurpoe'] }] }, 'no node is in'],
    ['a key twice', { views: [SOME_VIEW, SOME_VIEW] }, 'the same key'],
    ['more addresses than an update holds', { nodes: MANY_NODES }, 'more addresses than one update'],
    ['a short secret', { views: [{ view: 'v', key: { name: 'k', secret: 'c2hvcnQ=' } }] }, '16 to 256 bytes'],
  ])('are not kept with %s, and the secret is not shown', (_what, change, message) => {
    const read = () => service(change);
    expect(read).toThrow(message);
    expect(read).not.toThrow(bind.keys.europe);
  });

  it('are not kept from a file that is no JSON, and its secret is not shown', () => {
    const file = path.join(folder, 'broken.json');
    writeFileSync(file, `{"secret":"${bind.keys.europe}",}`);
    const read = () => new EdgeDnsService(redis, { PALISADE_EDGE_DNS_FILE: file });
    expect(read).toThrow('is no JSON');
    writeFileSync(file, bind.keys.europe);
    expect(read).toThrow('is no JSON');
    expect(read).not.toThrow(bind.keys.europe.slice(0, 8));
  });

  it('wait for a name server that is away without asking it at each look', async () => {
    let connections = 0;
    const away = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((done) => away.listen(0, '127.0.0.1', done));
    dns = service({ server: `127.0.0.1:${(away.address() as AddressInfo).port}` });
    await looks(10);
    // One per view.
    expect(connections).toBe(2);
    await new Promise((done) => away.close(done));
  });

  it('are all of those that fall silent at once', async () => {
    await silence('oslo');
    await looks(1);
    await silence('paris');
    await silence('lima');
    await looks(5);
    expect(await addresses(EUROPEAN)).toEqual(['192.0.2.1', '192.0.2.2']);
    expect(await addresses(ELSEWHERE)).toEqual(['192.0.2.3']);
  });

  it('are not thinned out by a service that has just started', async () => {
    await silence('paris');
    dns = service();
    await looks(2);
    expect(await addresses(EUROPEAN)).toEqual(['192.0.2.1', '192.0.2.2']);
    await dns.look();
    expect(await addresses(EUROPEAN)).toEqual(['192.0.2.2']);
  });
});
