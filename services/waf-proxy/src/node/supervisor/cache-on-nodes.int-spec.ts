import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type CachePurge,
  CachePurgeLog,
  EDGE_KEYS,
  EdgeConfigPublisher,
  generateEdgeKeys,
  type ListedPurge,
  sampleSite,
} from '@palisade/edge-state';
import { startTestRedis, until } from '@palisade/testing';
import { Redis } from 'ioredis';
import { counting, response } from '../../test-support/caching-edge.ts';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';
import { eventually, sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { openEdgeRedis } from './edge-redis.ts';
import { PurgeFollower } from './purge-follower.ts';

const keys = generateEdgeKeys();
let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: Redis;

beforeAll(async () => {
  server = await startTestRedis({ durable: true });
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.dispose();
});

const purge = (kind: CachePurge['kind'], ...values: string[]): ListedPurge => ({
  kind,
  values,
  atMs: Date.now(),
  byUserId: 'user-1',
});
const announce = (siteId: string, what: ListedPurge) => new CachePurgeLog(redis).announce(siteId, what);

describe('purges on their way to a node', () => {
  let follower: PurgeFollower;
  let connection: Redis;
  let seen: string[];
  beforeEach(async () => {
    await redis.flushall();
    seen = [];
    connection = openEdgeRedis(server.url, 'purges', () => undefined);
    follower = new PurgeFollower(connection, {
      onPurges: (purges) => seen.push(...purges.map((each) => (each.kind === 'all' ? 'all' : each.value))),
      onMissed: () => seen.push('missed'),
      onError: () => undefined,
    });
  });
  afterEach(() => {
    follower.stop();
    connection.disconnect();
  });

  /** Breaks the follower's connection off until `resume`. */
  async function whileCutOff(act: () => Promise<unknown>): Promise<void> {
    const ended = once(connection, 'end');
    connection.disconnect();
    await ended;
    await act();
    await connection.connect();
  }

  it('arrive one by one; before the first contact everything counts as missed', async () => {
    await announce('site-1', purge('tag', 'before'));
    void follower.run();
    await eventually(() => seen.length === 1);
    await announce('site-1', purge('tag', 'a', 'b'));
    await announce('site-1', purge('all'));
    await eventually(() => seen.length === 4);
    expect(seen).toEqual(['missed', 'a', 'b', 'all']);
  });

  it('are made up for after an outage', async () => {
    void follower.run();
    await eventually(() => seen.length === 1);
    await announce('site-1', purge('tag', 'a'));
    await eventually(() => seen.length === 2);
    await whileCutOff(() => announce('site-1', purge('tag', 'meanwhile')));
    await eventually(() => seen.length === 3);
    expect(seen).toEqual(['missed', 'a', 'meanwhile']);
  });

  it('that cannot be had any more, or were forgotten by Redis, empty everything', async () => {
    void follower.run();
    await eventually(() => seen.length === 1);
    await announce('site-1', purge('tag', 'a'));
    await eventually(() => seen.length === 2);
    await whileCutOff(async () => {
      await announce('site-1', purge('tag', 'trimmed'));
      await redis.xtrim(EDGE_KEYS.cachePurges, 'MAXLEN', 0);
      await announce('site-1', purge('tag', 'later'));
    });
    await eventually(() => seen.length === 3);
    await whileCutOff(() => redis.flushall());
    await eventually(() => seen.length === 4);
    await announce('site-1', purge('tag', 'new'));
    await eventually(() => seen.length === 5);
    expect(seen).toEqual(['missed', 'a', 'missed', 'missed', 'new']);
  });
});

describe('the caches of a node', () => {
  let origin: RecordingOrigin;
  let node: EdgeNode;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'cache-node-'));
    const answer = counting('Cache-Control: max-age=600', 'Cache-Tag: news');
    origin = await startRecordingOrigin((request) =>
      request.head.startsWith('POST') ? response('changed') : answer(request),
    );
    node = await startEdgeNode({
      dataDir: folder,
      keys,
      redisUrl: server.url,
      busUrl: server.url,
      workers: 2,
    });
    await node.ready();
    const config = sampleSite({
      origin: { host: '127.0.0.1', port: origin.port, useTls: false, timeoutMs: 5_000 },
    });
    config.policy!.caching = true;
    await new EdgeConfigPublisher(redis, keys.signing).publish(config);
    await until(async () => (await ask('GET', '/none')).status === 200, 'the site being served');
  });
  afterAll(async () => {
    await node?.terminate();
    await origin?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (method: string, target: string) =>
    sendRaw(
      node.port,
      `${method} ${target} HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      20_000,
    );
  const asked = (target: string) => origin.requests.filter(({ head }) => head.includes(` ${target} `)).length;

  /** Until both workers answer from their caches: many connections in a row without a question to the origin. */
  const settled = (target: string) =>
    until(async () => {
      const before = asked(target);
      for (let n = 0; n < 12; n++) await ask('GET', target);
      return asked(target) === before;
    }, `${target} in the caches of both`);

  it('all forget what one purge names', async () => {
    await settled('/a');
    await settled('/b');
    const [a, b] = [asked('/a'), asked('/b')];
    await announce('site-1', purge('prefix', '/a'));
    await until(
      async () => (await ask('GET', '/a')).status === 200 && asked('/a') > a,
      'the prefix being asked for anew',
    );
    await settled('/a');
    expect(asked('/b')).toBe(b);
    await announce('site-1', purge('tag', 'news'));
    await until(
      async () => (await ask('GET', '/b')).status === 200 && asked('/b') > b,
      'the tag being asked for anew',
    );
  });

  it('all forget what a visitor of one of them has changed', async () => {
    await settled('/item');
    const before = asked('/item');
    await ask('POST', '/item');
    // Each worker with a copy asks again: one request per copy, plus the change itself.
    await settled('/item');
    expect(asked('/item')).toBe(before + 1 + Math.min(before, 2));
  });

  it('keep their files below the data folder, and leave none', async () => {
    expect(readdirSync(path.join(folder, 'scratch'))).toHaveLength(2);
    await node.terminate();
    for (const worker of readdirSync(path.join(folder, 'scratch'))) {
      expect(readdirSync(path.join(folder, 'scratch', worker))).toEqual([]);
    }
  });
});
