/** What happens to nodes while clients come at 80 requests a second; each is a drill of some seconds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EdgeConfigPublisher, generateEdgeKeys, sampleSite } from '@palisade/edge-state';
import { startTestRedis, until } from '@palisade/testing';
import { Redis } from 'ioredis';
import { type Arrivals, startArrivals } from '../../test-support/arrivals.ts';
import { type EdgeNode, type EdgeNodeOptions, startEdgeNode } from '../../test-support/edge-node.ts';
import { migrateQueues } from '../../test-support/queue-migration.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { exchange, open, startSteadyLoad } from '../../test-support/steady-load.ts';
import { configFolder } from '../sites/data-folders.ts';
import { Sqlite } from '../sites/sqlite.ts';

const HOST = 'shop.example';
const PER_SECOND = 80;
/** Workers report to their supervisor once a second. */
const REPORT_MS = 1_000;
const keys = generateEdgeKeys();

let origin: RecordingOrigin;
let server: Awaited<ReturnType<typeof startTestRedis>>;
let folder: string;
const nodes: EdgeNode[] = [];
let arrivals: Arrivals | null = null;
let migration: (() => void) | null = null;

beforeEach(async () => {
  origin = await startRecordingOrigin();
  folder = mkdtempSync(path.join(tmpdir(), 'edge-outages-'));
  server = await startTestRedis();
  const redis = new Redis(server.url);
  const site = sampleSite({
    origin: { host: '127.0.0.1', port: origin.port, useTls: false, timeoutMs: 5_000 },
  });
  await new EdgeConfigPublisher(redis, keys.signing).publish(site);
  redis.disconnect();
});

afterEach(async () => {
  await arrivals?.stop();
  arrivals = null;
  migration?.();
  migration = null;
  for (const node of nodes.splice(0)) await node.terminate();
  await server.dispose();
  await origin.close();
  rmSync(folder, { recursive: true });
});

async function start(options: Partial<EdgeNodeOptions> = {}): Promise<EdgeNode> {
  const environment = { PALISADE_EDGE_DRAIN_MS: '60000', ...options.environment };
  const shared = { dataDir: folder, keys, redisUrl: server.url, workers: 2 };
  const node = await startEdgeNode({ ...shared, ...options, environment });
  nodes.push(node);
  await node.ready();
  await eventually(async () => (await node.health()).workers.every(({ sites }) => sites === 1));
  return node;
}

const eventually = (condition: () => boolean | Promise<boolean>) =>
  until(condition, () => nodes.map((it) => it.log()).join('\n'));

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a document that is damaged on disk', () => {
  it('is fetched again from Redis, without anybody’s doing', async () => {
    const node = await start();
    await node.terminate();
    nodes.pop();
    const store = new Sqlite(path.join(configFolder(folder), 'sites.db'));
    const { bytes } = store.prepare('SELECT bytes FROM documents').get() as { bytes: Uint8Array };
    bytes[bytes.length >> 1]! ^= 0x10;
    store.prepare('UPDATE documents SET bytes = ?').run(bytes);
    store.close();
    const again = await start();
    await eventually(() => again.log().includes('site config on disk damaged'));
    await eventually(async () => {
      const socket = await open(again.port);
      const { text } = await exchange(socket, `GET / HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`);
      socket.destroy();
      return text.startsWith('HTTP/1.1 200 ');
    });
  });
});

describe('nobody is refused', () => {
  it('on SIGTERM while a balancer has not noticed yet: not ready at once, each answer ends its connection', async () => {
    const node = await start({ environment: { PALISADE_EDGE_DRAIN_DELAY_MS: '60000' } });
    arrivals = startArrivals(node.port, HOST, PER_SECOND);
    await eventually(() => arrivals!.answered > PER_SECOND);
    expect(arrivals.closing).toBe(0);
    node.signal('SIGTERM');
    await eventually(() => node.log().includes('edge no longer ready'));
    expect((await fetch(`http://127.0.0.1:${node.adminPort}/readyz`)).status).toBe(503);
    const before = arrivals.answered;
    await eventually(() => arrivals!.answered > before + PER_SECOND && arrivals!.closing > PER_SECOND);
    await arrivals.stop();
    expect(arrivals.failures).toEqual([]);
    // It does not wait any longer for balancers.
    expect(await node.terminate()).toBe(0);
  });

  it('on SIGTERM, and a second one does not wait for balancers', async () => {
    const node = await start({ environment: { PALISADE_EDGE_DRAIN_DELAY_MS: '60000' } });
    node.signal('SIGTERM');
    await eventually(() => node.log().includes('edge no longer ready'));
    expect(await node.terminate()).toBe(0);
  });

  it('when the supervisor is killed: its workers serve until those of the next one listen', async () => {
    migration = migrateQueues();
    const environment = { PALISADE_EDGE_ORPHAN_MS: '60000' };
    const node = await start({ environment });
    const orphans = (await node.health()).workers.map(({ pid }) => pid);
    arrivals = startArrivals(node.port, HOST, PER_SECOND);
    await eventually(() => arrivals!.answered > PER_SECOND);
    // They notice it late, when they have something to report.
    for (const pid of orphans) process.kill(pid, 'SIGSTOP');
    await node.kill();
    await sleep(REPORT_MS);
    for (const pid of orphans) process.kill(pid, 'SIGCONT');
    const { answered } = arrivals;
    await eventually(() => arrivals!.answered > answered + PER_SECOND);
    expect(orphans.map(isAlive)).toEqual([true, true]);
    const next = await start({ environment, ports: node });
    await eventually(() => !orphans.some(isAlive));
    const { answered: handedOver } = arrivals;
    await eventually(() => arrivals!.answered > handedOver + PER_SECOND);
    await arrivals.stop();
    // The sockets of those who end are closed beside those of the next node.
    const resets = arrivals.failures.filter((failure) => failure.startsWith('{"text":"","complete":false'));
    expect(arrivals.failures.filter((failure) => !resets.includes(failure))).toEqual([]);
    expect(resets.length).toBeLessThanOrEqual(migration ? 0 : orphans.length);
    expect((await next.health()).workers.map(({ restarts }) => restarts)).toEqual([0, 0]);
  });

  it('when the supervisor is killed and none follows, until the workers have waited long enough', async () => {
    const node = await start({ environment: { PALISADE_EDGE_ORPHAN_MS: '1000' } });
    const orphans = (await node.health()).workers.map(({ pid }) => pid);
    await node.kill();
    expect(orphans.map(isAlive)).toEqual([true, true]);
    await eventually(() => !orphans.some(isAlive));
  });

  it('on SIGHUP after SIGHUP, for thousands of requests on connections that are kept and on new ones', async () => {
    const node = await start();
    const load = startSteadyLoad(node.port, HOST, 16);
    for (let restarts = 1; restarts <= 2; restarts++) {
      const { answered } = load;
      await eventually(() => load.answered > answered + 500);
      node.signal('SIGHUP');
      await eventually(() => node.log().split('all workers have been replaced').length === restarts + 1);
    }
    await eventually(() => load.answered > 3_000);
    await load.stop();
    expect(load.failures).toEqual([]);
  });
});
