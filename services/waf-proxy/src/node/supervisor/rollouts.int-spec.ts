import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EdgeConfigPublisher, generateEdgeKeys, sampleSite } from '@palisade/edge-state';
import { eventually, startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { parseAddress } from '../../io/addresses/client-address.ts';
import { compileSite } from '../../pipeline/compiled-site.ts';
import { judgingSite } from '../../request/rollout.ts';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

const keys = generateEdgeKeys();
const VISITORS = Array.from({ length: 60 }, (_, index) => `203.0.113.${index + 1}`);

let folder: string;
let origin: RecordingOrigin;
let server: Awaited<ReturnType<typeof startTestRedis>>;
let redis: Redis;
let node: EdgeNode;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'node-rollouts-'));
  origin = await startRecordingOrigin();
  server = await startTestRedis({ durable: true });
  redis = new Redis(server.url);
  await publish(1n, null);
  node = await startEdgeNode({
    dataDir: folder,
    keys,
    redisUrl: server.url,
    workers: 2,
    managedRules: false,
  });
  await node.ready();
});
afterAll(async () => {
  await node?.terminate();
  redis?.disconnect();
  await server?.dispose();
  await origin?.close();
  rmSync(folder, { recursive: true });
});

function documentOf(version: bigint, sharePercent: number | null) {
  const site = sampleSite({ version, origin: { host: '127.0.0.1', port: origin.port, timeoutMs: 5_000 } });
  if (sharePercent === null) return site;
  // Refuses everybody.
  const policy = { ...site.policy!, blockedIps: ['203.0.113.0/24'] };
  return sampleSite({
    version,
    origin: site.origin,
    rollout: { id: 'r-1', sharePercent, policy, delivery: site.delivery },
  });
}
const publish = (version: bigint, sharePercent: number | null) =>
  new EdgeConfigPublisher(redis, keys.signing).publish(documentOf(version, sharePercent));

const statusOf = async (client: string) => {
  const request = `GET / HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: ${client}\r\nConnection: close\r\n\r\n`;
  return (await sendRaw(node.port, request, 5_000)).status;
};
const refused = async () => {
  const answers = await Promise.all(
    VISITORS.map(async (client) => [client, await statusOf(client)] as const),
  );
  return answers.filter(([, status]) => status === 403).map(([client]) => client);
};
const expected = (sharePercent: number) => {
  const site = compileSite(documentOf(1n, sharePercent), null);
  return VISITORS.filter((client) => judgingSite(site, parseAddress(client)!) === site.candidate);
};
const becomes = (clients: readonly string[]) =>
  eventually('the roll-out being in force on all workers', async () =>
    expect(await refused()).toEqual(clients),
  );

it('a candidate policy judges its share of visitors on all workers, the same ones at every request, and goes again', async () => {
  expect(await refused()).toEqual([]);
  await publish(2n, 30);
  const few = expected(30);
  expect(few.length).toBeGreaterThan(8);
  await becomes(few);
  for (let round = 0; round < 5; round++) expect(await refused()).toEqual(few);
  await publish(3n, 60);
  const more = expected(60);
  expect(more.length).toBeLessThan(VISITORS.length);
  expect(more).toEqual(expect.arrayContaining(few));
  await becomes(more);
  await publish(4n, null);
  await becomes([]);
});
