// npm run bench:many-sites [-- SITES [FOLDER]]: an edge node with ten thousand sites: memory, time until it serves, the first
// request to a site that nobody has asked for, and the time from publishing a change until all workers go by it. Redis, node
// and clients share this machine. A million sites take minutes to write: in a FOLDER of their own they are kept for the next run.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { EdgeConfigPublisher } from '@palisade/edge-state';
import { startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { type EdgeNode, startEdgeNode } from '../../test-support/edge-node.ts';
import { firstRequests, heat } from './first-requests.ts';
import { fillRedis, preparedSites } from './prepared.ts';
import { saveToEffect } from './save-to-effect.ts';
import { siteOf } from './sites.ts';

const SITES = Number(process.argv[2] ?? 10_000);
const WORKERS = 2;
const HOT = Math.min(10_000, Math.floor(SITES / 2));
const COLD = Math.min(2_000, SITES - HOT);
const CHANGES = 100;
/** Beyond, filling a node from Redis takes longer than anybody waits for a benchmark. */
const MAX_FILLED = 200_000;
const MEMORY_GATE_BYTES = 1_000_000_000;
const START_GATE_S = 15;
const COLD_GATE_MS = 50;
const EFFECT_GATE_MS = 500;

const folder = process.argv[3] ?? (await mkdtemp(path.join(tmpdir(), 'many-sites-')));
const prepared = await preparedSites(folder, SITES);
const { keys, originPort, dataDir } = prepared;
const origin = createServer((_request, response) => response.end('ok'));
await new Promise<void>((resolve) => origin.listen(originPort, '127.0.0.1', resolve));
const server = await startTestRedis();
const redis = new Redis(server.url);
const publisher = new EdgeConfigPublisher(redis, keys.signing);
const isFilled = SITES <= MAX_FILLED;
await fillRedis(redis, SITES, isFilled ? prepared : null);

/** Seconds until all workers serve this many sites, and the running node. */
async function start(dir: string, sites: number): Promise<{ node: EdgeNode; seconds: number }> {
  const begunAt = performance.now();
  const node = await startEdgeNode({
    dataDir: dir,
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

/** Bytes that the node has resident: a worker, and the supervisor. */
async function memoryOf(node: EdgeNode): Promise<{ worker: number; supervisor: number }> {
  const metrics = await (await fetch(`http://127.0.0.1:${node.adminPort}/metrics`)).text();
  const read = (name: string) => {
    const found = new RegExp(`^palisade_edge_${name}\\{.*\\} (\\S+)$`, 'm').exec(metrics);
    if (found === null) throw new Error(`no metric ${name}`);
    return Number(found[1]);
  };
  return {
    worker: read('worker_memory_bytes') / WORKERS,
    supervisor: read('supervisor_process_resident_memory_bytes'),
  };
}

let filling: number | null = null;
if (isFilled) {
  const empty = await mkdtemp(path.join(tmpdir(), 'many-sites-'));
  const first = await start(empty, SITES);
  await first.node.terminate();
  await rm(empty, { recursive: true });
  filling = first.seconds;
}

const { node, seconds } = await start(dataDir, SITES);
const fresh = await memoryOf(node);
// Spread over all of them; those between are cold.
const step = Math.floor(SITES / HOT);
await heat(
  node.port,
  Array.from({ length: HOT }, (_, at) => at * step),
);
const cold = await firstRequests(
  node.port,
  Array.from({ length: COLD }, (_, at) => Math.floor((at * HOT) / COLD) * step + 1),
);
const warm = await firstRequests(
  node.port,
  Array.from({ length: COLD }, (_, at) => at * step),
);
const effects: number[] = [];
const changed = Array.from({ length: CHANGES }, (_, change) => Math.floor((change * HOT) / CHANGES) * step);
for (const index of changed) {
  effects.push(await saveToEffect(publisher, { index, version: BigInt(Date.now()), originPort }, node.port));
}
effects.sort((a, b) => a - b);
await new Promise((resolve) => setTimeout(resolve, 2_000));
const after = await memoryOf(node);
// As it was, for the next run on the same folder.
for (const index of changed) await publisher.publish(siteOf(index, BigInt(Date.now()), originPort, false));
await new Promise((resolve) => setTimeout(resolve, 2_000));

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
const milliseconds = (sorted: readonly number[]) =>
  `${percentile(sorted, 0.5).toFixed(2)} ms, ${percentile(sorted, 0.99).toFixed(2)} ms`;
console.table({
  'sites, of which are hot; workers': `${SITES}, ${HOT}; ${WORKERS}`,
  'first start, all from Redis': filling === null ? 'not measured' : `${filling.toFixed(1)} s`,
  'start with copies on disk': `${seconds.toFixed(1)} s`,
  'a worker, the supervisor, after the start': `${megabytes(fresh.worker)}, ${megabytes(fresh.supervisor)}`,
  'a worker, the supervisor, at the end': `${megabytes(after.worker)}, ${megabytes(after.supervisor)}`,
  'first request to a cold site, p50, p99': milliseconds(cold),
  'request to a hot site, p50, p99': milliseconds(warm),
  [`published to in effect on all workers, p50, p99 of ${CHANGES}`]: milliseconds(effects),
  'load of the machine': loadavg()[0]!.toFixed(1),
});

await node.terminate();
redis.disconnect();
await server.dispose();
origin.close();
if (process.argv[3] === undefined) await rm(folder, { recursive: true });
for (const [what, value, gate] of [
  ['bytes of a worker', after.worker, MEMORY_GATE_BYTES],
  ['bytes of the supervisor', after.supervisor, MEMORY_GATE_BYTES],
  ['seconds of a start', seconds, START_GATE_S],
  ['ms of a first request, p99', percentile(cold, 0.99), COLD_GATE_MS],
  ['ms of a change, p99', percentile(effects, 0.99), EFFECT_GATE_MS],
] as const) {
  if (value <= gate) continue;
  console.error(`${what}: ${value.toFixed(0)}, more than ${gate}`);
  process.exitCode = 1;
}
