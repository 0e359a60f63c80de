import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  EDGE_KEYS,
  EdgeConfigPublisher,
  generateEdgeKeys,
  NodeBoard,
  redisPasswordFingerprint,
  type SeenNode,
  sampleSite,
} from '@palisade/edge-state';
import { eventually, startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';

const keys = generateEdgeKeys();
const REFUSED_SITE = '5f0c7f5e-2f53-4f0e-9a53-3f1f5d1d6b2a';
let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: Redis;
let folder: string;
let node: EdgeNode | null = null;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'edge-heartbeat-'));
  server = await startTestRedis();
  redis = new Redis(server.url);
  await new EdgeConfigPublisher(redis, keys.signing).publish(sampleSite());
  node = await startEdgeNode({
    dataDir: folder,
    keys,
    nodeId: 'edge-7',
    redisUrl: server.url,
    environment: { PALISADE_EDGE_OUTBOUND_ADDRESSES: '203.0.113.9, 2001:DB8::1/64' },
  });
  await node.ready();
});

afterAll(async () => {
  await node?.terminate();
  redis?.disconnect();
  await server?.dispose();
  rmSync(folder, { recursive: true });
});

const reported = (what: string, isSo: (seen: SeenNode) => boolean) =>
  eventually(
    what,
    async () => {
      const [seen] = await new NodeBoard(redis).read();
      if (seen === undefined || !isSo(seen)) throw new Error(`the board says ${JSON.stringify(seen)}`);
      return seen;
    },
    90_000,
  );

describe("an edge node's report", () => {
  it('tells what it runs and how far it is', async () => {
    const seen = await reported('the node listening', (it) => it.workersListening === 1 && it.sites === 1);
    expect(seen).toMatchObject({
      node: 'edge-7',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      workers: 1,
      configs: { sequence: 1, sitesBehind: 0, refused: 0, lastRefusal: null },
      spool: { bytes: 0 },
      bans: 0,
      controlsVersion: null,
      candidateRolledBack: false,
      ruleReleases: [],
      helpers: { leakedPasswords: false, uploadScanner: false },
      outboundAddresses: ['203.0.113.9', '2001:db8::/64'],
      keys: { fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/), behindSeconds: 0 },
      redisFingerprint: redisPasswordFingerprint(server.url),
    });
    expect(seen.configs.comparedAtMs).toBeGreaterThanOrEqual(seen.startedAtMs);
    expect(seen.memoryBytes).toBeGreaterThan(10_000_000);
    expect(seen.seenAtMs).toBeGreaterThan(0);
  });

  it('names a refused config by site and code, and counts the site as behind', async () => {
    const stranger = generateEdgeKeys();
    await new EdgeConfigPublisher(redis, stranger.signing).publish(sampleSite({ siteId: REFUSED_SITE }));
    const seen = await reported('the refusal', (it) => it.configs.sitesBehind === 1);
    expect(seen.sites).toBe(1);
    expect(seen.configs.refused).toBeGreaterThan(0);
    expect(seen.configs.lastRefusal).toMatchObject({ siteId: REFUSED_SITE });
    expect(seen.configs.lastRefusal?.code).toMatch(/^site_config_/);
  });

  it('is in the metrics too: how far the configs are, and how old, in the supervisor and in every worker', async () => {
    const metric = async (name: string) => {
      const text = await (await fetch(`http://127.0.0.1:${node?.adminPort}/metrics`)).text();
      const found = new RegExp(`^palisade_edge_${name}[^ ]* (\\S+)$`, 'm').exec(text);
      if (found === null) throw new Error(`there is no ${name} in ${text}`);
      return Number(found[1]);
    };
    await new EdgeConfigPublisher(redis, keys.signing).publish(sampleSite({ version: 2n }));
    await eventually(
      'the worker having both versions',
      async () => expect(await metric('config_revision{process="worker-0"')).toBe(2),
      60_000,
    );
    expect(await metric('config_revision{process="supervisor"')).toBe(2);
    expect(await metric('config_sequence')).toBe(3);
    expect(await metric('sites_behind')).toBe(1);
    for (const process of ['supervisor', 'worker-0']) {
      const age = await metric(`config_age_seconds{process="${process}"`);
      expect(age).toBeGreaterThanOrEqual(0);
      expect(age).toBeLessThan(300);
    }
  });

  it('is there again after Redis has lost it, and is taken down by a node that stops', async () => {
    await redis.del(EDGE_KEYS.nodes);
    await reported('the node reporting again', () => true);
    await node?.terminate();
    expect(await new NodeBoard(redis).read()).toEqual([]);
  });
});

describe('the board', () => {
  it('keeps a node that fell silent to be seen, and forgets it after a day', async () => {
    const report = { version: '1.0.0', startedAtMs: 1, workersListening: 1, workers: 1, sites: 0, bans: 0 };
    const configs = { comparedAtMs: 0, sequence: 0, sitesBehind: 0, refused: 0, lastRefusal: null };
    const rest = { spool: { bytes: 0, segments: 0 }, controlsVersion: null, candidateRolledBack: false };
    const entry = { ...report, ...rest, configs, cpuPercent: 0, memoryBytes: 0 };
    const ago = (minutes: number) => JSON.stringify({ ...entry, seenAtMs: Date.now() - minutes * 60_000 });
    await redis.hset(EDGE_KEYS.nodes, 'silent', ago(10), 'gone', ago(25 * 60));
    const seen = await new NodeBoard(redis).read();
    expect(seen.map(({ node: name }) => name)).toEqual(['silent']);
    expect(seen[0]?.silentMs).toBeGreaterThan(9 * 60_000);
    expect(await redis.hkeys(EDGE_KEYS.nodes)).toEqual(['silent']);
  });
});
