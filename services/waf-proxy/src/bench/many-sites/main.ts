// npm run bench:many-sites [-- SITES]: an edge node with ten thousand sites: memory per site, time until it serves, and the
// time from publishing a change until all workers go by it. Redis, node and clients share this machine.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { EdgeConfigPublisher, generateEdgeKeys } from '@palisade/edge-state';
import { startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';
import { saveToEffect } from './save-to-effect.ts';
import { siteOf } from './sites.ts';

const SITES = Number(process.argv[2] ?? 10_000);
const WORKERS = 2;
const CHANGES = 100;
const BATCH_SIZE = 50;
const GATE_MS = 2_000;

const origin = createServer((_request, response) => response.end('ok'));
await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
const originPort = (origin.address() as AddressInfo).port;
const server = await startTestRedis();
const redis = new Redis(server.url);
const keys = generateEdgeKeys();
const publisher = new EdgeConfigPublisher(redis, keys.signing);
const folders: string[] = [];

/** Seconds until all workers serve this many sites, and the running node. */
async function start(dataDir: string, sites: number): Promise<{ node: EdgeNode; seconds: number }> {
  const begunAt = performance.now();
  const node = await startEdgeNode({
    dataDir,
    keys,
    redisUrl: server.url,
    workers: WORKERS,
    managedRules: true,
  });
  await node.ready();
  while ((await node.health()).workers.some((worker) => worker.sites < sites)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { node, seconds: (performance.now() - begunAt) / 1_000 };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'many-sites-'));
  folders.push(folder);
  return folder;
}

/** Bytes that the node has resident: all workers' and the supervisor's. */
async function memoryOf(node: EdgeNode): Promise<{ workers: number; supervisor: number }> {
  const metrics = await (await fetch(`http://127.0.0.1:${node.adminPort}/metrics`)).text();
  const read = (name: string) => {
    const found = new RegExp(`^palisade_edge_${name}\\{.*\\} (\\S+)$`, 'm').exec(metrics);
    if (found === null) throw new Error(`no metric ${name}`);
    return Number(found[1]);
  };
  return {
    workers: read('worker_memory_bytes'),
    supervisor: read('supervisor_process_resident_memory_bytes'),
  };
}

await publisher.publish(siteOf(0, 1n, originPort, false));
const alone = await start(await newFolder(), 1);
const before = await memoryOf(alone.node);
await alone.node.terminate();

for (let first = 1; first < SITES; first += BATCH_SIZE) {
  const some = Array.from({ length: Math.min(BATCH_SIZE, SITES - first) }, (_, at) => first + at);
  await Promise.all(some.map((index) => publisher.publish(siteOf(index, 1n, originPort, false))));
}

const dataDir = await newFolder();
const cold = await start(dataDir, SITES);
await cold.node.terminate();
const warm = await start(dataDir, SITES);
const after = await memoryOf(warm.node);

const times: number[] = [];
for (let change = 0; change < CHANGES; change++) {
  const index = Math.floor((change * SITES) / CHANGES);
  times.push(await saveToEffect(publisher, { index, version: 2n, originPort }, warm.node.port));
}
times.sort((a, b) => a - b);
const percentile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;

const kilobytes = (bytes: number) => `${(bytes / 1_024 / (SITES - 1)).toFixed(1)} KiB`;
console.table({
  'sites, workers': `${SITES}, ${WORKERS}`,
  'memory of a worker per site': kilobytes((after.workers - before.workers) / WORKERS),
  'memory of the supervisor per site': kilobytes(after.supervisor - before.supervisor),
  'start with one site': `${alone.seconds.toFixed(1)} s`,
  'first start, all from Redis': `${cold.seconds.toFixed(1)} s`,
  'start with copies on disk': `${warm.seconds.toFixed(1)} s`,
  [`published to in effect on all workers, p50 of ${CHANGES}`]: `${percentile(0.5).toFixed(0)} ms`,
  p99: `${percentile(0.99).toFixed(0)} ms`,
  'load of the machine': loadavg()[0]!.toFixed(1),
});

await warm.node.terminate();
redis.disconnect();
await server.dispose();
origin.close();
for (const folder of folders) await rm(folder, { recursive: true });
if (percentile(0.99) > GATE_MS) {
  console.error(`a change takes longer than ${GATE_MS} ms`);
  process.exitCode = 1;
}
