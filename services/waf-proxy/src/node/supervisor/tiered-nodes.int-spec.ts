import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { CachePurgeLog, EdgeConfigPublisher, generateEdgeKeys, sampleSite } from '@palisade/edge-state';
import { freePort, startTestRedis, until } from '@palisade/testing';
import { Redis } from 'ioredis';
import { counting } from '../../test-support/caching-edge.ts';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

/** Two nodes as processes, which know each other by the operator's word and are alive by Redis's. */
const keys = generateEdgeKeys();
const folder = mkdtempSync(path.join(tmpdir(), 'tiered-nodes-'));
const NAMES = ['node-1', 'node-2'] as const;
const TARGETS = Array.from({ length: 20 }, (_, index) => `/page-${index}`);
let origin: RecordingOrigin;
let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: Redis;
let nodes: [EdgeNode, EdgeNode];

beforeAll(async () => {
  origin = await startRecordingOrigin(counting('Cache-Control: max-age=600'));
  server = await startTestRedis({ durable: true });
  redis = new Redis(server.url);
  const newPorts = async () => ({
    port: await freePort(),
    httpsPort: await freePort(),
    adminPort: await freePort(),
  });
  const ports = [await newPorts(), await newPorts()] as const;
  const peers = NAMES.map((name, at) => `${name}=127.0.0.1:${ports[at]!.httpsPort}/${ports[at]!.port}`);
  const start = (at: 0 | 1) =>
    startEdgeNode({
      nodeId: NAMES[at],
      dataDir: mkdtempSync(path.join(folder, NAMES[at])),
      keys,
      redisUrl: server.url,
      busUrl: server.url,
      workers: 1,
      ports: ports[at],
      environment: { PALISADE_EDGE_PEERS: peers.join(',') },
    });
  nodes = [await start(0), await start(1)];
  await Promise.all(nodes.map((node) => node.ready()));
  for (const node of nodes) await until(async () => (await metric(node, 'nodes')) === 2, 'both nodes');
  const config = sampleSite({
    hosts: ['shop.example'],
    origin: { host: '127.0.0.1', port: origin.port, timeoutMs: 5_000 },
  });
  config.policy!.caching = true;
  config.policy!.cache = create(edgeV1.CacheSettingsSchema, { tiered: true });
  await new EdgeConfigPublisher(redis, keys.signing).publish(config);
  for (const node of nodes) await until(async () => (await get(node, '/first')).status === 200, 'the site');
  // For a while after its start a node goes to the origin by itself: it may have missed purges.
  let count = 0;
  for (const node of nodes) {
    await until(async () => {
      count++;
      await get(node, `/settling-${count}`);
      return (await metric(node, 'peer_answers_total')) > 0;
    }, 'the other node’s answers');
  }
  origin.requests.length = 0;
});

afterAll(async () => {
  for (const node of nodes ?? []) await node.terminate();
  redis?.disconnect();
  await server?.dispose();
  await origin?.close();
  rmSync(folder, { recursive: true });
});

async function metric(node: EdgeNode, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${node.adminPort}/metrics`)).text();
  return Number(new RegExp(`^palisade_edge_${name}\\{[^}]*\\} (\\d+)$`, 'm').exec(text)?.[1]);
}

const get = (node: EdgeNode, target: string) =>
  sendRaw(node.port, `GET ${target} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n`, 2_000);

it('share what either has stored, and forget together', async () => {
  const bodies = new Map<string, string>();
  for (const target of TARGETS) {
    const { status, body } = await get(nodes[0], target);
    expect(status).toBe(200);
    bodies.set(target, body);
    expect((await get(nodes[1], target)).body).toBe(body);
  }
  expect(origin.requests).toHaveLength(TARGETS.length);

  const announced = await new CachePurgeLog(redis).announce('site-1', {
    kind: 'all',
    values: [],
    atMs: Date.now(),
    byUserId: 'owner-1',
  });
  expect(announced).toBe(true);
  for (const node of nodes) {
    for (const target of TARGETS) {
      await until(
        async () => (await get(node, target)).body !== bodies.get(target),
        `${target} without its old copy`,
      );
    }
  }
});
