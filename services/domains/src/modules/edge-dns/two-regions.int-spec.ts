import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request, type Server } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { EdgeConfigPublisher, generateEdgeKeys, sampleSite } from '@palisade/edge-state';
import { eventually, freePort, startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { type EdgePorts, startEdgeProcess } from '../../test/edge-process.ts';
import { ELSEWHERE, EUROPEAN, startTwoViews, type TwoViews } from '../../test/two-views.ts';
import { EdgeDnsService } from './edge-dns.service.ts';

/** Maximum time until an address has left the zone after its node died, ms, as docs/self-hosting/edge-dns.md says. */
const DEAD_MS = 25_000;
/** The same after its node was drained. */
const DRAINED_MS = 7_000;
/** Lifetime of the records in resolvers, ms. */
const TTL_MS = 5_000;
const SITE = 'shop.example';
const keys = generateEdgeKeys();

/** An edge node, an origin beside it, and the network path from visitors to the node, with its latency. */
interface Region {
  readonly name: 'europe' | 'america';
  readonly address: string;
  readonly ports: EdgePorts;
  edge: Awaited<ReturnType<typeof startEdgeProcess>>;
  readonly origin: Server;
  readonly path: NetworkPath;
}

interface NetworkPath {
  /** Drops open connections and refuses new ones. */
  cut(): void;
  stop(): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), 'two-regions-'));
let bind: TwoViews;
let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: Redis;
let dns: EdgeDnsService;
let sharedPort: number;
let regions: [Region, Region];

beforeAll(async () => {
  [bind, server] = await Promise.all([startTwoViews(), startTestRedis({ durable: true })]);
  redis = new Redis(server.url);
  sharedPort = await freePort();
  regions = await Promise.all([
    startRegion('europe', '127.0.0.11', 10),
    startRegion('america', '127.0.0.12', 40),
  ]);
  await new EdgeConfigPublisher(redis, keys.signing).publish(siteOf(regions));
  for (const { address } of regions)
    await eventually('the site', async () => expect((await get(address)).status).toBe(200));
  dns = new EdgeDnsService(redis, { PALISADE_EDGE_DNS_FILE: settingsFile() });
  dns.onApplicationBootstrap();
  await eventually('each view with its own region', async () => {
    expect(await bind.asked(EUROPEAN).resolve4(bind.name)).toEqual(['127.0.0.11']);
    expect(await bind.asked(ELSEWHERE).resolve4(bind.name)).toEqual(['127.0.0.12']);
  });
});
afterAll(async () => {
  await dns?.onApplicationShutdown();
  for (const { edge, origin, path } of regions ?? []) {
    await edge.stop();
    origin.closeAllConnections();
    origin.close();
    await path.stop();
  }
  redis?.disconnect();
  await server?.dispose();
  await bind?.stop();
  rmSync(folder, { recursive: true });
});

