import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fromBinary } from '@bufbuild/protobuf';
import { requestLogV1 } from '@palisade/contracts';
import {
  EDGE_KEYS,
  EdgeConfigPublisher,
  generateEdgeKeys,
  LogCommitRegister,
  OriginHealthBoard,
  sampleSite,
  signSiteConfig,
} from '@palisade/edge-state';
import { createRedisStreamsBus, readEventKeys } from '@palisade/messaging';
import { newEventSettings, startTestRedis, until } from '@palisade/testing';
import { Redis } from 'ioredis';
import { type EdgeNode, type EdgeNodeOptions, startEdgeNode } from '../../test-support/edge-node.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { spoolFolder } from '../sites/data-folders.ts';
import { Sqlite } from '../sites/sqlite.ts';

type TestRedis = Awaited<ReturnType<typeof startTestRedis>>;

const keys = generateEdgeKeys();
const eventSettings = newEventSettings();
let origin: RecordingOrigin;
let server: TestRedis;
let redis: Redis;
let folder: string;
const nodes: EdgeNode[] = [];

beforeAll(async () => {
  origin = await startRecordingOrigin();
});

afterAll(async () => {
  await origin.close();
});

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edge-node-'));
  server = await startTestRedis({ durable: true });
  redis = new Redis(server.url);
  redis.on('error', () => undefined);
});

afterEach(async () => {
  for (const node of nodes.splice(0)) await node.terminate();
  redis.disconnect();
  await server.dispose();
  rmSync(folder, { recursive: true });
});

async function start(options: Partial<EdgeNodeOptions> = {}): Promise<EdgeNode> {
  const node = await startEdgeNode({
    dataDir: folder,
    keys,
    redisUrl: server.url,
    busUrl: server.url,
    events: eventSettings('edge'),
    ...options,
  });
  nodes.push(node);
  await node.ready();
  return node;
}

const site = (overrides: Parameters<typeof sampleSite>[0] = {}) =>
  sampleSite({
    origin: { host: '127.0.0.1', port: origin.port, useTls: false, timeoutMs: 5_000 },
    ...overrides,
  });

const publisher = () => new EdgeConfigPublisher(redis, keys.signing);

const get = (node: EdgeNode, target = '/', headers = '') =>
  sendRaw(
    node.port,
    `GET ${target} HTTP/1.1\r\nHost: shop.example\r\n${headers}Connection: close\r\n\r\n`,
    2_000,
  );

const eventually = (condition: () => boolean | Promise<boolean>) =>
  until(condition, () => nodes.map((it) => it.log()).join('\n'));

const serves = (node: EdgeNode) => eventually(async () => (await get(node)).status === 200);
const ATTACK = "/?q=1'%20OR%20'1'='1'%20--%20";

describe('site configs on a node', () => {
  it('take effect on every worker soon after they are published, and disappear with their tombstone', async () => {
    const node = await start({ workers: 2, managedRules: true });
    expect((await get(node)).status).toBe(421);
    await publisher().publish(site());
    await serves(node);
    await eventually(async () => (await node.health()).workers.every((worker) => worker.sites === 1));
    expect((await get(node, ATTACK)).status).toBe(403);
    await publisher().publish(site({ version: 2n, isActive: false }));
    await eventually(async () => (await get(node)).status === 503);
    await publisher().remove('site-1', 3n);
    await eventually(async () => (await get(node)).status === 421);
  });

  it('serve and block after a cold start without Redis and without the control plane', async () => {
    const first = await start();
    await publisher().publish(site());
    await serves(first);
    await first.kill();
    await server.kill();
    const second = await start({ managedRules: true });
    expect((await get(second)).status).toBe(200);
    expect((await get(second, ATTACK)).status).toBe(403);
    await server.restart();
    await publisher().publish(site({ version: 2n, isActive: false }));
    await eventually(async () => (await get(second)).status === 503);
  });

  it('are refused when forged, altered, planted under another site or older; what was good goes on', async () => {
    const node = await start();
    await publisher().publish(site({ version: 5n }));
    await serves(node);
    const plant = async (field: string, bytes: Uint8Array, version: number) => {
      const { refusedConfigs } = await node.health();
      await redis.hset(EDGE_KEYS.configs, field, Buffer.from(bytes));
      const seq = await redis.incr(EDGE_KEYS.configSequence);
      await redis.xadd(EDGE_KEYS.configChanges, '*', 'site', field, 'version', version, 'seq', seq);
      await eventually(async () => (await node.health()).refusedConfigs > refusedConfigs);
      expect((await get(node)).status).toBe(200);
    };
    const evil = (version: bigint) => site({ version, isActive: false });
    const stranger = generateEdgeKeys().signing;
    await plant('site-1', signSiteConfig(evil(6n), stranger.privateKey, keys.signing.keyId), 6);
    const altered = Buffer.from(signSiteConfig(evil(6n), keys.signing.privateKey, keys.signing.keyId));
    altered[20]! ^= 1;
    await plant('site-1', altered, 6);
    await plant('site-2', signSiteConfig(evil(7n), keys.signing.privateKey, keys.signing.keyId), 7);
    await plant('site-1', signSiteConfig(evil(4n), keys.signing.privateKey, keys.signing.keyId), 8);
    await plant('site-1', Buffer.alloc(2 * 1_048_576), 9);
    expect((await node.health()).sites).toBe(1);
  });

  it('are refused from disk when somebody changed them there', async () => {
    const first = await start();
    await publisher().publish(site());
    await serves(first);
    await first.terminate();
    await server.kill();
    const store = new Sqlite(path.join(folder, 'sites', 'sites.db'));
    const { bytes } = store.prepare('SELECT bytes FROM documents').get() as { bytes: Uint8Array };
    bytes[30]! ^= 1;
    store.prepare('UPDATE documents SET bytes = ?').run(bytes);
    store.close();
    const second = await start();
    expect((await get(second)).status).toBe(421);
    await eventually(() => second.log().includes('the signature does not match the document'));
  });
});

