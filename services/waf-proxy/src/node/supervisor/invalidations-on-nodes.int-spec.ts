import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  EDGE_KEYS,
  EdgeConfigPublisher,
  generateEdgeKeys,
  readCacheInvalidation,
  sampleSite,
} from '@palisade/edge-state';
import { startTestRedis, until } from '@palisade/testing';
import { Redis } from 'ioredis';
import { counting, response } from '../../test-support/caching-edge.ts';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { SharedInvalidations } from './shared-invalidations.ts';

/** As bounds of SharedInvalidations: keys of one site in a second. */
const KEYS_OF_A_SITE = 100;

let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: Redis;

beforeAll(async () => {
  server = await startTestRedis();
  redis = new Redis(server.url);
  await redis.ping();
});
afterAll(async () => {
  redis?.disconnect();
  await server?.dispose();
});

describe('what a visitor changes through one node', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'invalidations-'));
  let origin: RecordingOrigin;
  let here: EdgeNode;
  let there: EdgeNode;

  beforeAll(async () => {
    const answer = counting('Cache-Control: max-age=600');
    origin = await startRecordingOrigin((request) =>
      request.head.startsWith('POST') ? response('changed') : answer(request),
    );
    const keys = generateEdgeKeys();
    const site = sampleSite({
      origin: { host: '127.0.0.1', port: origin.port, useTls: false, timeoutMs: 5_000 },
    });
    site.policy!.caching = true;
    await new EdgeConfigPublisher(redis, keys.signing).publish(site);
    const start = (nodeId: string) =>
      startEdgeNode({
        nodeId,
        dataDir: mkdtempSync(path.join(folder, nodeId)),
        keys,
        redisUrl: server.url,
      });
    [here, there] = [await start('here'), await start('there')];
    for (const node of [here, there]) {
      await node.ready();
      await until(async () => (await ask(node, 'GET', '/none')).status === 200, 'the site being served');
    }
  });
  afterAll(async () => {
    await here?.terminate();
    await there?.terminate();
    await origin?.close();
    rmSync(folder, { recursive: true });
  });

  const ask = (node: EdgeNode, method: string, target: string) =>
    sendRaw(
      node.port,
      `${method} ${target} HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      20_000,
    );
  const isStored = async (target: string) =>
    (await ask(there, 'GET', target)).headers['cache-status']?.includes('; hit') === true;

  it('is asked for anew on the others, and nothing else is', async () => {
    await until(async () => (await isStored('/item')) && (await isStored('/other')), 'both being stored');
    await ask(here, 'POST', '/item');
    await until(async () => !(await isStored('/item')), 'the change having arrived');
    expect(await isStored('/other')).toBe(true);
  });

  it('reaches the others again after Redis has dropped their connections', async () => {
    await until(() => isStored('/item'), 'the copy on the other');
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await until(async () => {
      // Changes during the outage itself are not announced.
      await ask(here, 'POST', '/item');
      return !(await isStored('/item'));
    }, 'a change having arrived');
  });
});

describe('keys to be told to other nodes', () => {
  it('are told together, and of each site only so many in a second', async () => {
    await redis.del(EDGE_KEYS.cacheInvalidations);
    const invalidations = new SharedInvalidations('node-1', redis);
    const keysOf = (site: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${site}\nhttps://shop.example/${index}`);
    invalidations.share(keysOf('site-1', KEYS_OF_A_SITE + 50));
    invalidations.share(keysOf('site-2', 3));
    expect(invalidations.unshared).toBe(50);
    let announcedKeys: string[] = [];
    await until(async () => {
      const entries = await redis.xrange(EDGE_KEYS.cacheInvalidations, '-', '+');
      announcedKeys = entries.flatMap(
        ([, [, node, , keys]]) => readCacheInvalidation({ node: node!, keys: keys! })!.keys,
      );
      return announcedKeys.length > 0;
    }, 'keys being announced');
    expect(announcedKeys).toEqual([...keysOf('site-1', KEYS_OF_A_SITE), ...keysOf('site-2', 3)]);
    expect(await redis.xlen(EDGE_KEYS.cacheInvalidations)).toBe(1);
    invalidations.stop();
  });

  it('are counted when nobody can be told', async () => {
    const gone = new Redis(server.url, { lazyConnect: true });
    const invalidations = new SharedInvalidations('node-1', gone);
    invalidations.share(['site-1\nhttps://shop.example/']);
    expect(invalidations.unshared).toBe(1);
    gone.disconnect();
  });
});