describe('two regions', () => {
  it('serve visitors from the nearer edge, and both edges use the faster origin', async () => {
    await eventually('the faster origin', async () => {
      for (const { address } of regions) expect((await get(address)).body).toBe('europe');
    });
    const visitors = [visitorsFrom(EUROPEAN), visitorsFrom(ELSEWHERE)] as const;
    await pause(2_000);
    const [europeans, others] = await Promise.all(visitors.map((each) => each.ended()));
    expect([...europeans!.failures, ...others!.failures]).toEqual([]);
    expect(europeans!.answeredBy).toEqual(new Set(['127.0.0.11']));
    expect(others!.answeredBy).toEqual(new Set(['127.0.0.12']));
  });

  it('lose no request when an edge is stopped: it serves on until resolvers have forgotten its address', async () => {
    const visitors = [visitorsFrom(EUROPEAN), visitorsFrom(ELSEWHERE)] as const;
    const [europe] = regions;
    const began = performance.now();
    const stopped = europe.edge.stop();
    await untilAnswered(EUROPEAN, '127.0.0.12');
    expect(performance.now() - began).toBeLessThan(DRAINED_MS);
    await stopped;
    await pause(1_000);
    const ended = await Promise.all(visitors.map((each) => each.ended()));
    expect(ended.flatMap(({ failures }) => failures)).toEqual([]);
    europe.edge = await startEdge(europe.name, europe.ports);
    const back = performance.now();
    await untilAnswered(EUROPEAN, '127.0.0.11');
    expect(performance.now() - back).toBeLessThan(DRAINED_MS);
  });

  it('serve every request that is repeated after the documented time when a region is lost', async () => {
    const [europe] = regions;
    await eventually('the site', async () => expect((await get(europe.address)).status).toBe(200));
    const visitors = [visitorsFrom(EUROPEAN), visitorsFrom(ELSEWHERE)] as const;
    await pause(1_000);
    const lostAt = performance.now();
    for (const each of visitors) each.repeatAt(lostAt + DEAD_MS + TTL_MS);
    // Edge, origin and the way there.
    europe.path.cut();
    europe.edge.kill();
    europe.origin.closeAllConnections();
    europe.origin.close();
    await untilAnswered(EUROPEAN, '127.0.0.12');
    const answeredAfter = performance.now() - lostAt;
    expect(answeredAfter).toBeLessThan(DEAD_MS);
    // Visitors who resolved the name just before use the old address for its lifetime.
    await pause(TTL_MS + 1_000);
    const [europeans, others] = await Promise.all(visitors.map((each) => each.ended()));
    expect(others!.failures).toEqual([]);
    expect(europeans!.failures.length).toBeGreaterThan(0);
    // No request fails after the documented time, and each that failed before succeeds when it is repeated.
    const lastFailure = Math.max(...europeans!.failures) - lostAt;
    expect(lastFailure).toBeLessThan(DEAD_MS + TTL_MS);
    expect(europeans!.failedTwice).toBe(0);
    expect(europeans!.sent).toBeGreaterThan(europeans!.failures.length);
    // The lost region's origin is down as well, so the other edge uses its own.
    expect((await get('127.0.0.12')).body).toBe('america');
  });
});

async function startRegion(name: Region['name'], address: string, delayMs: number): Promise<Region> {
  const ports = { http: await freePort(), https: await freePort(), admin: await freePort() };
  const origin = createHttpServer((_request, response) => {
    setTimeout(() => response.end(name), delayMs);
  });
  await new Promise<void>((done) => origin.listen(0, '127.0.0.1', done));
  const edge = await startEdge(name, ports);
  const path = await startPath(address, ports.http, delayMs);
  return { name, address, ports, edge, origin, path };
}

const startEdge = (node: string, ports: EdgePorts) =>
  startEdgeProcess({
    ports,
    redisUrl: server.url,
    configKeys: { [keys.signing.keyId]: keys.signing.publicKey },
    sealKey: keys.sealing.privateKey,
    node,
    environment: {
      PALISADE_EDGE_WORKERS: '1',
      PALISADE_EDGE_MANAGED_RULES: 'false',
      PALISADE_EDGE_ORIGIN_ALLOW: '127.0.0.0/8',
      PALISADE_EDGE_ORPHAN_MS: '0',
      // How long resolvers may cache its address after it has left the zone.
      PALISADE_EDGE_DRAIN_DELAY_MS: String(DRAINED_MS + TTL_MS + 1_000),
      PALISADE_BUS_REDIS_URL: server.url,
      PALISADE_EVENT_SIGNING_KEY: generateEdgeKeys().signing.privateKey,
    },
  });

/** One origin in each region; edges prefer the one that answers health checks sooner. */
function siteOf([europe, america]: readonly [Region, Region]): edgeV1.SiteConfig {
  const portOf = ({ origin }: Region) => (origin.address() as AddressInfo).port;
  const site = sampleSite({ hosts: [SITE] });
  site.origin = create(edgeV1.OriginSchema, {
    host: '127.0.0.1',
    port: portOf(europe),
    timeoutMs: 5_000,
    weight: 1,
  });
  site.loadBalancing = create(edgeV1.LoadBalancingSchema, {
    preferFastest: true,
    moreOrigins: [{ host: '127.0.0.1', port: portOf(america), weight: 1 }],
    healthCheck: {
      path: '/',
      intervalMs: 1_000,
      timeoutMs: 1_000,
      unhealthyAfter: 2,
      healthyAfter: 1,
      statusFrom: 200,
      statusTo: 399,
    },
  });
  return site;
}