/** A log service: stores each record once and confirms what it has stored, also what it had stored before. */
async function startLogConsumer() {
  const stored = new Map<string, string>();
  const register = new LogCommitRegister(redis);
  const bus = createRedisStreamsBus({
    url: server.url,
    source: 'logs',
    keys: readEventKeys(eventSettings('logs')),
  });
  const subscription = await bus.subscribe({
    group: 'logs',
    registrations: {
      'edge.request_logs.v1': {
        mode: 'single',
        handle: async (event) => {
          const batch = fromBinary(requestLogV1.RequestLogBatchSchema, event.encodedPayload);
          batch.records.forEach((record, at) => {
            stored.set(
              `${batch.nodeId}/${batch.segmentId}/${Number(batch.firstIndex) + at}`,
              record.requestId,
            );
          });
          await register.commit(batch.nodeId, batch.segmentId, {
            nextIndex: Number(batch.firstIndex) + batch.records.length,
            done: batch.last,
          });
        },
      },
    },
  });
  await subscription.ready();
  return {
    stored,
    stop: async () => {
      await subscription.stop();
      await bus.close();
    },
  };
}

/** Whether the records of all these requests are on the node's disk. */
function areWritten(ids: readonly string[]): boolean {
  const files = readdirSync(spoolFolder(folder), { recursive: true, withFileTypes: true });
  const spooled = files
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('');
  return ids.every((id) => spooled.includes(id));
}

describe('log records of a node', () => {
  it('arrive exactly once, over a killed worker, a killed Redis and a killed node', async () => {
    const ids: string[] = [];
    const send = async (node: EdgeNode, count: number) => {
      for (let sent = 0; sent < count; sent++) {
        const id = (await get(node, `/${sent}`)).headers['x-request-id'];
        if (id !== undefined) ids.push(id);
      }
    };
    const node = await start({ workers: 2 });
    await publisher().publish(site());
    await eventually(async () => (await node.health()).workers.every((worker) => worker.sites === 1));
    await send(node, 50);
    // Records written by a worker survive it.
    await eventually(() => areWritten(ids));
    process.kill((await node.health()).workers[0]!.pid, 'SIGKILL');
    await eventually(async () => {
      const { workers } = await node.health();
      return workers.every((worker) => worker.listening) && workers.some((worker) => worker.restarts === 1);
    });
    await send(node, 50);
    await server.kill();
    await send(node, 50);
    await eventually(() => areWritten(ids));
    await node.kill();
    await server.restart();
    // Orphaned workers end when their supervisor is gone, so that the ports are free again.
    const second = await start({ workers: 2 });
    await send(second, 50);
    const consumer = await startLogConsumer();
    await eventually(() => consumer.stored.size >= ids.length);
    const got = [...consumer.stored.values()].filter((id) => ids.includes(id));
    expect(got.length).toBe(ids.length);
    expect(new Set(got)).toEqual(new Set(ids));
    expect(ids).toHaveLength(200);
    await second.terminate();
    await consumer.stop();
  });
});

describe('stopping', () => {
  it('drains on SIGTERM: a request under way is answered, and nothing is left running', async () => {
    const slow = await startRecordingOrigin((_request, socket) => {
      setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nslow'), 500);
      return null;
    });
    const node = await start({ workers: 2 });
    await publisher().publish(
      site({ origin: { host: '127.0.0.1', port: slow.port, useTls: false, timeoutMs: 5_000 } }),
    );
    await eventually(async () => (await node.health()).workers.every((worker) => worker.sites === 1));
    const answer = get(node);
    await eventually(() => slow.requests.length === 1);
    expect(await node.terminate()).toBe(0);
    expect((await answer).body).toBe('slow');
    await slow.close();
  });

  it('takes requests away from an origin that its health check finds unwell, and shows it', async () => {
    const spare = await startRecordingOrigin(() => 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nspare');
    const ill = await startRecordingOrigin(() => 'HTTP/1.1 500 Ill\r\nContent-Length: 3\r\n\r\nill');
    try {
      const check = { path: '/', intervalMs: 1_000, timeoutMs: 1_000, unhealthyAfter: 1, healthyAfter: 1 };
      await publisher().publish(
        site({
          origin: { host: '127.0.0.1', port: ill.port, useTls: false, timeoutMs: 5_000 },
          loadBalancing: {
            moreOrigins: [{ host: '127.0.0.1', port: spare.port, weight: 1, backup: true }],
            healthCheck: { ...check, statusFrom: 200, statusTo: 399 },
          },
        }),
      );
      const node = await start();
      await eventually(async () => (await get(node)).body === 'spare');
      process.kill((await node.health()).workers[0]!.pid, 'SIGKILL');
      await eventually(async () => (await get(node)).body === 'spare');
      await eventually(async () => {
        const board = await new OriginHealthBoard(redis).read('site-1');
        const seen = board.find((entry) => entry.origin.endsWith(`:${ill.port}`));
        return seen?.node === 'node-1' && !seen.healthy && seen.status === 500;
      });
    } finally {
      await spare.close();
      await ill.close();
    }
  });
});
