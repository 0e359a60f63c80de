// npm run bench:logs [-- --records N --rows N]
//
// 1. Throughput: the service, held on one core, takes batches from the bus into PostgreSQL. Wall time and its own CPU.
// 2. Dashboard: the table is filled to `rows` over seven days; each question is asked over HTTP.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort, startPostgres } from '@palisade/local-servers';
import { BusError } from '@palisade/messaging';
import { startSurroundings } from '../test/harness.ts';
import { makeBatch, makeRecords, RECORDS_PER_BATCH } from './made-batches.ts';

const { values: options } = parseArgs({
  options: {
    records: { type: 'string', default: '750000' },
    rows: { type: 'string', default: '5000000' },
  },
});
const DAY_MS = 86_400_000;
const owner = randomUUID();
const sites = Array.from({ length: 20 }, () => randomUUID());

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-bench-logs-'));
// The database server does not run as root and must get through.
chmodSync(folder, 0o711);
let databasePid = 0;
const surroundings = await startSurroundings(async () => {
  const server = await startPostgres({ dataDirectory: path.join(folder, 'data'), port: await freePort() });
  databasePid = server.pid;
  return { ...server, dispose: server.stop };
});
surroundings.domainsOf.set(
  owner,
  sites.slice(0, 5).map((id, i) => ({ id, name: `site-${i}.example` })),
);
const service = startService();
// Heard from the start: a service that ends by itself must not be waited for afterwards.
const ended = once(service, 'exit');
const report: Record<string, unknown> = {};
try {
  await ready();
  report.throughput = await measureThroughput(Number(options.records));
  await fill(Number(options.rows));
  report.dashboard = await measureDashboard();
} finally {
  service.kill('SIGTERM');
  await ended;
  await surroundings.dispose();
  rmSync(folder, { recursive: true, force: true });
}
console.log(JSON.stringify(report));

/** On one core where the machine can hold it there. */
function startService(): ChildProcess {
  const command = [process.execPath, path.resolve(import.meta.dirname, '../main.js')];
  const pinned = spawnSync('taskset', ['-V']).status === 0 ? ['taskset', '-c', '0', ...command] : command;
  return spawn(pinned[0]!, pinned.slice(1), {
    env: { ...process.env, ...surroundings.environment, PALISADE_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function ready(): Promise<void> {
  const url = `http://127.0.0.1:${surroundings.environment.PALISADE_LOGS_HTTP_PORT}/readyz`;
  for (let tries = 0; tries < 200; tries++) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await sleep(50);
  }
  throw new Error('the logs service did not become ready');
}

async function publish(payload: Uint8Array, key: string): Promise<void> {
  for (;;) {
    try {
      await surroundings.bus.publish([{ type: 'edge.request_logs.v1', key, payload }]);
      return;
    } catch (error) {
      if (!(error instanceof BusError) || error.code !== 'bus_full') throw error;
      await sleep(20);
    }
  }
}

async function rows(): Promise<number> {
  const { rows: counts } = await surroundings.database.query('SELECT sum(requests) AS n FROM site_totals');
  return Number(counts[0].n ?? 0);
}

async function untilStored(total: number): Promise<void> {
  while ((await rows()) < total) await sleep(50);
}

/** Of a process, in seconds (proc(5): fields 14 and 15, in hundredths). */
function cpuSeconds(pid: number): number {
  const fields = processFields(pid);
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function processFields(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
}

/** The server and its connections that are still there. */
function databaseCpuSeconds(): number {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids
    .filter((pid) => pid === databasePid || parentOf(pid) === databasePid)
    .reduce((sum, pid) => sum + cpuSeconds(pid), 0);
}

/** 0 if the process has just ended. */
function parentOf(pid: number): number {
  try {
    return Number(processFields(pid)[1]);
  } catch {
    return 0;
  }
}

async function measureThroughput(records: number) {
  const now = Date.now();
  const pool = Array.from({ length: 20 }, () => makeRecords(sites, now - 60_000, 60_000));
  const batches = Math.ceil(records / RECORDS_PER_BATCH);
  const keys = ['node-a', 'node-b', 'node-c', 'node-d'];
  const run = async (count: number) => {
    const before = await rows();
    for (let i = 0; i < count; i++) {
      const node = keys[i % keys.length]!;
      await publish(makeBatch(pool[i % pool.length]!, node, `segment-${randomUUID()}`), node);
    }
    await untilStored(before + count * RECORDS_PER_BATCH);
  };
  await run(Math.min(60, batches));
  const cpuBefore = cpuSeconds(service.pid!);
  const databaseBefore = databaseCpuSeconds();
  const started = performance.now();
  await run(batches);
  const seconds = (performance.now() - started) / 1000;
  const cpu = cpuSeconds(service.pid!) - cpuBefore;
  const databaseCpu = databaseCpuSeconds() - databaseBefore;
  const stored = batches * RECORDS_PER_BATCH;
  return {
    records: stored,
    bytes_per_record: Math.round(pool[0]!.length / RECORDS_PER_BATCH),
    records_per_second: Math.round(stored / seconds),
    cpu_us_per_record: round((cpu * 1e6) / stored),
    database_cpu_us_per_record: round((databaseCpu * 1e6) / stored),
    records_per_core_second: Math.round(stored / cpu),
  };
}

async function fill(target: number): Promise<void> {
  const missing = target - (await rows());
  const batches = Math.max(0, Math.ceil(missing / RECORDS_PER_BATCH));
  const now = Date.now();
  for (let i = 0; i < batches; i++) {
    const from = now - 7 * DAY_MS + (i / batches) * 7 * DAY_MS;
    const node = `node-${i % 4}`;
    await publish(makeBatch(makeRecords(sites, from, 60_000), node, `fill-${i}`), node);
  }
  await untilStored(target - RECORDS_PER_BATCH);
  await surroundings.database.query('ANALYZE');
}

async function measureDashboard() {
  const questions = {
    stats_5_domains: '/dashboard/stats',
    stats_1_domain: `/dashboard/stats?domain=${sites[0]}`,
    recent_100: '/dashboard/logs/recent?limit=100',
    recent_100_blocked: '/dashboard/logs/recent?limit=100&status_filter=blocked',
    recent_100_1_domain: `/dashboard/logs/recent?limit=100&domain=${sites[0]}`,
    search_country: '/dashboard/logs/recent?limit=100&country=JP',
    search_address: '/dashboard/logs/recent?limit=100&address=198.51.7.77',
    search_network: '/dashboard/logs/recent?limit=100&address=198.51.7.0/28',
    search_path: '/dashboard/logs/recent?limit=100&path=/category/7/product-27',
    search_rule: '/dashboard/logs/recent?limit=100&rule=2001',
    // What is nowhere in the log costs the most: a country is known to be nowhere, a method has to be looked for.
    search_no_country: '/dashboard/logs/recent?limit=100&country=AQ',
    search_no_method: '/dashboard/logs/recent?limit=100&method=PURGE',
  };
  const result: Record<string, unknown> = { rows: await rows() };
  for (const [name, question] of Object.entries(questions)) {
    const times: number[] = [];
    for (let i = 0; i < 25; i++) {
      const started = performance.now();
      const { status } = await surroundings.get(owner, question);
      if (status !== 200) throw new Error(`${question} answered ${status}`);
      if (i >= 5) times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    result[name] = { median_ms: round(times[10]!), worst_ms: round(times.at(-1)!) };
  }
  return result;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
