import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { EdgeConfigPublisher, generateEdgeKeys, OriginsDown, sampleSite } from '@palisade/edge-state';
import { startTestRedis, until } from '@palisade/testing';
import { Redis } from 'ioredis';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

/** Two nodes, of which the first cannot reach one of two origins, and a third one that is heard in Redis only. */
const keys = generateEdgeKeys();
const folder = mkdtempSync(path.join(tmpdir(), 'origin-quorum-'));
let origins: [RecordingOrigin, RecordingOrigin];
let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: Redis;
let nodes: [EdgeNode, EdgeNode];
let version = 0n;
let saying: NodeJS.Timeout;

const named = (name: string) =>
  startRecordingOrigin(() => `HTTP/1.1 200 OK\r\nContent-Length: ${name.length}\r\n\r\n${name}`);

beforeAll(async () => {
  origins = [await named('oak'), await named('elm')];
  server = await startTestRedis({ durable: true });
  redis = new Redis(server.url);
  const start = (nodeId: string, environment: Record<string, string>) =>
    startEdgeNode({
      nodeId,
      dataDir: mkdtempSync(path.join(folder, nodeId)),
      keys,
      redisUrl: server.url,
      busUrl: server.url,
      environment,
    });
  nodes = [
    await start('node-1', { PALISADE_EDGE_ORIGIN_REFUSED_PORTS: String(origins[1].port) }),
    await start('node-2', {}),
  ];
  await Promise.all(nodes.map((node) => node.ready()));
  for (const node of nodes) await until(async () => (await metric(node, 'nodes')) === 2, 'both nodes');
});

afterAll(async () => {
  clearInterval(saying);
  for (const node of nodes ?? []) await node.terminate();
  redis?.disconnect();
  await server?.dispose();
  for (const origin of origins ?? []) await origin.close();
  rmSync(folder, { recursive: true });
});

async function metric(node: EdgeNode, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${node.adminPort}/metrics`)).text();
  return Number(new RegExp(`^palisade_edge_${name}\\{[^}]*\\} (\\d+)$`, 'm').exec(text)?.[1]);
}

const publish = async (healthQuorum: boolean) => {
  version += 1n;
  const config = sampleSite({
    siteId: 'site-1',
    version,
    hosts: ['shop.example'],
    origin: { host: '127.0.0.1', port: origins[0].port, timeoutMs: 5_000 },
    loadBalancing: {
      moreOrigins: [{ host: '127.0.0.1', port: origins[1].port, weight: 1 }],
      healthQuorum,
      healthCheck: create(edgeV1.HealthCheckSchema, {
        ...{ path: '/', intervalMs: 1_000, timeoutMs: 5_000, unhealthyAfter: 2, healthyAfter: 1 },
        ...{ statusFrom: 200, statusTo: 399 },
      }),
    },
  });
  await new EdgeConfigPublisher(redis, keys.signing).publish(config);
};

const get = async (node: EdgeNode) =>
  (await sendRaw(node.port, 'GET / HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n', 2_000)).body;

/** The origins that answer this many consecutive requests. */
async function answering(node: EdgeNode): Promise<string[]> {
  const seen = new Set<string>();
  for (let count = 0; count < 4; count++) seen.add(await get(node));
  return [...seen].sort();
}
const becomes = (node: EdgeNode, wanted: string[]) =>
  until(
    async () => (await answering(node)).join() === wanted.join(),
    () => `${wanted}
${node.log()}`,
  );

it('one node that cannot reach an origin leaves it out for itself; where most cannot, all do', async () => {
  await publish(true);
  await becomes(nodes[0], ['oak']);
  // The first node's word has reached the second one by now, and alone it is not enough.
  const third = new OriginsDown(redis, 'node-3');
  await until(
    async () => (await third.exchange([])).some(({ node }) => node === 'node-1'),
    'the word of the first',
  );
  await becomes(nodes[1], ['elm', 'oak']);
  expect(await metric(nodes[1], 'origins_down_elsewhere')).toBe(0);

  const down = { siteId: 'site-1', origin: `http://127.0.0.1:${origins[1].port}` };
  saying = setInterval(() => void third.exchange([down]), 1_000);
  await third.exchange([down]);
  await becomes(nodes[1], ['oak']);
  expect(await metric(nodes[1], 'origins_down_elsewhere')).toBe(1);
  expect(await metric(nodes[1], 'origins_unhealthy')).toBe(0);
  // A worker that starts by now follows as well.
  const [worker] = (await nodes[1].health()).workers;
  process.kill(worker!.pid, 'SIGKILL');
  await until(async () => (await nodes[1].health()).workers[0]!.restarts === 1, 'a fresh worker');
  await becomes(nodes[1], ['oak']);

  // The owner takes the other nodes' word no more, and then again.
  await publish(false);
  await becomes(nodes[1], ['elm', 'oak']);
  await publish(true);
  await becomes(nodes[1], ['oak']);

  clearInterval(saying);
  await third.exchange([]);
  await becomes(nodes[1], ['elm', 'oak']);
});
