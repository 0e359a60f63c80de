import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { BanList, EdgeConfigPublisher, generateEdgeKeys, sampleSite } from '@palisade/edge-state';
import { startTestRedis, until } from '@palisade/testing';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/scrypt';
import { Redis } from 'ioredis';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

/**
 * State shared by nodes through Redis, and what remains without it. The tests depend on their order: the last one stops
 * Redis.
 */
const keys = generateEdgeKeys();
const folder = mkdtempSync(path.join(tmpdir(), 'two-nodes-'));
let origin: RecordingOrigin;
let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: Redis;
let nodes: [EdgeNode, EdgeNode];
let version = 0n;

beforeAll(async () => {
  origin = await startRecordingOrigin();
  server = await startTestRedis({ durable: true });
  redis = new Redis(server.url);
  redis.on('error', () => undefined);
  nodes = [await start('node-1'), await start('node-2')];
  await Promise.all(nodes.map((node) => node.ready()));
  for (const node of nodes) await eventually(async () => (await nodesKnown(node)) === 2);
});

afterAll(async () => {
  for (const node of nodes ?? []) await node.terminate();
  redis?.disconnect();
  await server?.dispose();
  await origin?.close();
  rmSync(folder, { recursive: true });
});

const start = (nodeId: string) =>
  startEdgeNode({
    nodeId,
    dataDir: mkdtempSync(path.join(folder, nodeId)),
    keys,
    redisUrl: server.url,
    busUrl: server.url,
  });