function settingsFile(): string {
  const file = join(folder, 'edge-dns.json');
  const view = (name: 'europe' | 'elsewhere', order: Region['name'][]) => ({
    view: name,
    key: { name: `edge-${name}`, secret: bind.keys[name] },
    regions: order,
  });
  const settings = {
    server: bind.address,
    zone: bind.zone,
    name: bind.name,
    ttl_seconds: TTL_MS / 1_000,
    nodes: Object.fromEntries(regions.map(({ name, address }) => [name, { ipv4: [address], region: name }])),
    views: [view('europe', ['europe', 'america']), view('elsewhere', ['america', 'europe'])],
  };
  writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
  return file;
}

/** Relays connections from a region's address to its edge, with latency in both directions. */
async function startPath(address: string, port: number, delayMs: number): Promise<NetworkPath> {
  let isCut = false;
  const open = new Set<Socket>();
  const relay = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const edge = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, edge],
      [edge, client],
    ] as const) {
      open.add(from);
      from.on('data', (chunk) => setTimeout(() => to.write(chunk), delayMs));
      from.on('error', () => undefined);
      from.on('close', () => {
        open.delete(from);
        setTimeout(() => to.destroy(), delayMs);
      });
    }
  });
  await new Promise<void>((done) => relay.listen(sharedPort, address, done));
  const destroyAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    cut: () => {
      isCut = true;
      destroyAll();
    },
    stop: () => {
      destroyAll();
      return new Promise((done) => relay.close(() => done()));
    },
  };
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function untilAnswered(from: string, address: string): Promise<void> {
  const limit = performance.now() + DEAD_MS + TTL_MS;
  while ((await bind.asked(from).resolve4(bind.name)).join() !== address) {
    if (performance.now() > limit) throw new Error(`${from} does not get ${address}`);
    await pause(100);
  }
}

function get(address: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: address, port: sharedPort, path: '/', headers: { Host: SITE }, agent: false, timeout: 5_000 },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          body += text;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
        response.on('error', reject);
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end();
  });
}

interface Ended {
  sent: number;
  /** Moments (`performance.now()`) of first tries that failed. */
  failures: number[];
  failedTwice: number;
  answeredBy: Set<string>;
}

interface Visitors {
  /** Repeats failed requests at this moment (`performance.now()`), once; without one, they are not repeated. */
  repeatAt(moment: number): void;
  ended(): Promise<Ended>;
}

/** Ten requests a second from an address, with a resolver that caches records for their lifetime. */
function visitorsFrom(from: string): Visitors {
  const resolver = bind.asked(from);
  let repeatAt: number | null = null;
  const result: Ended = { sent: 0, failures: [], failedTwice: 0, answeredBy: new Set() };
  const pending = new Set<Promise<void>>();
  let known = { address: '', until: 0 };
  const resolve = async (): Promise<string> => {
    if (known.until > performance.now()) return known.address;
    const [first] = await resolver.resolve4(bind.name, { ttl: true });
    known = { address: first!.address, until: performance.now() + first!.ttl * 1_000 };
    return known.address;
  };
  const once = async (): Promise<boolean> => {
    const address = await resolve();
    const succeeded = await get(address).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (succeeded) result.answeredBy.add(address);
    return succeeded;
  };
  const visit = async (): Promise<void> => {
    result.sent++;
    const at = performance.now();
    if (await once()) return;
    result.failures.push(at);
    if (repeatAt === null) return;
    await pause(Math.max(0, repeatAt - performance.now()));
    if (!(await once())) result.failedTwice++;
  };
  const timer = setInterval(() => {
    const visited = visit().finally(() => pending.delete(visited));
    pending.add(visited);
  }, 100);
  return {
    repeatAt: (moment) => {
      repeatAt = moment;
    },
    ended: async () => {
      clearInterval(timer);
      await Promise.all(pending);
      return result;
    },
  };
}
