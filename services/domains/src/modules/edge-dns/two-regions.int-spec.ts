import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request, type Server } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { EdgeConfigPublisher, generateEdgeKeys, sampleSite } from '@palisade/edge-state';
import { eventually, freePort, startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { type EdgePorts, startEdgeProcess } from '../../test/edge-process.ts';
import { ELSEWHERE, EUROPEAN, startTwoViews, type TwoViews } from '../../test/two-views.ts';
import { EdgeDnsService } from './edge-dns.service.ts';

/** As docs/self-hosting/edge-dns.md says: until an address has left the zone, after a death and after a word. */
const DEAD_MS = 25_000;
const DRAINED_MS = 7_000;
const TTL_MS = 5_000;
const SITE = 'shop.example';
const keys = generateEdgeKeys();

/** A part of the world: an edge node and an origin, and the way there, which takes its time. */
interface Region {
  readonly name: 'europe' | 'america';
  readonly address: string;
  readonly ports: EdgePorts;
  edge: Awaited<ReturnType<typeof startEdgeProcess>>;
  readonly origin: Server;
  readonly way: Way;
}

interface Way {
  /** Nothing arrives there any more. */
  cut(): void;
  stop(): Promise<void>;
}

const folder = mkdtempSync(path.join(tmpdir(), 'two-regions-'));
let bind: TwoViews;
let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: Redis;
let dns: EdgeDnsService;
let sharedPort: number;
let regions: [Region, Region];

beforeAll(async () => {
  bind = await startTwoViews();
  server = await startTestRedis({ durable: true });
  redis = new Redis(server.url);
  sharedPort = await freePort();
  regions = [await startRegion('europe', '127.0.0.11', 10), await startRegion('america', '127.0.0.12', 40)];
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
  for (const { edge, origin, way } of regions ?? []) {
    await edge.stop();
    origin.closeAllConnections();
    origin.close();
    await way.stop();
  }
  redis?.disconnect();
  await server?.dispose();
  await bind?.stop();
  rmSync(folder, { recursive: true });
});

describe('two regions', () => {
  it('are each answered from their own, both by the origin that is faster', async () => {
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

  it('lose no request when one is told to end and serves on as long as its address is remembered', async () => {
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

  it('lose no request that is sent once more after the stated time when one is gone at once', async () => {
    const [europe] = regions;
    await eventually('the site', async () => expect((await get(europe.address)).status).toBe(200));
    const visitors = [visitorsFrom(EUROPEAN), visitorsFrom(ELSEWHERE)] as const;
    await pause(1_000);
    const lostAt = performance.now();
    // Edge, origin and the way there.
    europe.way.cut();
    europe.edge.kill();
    europe.origin.closeAllConnections();
    europe.origin.close();
    await untilAnswered(EUROPEAN, '127.0.0.12');
    const answeredAfter = performance.now() - lostAt;
    expect(answeredAfter).toBeLessThan(DEAD_MS);
    // So long those who have resolved the name just before go on with the old address.
    await pause(TTL_MS + 1_000);
    const [europeans, others] = await Promise.all(visitors.map((each) => each.ended()));
    expect(others!.failures).toEqual([]);
    expect(europeans!.failures.length).toBeGreaterThan(0);
    // None fails any more once the stated time is over, and each that failed comes through at its second try.
    const lastFailure = Math.max(...europeans!.failures) - lostAt;
    expect(lastFailure).toBeLessThan(DEAD_MS + TTL_MS);
    expect(europeans!.failedTwice).toBe(0);
    expect(europeans!.sent).toBeGreaterThan(europeans!.failures.length);
    // The origin beside the lost edge is down as well: the other edge uses the other origin.
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
  const way = await startWay(address, ports.http, delayMs);
  return { name, address, ports, edge, origin, way };
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

/** One origin in each region; whichever answers health checks sooner is asked. */
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
  const file = path.join(folder, 'edge-dns.json');
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

/** A region's address, with a delay in both directions to its edge. */
async function startWay(address: string, port: number, delayMs: number): Promise<Way> {
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
    if (performance.now() > limit) throw new Error(`${from} is not told ${address}`);
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

/** Ten requests a second from there, by a resolver that keeps to the lifetime; what fails is sent once more after the stated time. */
function visitorsFrom(from: string): { ended(): Promise<Ended> } {
  const resolver = bind.asked(from);
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
    await pause(DEAD_MS + TTL_MS);
    if (!(await once())) result.failedTwice++;
  };
  const timer = setInterval(() => {
    const visited = visit().finally(() => pending.delete(visited));
    pending.add(visited);
  }, 100);
  return {
    ended: async () => {
      clearInterval(timer);
      await Promise.all(pending);
      return result;
    },
  };
}