/** With how many nodes it keeps limits. */
async function nodesKnown(node: EdgeNode): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${node.adminPort}/metrics`)).text();
  return Number(/^palisade_edge_nodes\{[^}]*\} (\d+)$/m.exec(metrics)?.[1]);
}

/** Puts the site into service on both nodes, under a host of its own. */
async function serve(change: (config: edgeV1.SiteConfig) => void): Promise<string> {
  version += 1n;
  const host = `site-${version}.example`;
  const config = sampleSite({
    siteId: `site-${version}`,
    hosts: [host],
    origin: { host: '127.0.0.1', port: origin.port, useTls: false, timeoutMs: 5_000 },
  });
  change(config);
  await new EdgeConfigPublisher(redis, keys.signing).publish(config);
  for (const node of nodes) {
    await eventually(async () => (await ask(node, host, '198.51.100.255')).status !== 421);
  }
  return host;
}

const ask = (node: EdgeNode, host: string, client: string, target = '/', more = '', method = 'GET') =>
  sendRaw(
    node.port,
    `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${client}\r\n${more}Connection: close\r\n\r\n`,
    2_000,
  );

const eventually = (condition: () => boolean | Promise<boolean>) =>
  until(condition, () => nodes.map((it) => it.log()).join('\n'));

const limited = (requests: number) => (config: edgeV1.SiteConfig) => {
  config.policy!.rateLimiting = true;
  config.policy!.rateLimitRequests = requests;
};

/** Number of requests that pass, of `count` sent to the nodes alternately. */
async function passing(to: readonly EdgeNode[], count: number, host: string, client: string, target = '/') {
  let passed = 0;
  for (let sent = 0; sent < count; sent++) {
    if ((await ask(to[sent % to.length]!, host, client, target)).status === 200) passed++;
  }
  return passed;
}

describe('two nodes and one Redis', () => {
  it('keep a limit of 100 a minute together, within 5', async () => {
    const host = await serve(limited(100));
    const passed = await passing(nodes, 160, host, '203.0.113.1');
    expect(Math.abs(passed - 100)).toBeLessThanOrEqual(5);
  });

  it('keep the limit of a path together, however the path is spelled', async () => {
    const host = await serve((config) => {
      config.policy!.pathRateLimits = [
        {
          $typeName: 'palisade.edge.v1.PathRateLimit',
          pathPrefix: '/login',
          requests: 40,
          windowSeconds: 600,
        },
      ];
    });
    expect(await passing(nodes, 60, host, '203.0.113.2')).toBe(60);
    const passed = await passing(nodes, 60, host, '203.0.113.2', '//log%69n');
    expect(Math.abs(passed - 40)).toBeLessThanOrEqual(2);
    const [ban] = (await new BanList(redis).ofSite(`site-${version}`, 0, 10)).bans;
    expect(ban).toMatchObject({ address: '203.0.113.2', reason: 'path_rate_limit' });
  });

  it.each([
    ['a window', 0],
    ['a bucket', 40],
  ])('keep a rate limit rule by a cookie together: %s', async (_name, burst) => {
    const host = await serve((config) => {
      config.policy!.rateLimitRules = [
        create(edgeV1.RateLimitRuleSchema, {
          id: `by-cookie-${burst}`,
          name: 'By cookie',
          key: [{ kind: edgeV1.RateLimitKeyPartKind.COOKIE, name: 'sid' }],
          counts: edgeV1.RateLimitCount.REQUESTS,
          amount: 40,
          windowSeconds: 3_600,
          burst,
          action: edgeV1.RateLimitAction.BLOCK,
          blockSeconds: 600,
        }),
      ];
    });
    const statuses: number[] = [];
    for (let sent = 0; sent < 60; sent++) {
      // The address is another each time: the session is what counts.
      const client = `203.0.113.${20 + (sent % 100)}`;
      statuses.push((await ask(nodes[sent % 2]!, host, client, '/', 'Cookie: sid=one\r\n')).status);
    }
    const passed = statuses.filter((status) => status === 200).length;
    expect(Math.abs(passed - 40)).toBeLessThanOrEqual(2);
    for (const node of nodes)
      await eventually(
        async () => (await ask(node, host, '203.0.113.9', '/', 'Cookie: sid=one\r\n')).status === 429,
      );
    expect((await ask(nodes[0], host, '203.0.113.20', '/', 'Cookie: sid=two\r\n')).status).toBe(200);
  });

  it('know at once whom the other has banned, and whose ban an owner made or lifted', async () => {
    const host = await serve(limited(10));
    const [first, second] = nodes;
    await passing([first], 12, host, '203.0.113.3');
    expect((await ask(first, host, '203.0.113.3')).status).toBe(429);
    await eventually(async () => (await ask(second, host, '203.0.113.3')).status === 429);
    const bans = new BanList(redis);
    await bans.ban({ siteId: `site-${version}`, address: '203.0.113.4', untilMs: Date.now() + 60_000 });
    await eventually(async () => (await ask(second, host, '203.0.113.4')).status === 429);
    await bans.lift(`site-${version}`, '203.0.113.4');
    await eventually(async () => (await ask(second, host, '203.0.113.4')).status === 200);
  });

  it('take a challenge of either on both, once; and a clearance of either on both', async () => {
    const host = await serve((config) => {
      config.policy!.botProtection = true;
      config.policy!.bots = {
        $typeName: 'palisade.edge.v1.BotSettings',
        challenge: edgeV1.ChallengeMode.ALL,
        clearanceSeconds: 600,
        apiPathPrefixes: [],
      };
    });
    const [first, second] = nodes;
    const client = '2001:db8:1::1';
    const challenge = JSON.parse((await ask(first, host, client, '/.palisade/challenge')).body);
    const solution = await solveChallenge({ challenge, deriveKey });
    const proof = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    const handIn = (node: EdgeNode) =>
      ask(
        node,
        host,
        client,
        '/.palisade/clearance',
        `Palisade-Solution: ${proof}\r\nContent-Length: 0\r\n`,
        'POST',
      );
    const cleared = await handIn(second);
    expect(cleared.status).toBe(200);
    expect((await handIn(first)).status).toBe(403);
    const cookie = `Cookie: ${cleared.headers['set-cookie']!.split(';')[0]}\r\n`;
    // Another address of the same /64.
    expect((await ask(first, host, '2001:db8:1::2', '/', cookie)).status).toBe(200);
    expect((await ask(second, host, client, '/', cookie)).status).toBe(200);
    expect((await ask(second, host, '2001:db8:2::1', '/', cookie)).status).toBe(403);
  });

  it('count a third one by its heartbeats, and keep limits with it', async () => {
    const host = await serve(limited(90));
    const third = await start('node-3');
    try {
      await third.ready();
      const all = [...nodes, third];
      for (const node of all) await eventually(async () => (await nodesKnown(node)) === 3);
      await eventually(async () => (await ask(third, host, '198.51.100.255')).status !== 421);
      const passed = await passing(all, 150, host, '203.0.113.7');
      expect(Math.abs(passed - 90)).toBeLessThanOrEqual(5);
    } finally {
      await third.terminate();
    }
    for (const node of nodes) await eventually(async () => (await nodesKnown(node)) === 2);
  });

  it('go on with limits and bans of their own when Redis is gone', async () => {
    const host = await serve(limited(30));
    await passing(nodes, 40, host, '203.0.113.5');
    await server.kill();
    for (const node of nodes) {
      expect((await ask(node, host, '203.0.113.5')).status).toBe(429);
      expect(await passing([node], 40, host, '203.0.113.6')).toBe(30);
      expect(await nodesKnown(node)).toBe(2);
    }
  });
});
