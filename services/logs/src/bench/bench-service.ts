import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  endWithParent,
  freePort,
  newPassword,
  startClickhouse,
  startPostgres,
  stopChild,
} from '@palisade/local-servers';
import { BusError } from '@palisade/messaging';
import { startSurroundings } from '../test/harness.ts';
import { makeBatch } from './made-batches.ts';
import { cpuSeconds, cpuSecondsOfTree } from './processes.ts';

export const STORES = ['postgresql', 'clickhouse'] as const;
export type StoreName = (typeof STORES)[number];

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const SITES = 50;
const DATABASE = 'bench';

/** The log service in a separate process, pinned to one core where possible, with its own servers and store. */
export async function startBenchService(store: StoreName, settings: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-bench-logs-'));
  // The database server does not run as root and needs access.
  chmodSync(folder, 0o711);
  let databasePid = 0;
  const surroundings = await startSurroundings(async () => {
    const server = await startPostgres({
      dataDirectory: path.join(folder, 'data'),
      port: await freePort(),
      endWithParent: true,
    });
    databasePid = server.pid;
    return { ...server, dispose: server.stop };
  });
  const clickhouse = store === 'clickhouse' ? await startStore(path.join(folder, 'clickhouse')) : null;
  const owner = randomUUID();
  const sites = Array.from({ length: SITES }, () => randomUUID());
  surroundings.domainsOf.set(
    owner,
    sites.map((id, i) => ({ id, name: `site-${i}.example` })),
  );
  const service = startService({
    ...surroundings.environment,
    ...settings,
    ...(clickhouse !== null && { PALISADE_LOGS_CLICKHOUSE_URL: clickhouse.url }),
    PALISADE_LOG_LEVEL: 'warn',
  });

  const { database, bus } = surroundings;
  const numberIn = async (statement: string): Promise<number> => {
    const { rows } = await database.query(`SELECT coalesce((${statement}), 0) AS n`);
    return Number(rows[0].n);
  };
  const counted = () => numberIn('SELECT sum(requests) FROM site_totals');

  const end = async (): Promise<void> => {
    await stopChild(service, 'SIGTERM');
    await clickhouse?.stop();
    await surroundings.dispose();
    rmSync(folder, { recursive: true, force: true });
    for (const signal of SIGNALS) process.off(signal, interrupt);
  };
  let ending: Promise<void> | undefined;
  const dispose = (): Promise<void> => {
    ending ??= end();
    return ending;
  };
  const interrupt = (): void => void dispose().finally(() => process.exit(1));
  for (const signal of SIGNALS) process.on(signal, interrupt);

  return {
    surroundings,
    owner,
    sites,
    pid: service.pid!,
    counted,
    /** CPU seconds so far, of each process. */
    cpu: () => ({
      service: cpuSeconds(service.pid!),
      postgresql: cpuSecondsOfTree(databasePid),
      clickhouse: clickhouse === null ? 0 : cpuSeconds(clickhouse.pid),
    }),
    publish: async (records: Uint8Array, node: string): Promise<void> => {
      const payload = makeBatch(records, node, `segment-${randomUUID()}`);
      for (;;) {
        try {
          await bus.publish([{ type: 'edge.request_logs.v1', key: node, payload }]);
          return;
        } catch (error) {
          if (!(error instanceof BusError) || error.code !== 'bus_full') throw error;
          await sleep(20);
        }
      }
    },
    /** Committed, counted, and visible in the store. */
    untilStored: async (total: number): Promise<void> => {
      while ((await counted()) < total || (await numberIn('SELECT count(*) FROM log_blocks')) > 0)
        await sleep(50);
    },
    ready: async (): Promise<void> => {
      const url = `http://127.0.0.1:${surroundings.environment.PALISADE_LOGS_HTTP_PORT}/readyz`;
      for (let tries = 0; tries < 6_000; tries++) {
        const status = await fetch(url).then(
          (response) => response.status,
          () => 0,
        );
        if (status === 200) return;
        await sleep(50);
      }
      throw new Error('the logs service did not become ready');
    },
    dispose,
  };
}
export type BenchService = Awaited<ReturnType<typeof startBenchService>>;

function startService(environment: Record<string, string>): ChildProcess {
  const command = [process.execPath, path.resolve(import.meta.dirname, '../main.js')];
  const pinned = spawnSync('taskset', ['-V']).status === 0 ? ['taskset', '-c', '0', ...command] : command;
  const child = spawn(pinned[0]!, pinned.slice(1), {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  endWithParent(child, 'SIGTERM');
  return child;
}

async function startStore(dataDirectory: string) {
  const password = newPassword();
  const server = await startClickhouse({
    dataDirectory,
    port: await freePort(),
    password,
    endWithParent: true,
  });
  const url = new URL(server.url);
  const response = await fetch(url, {
    method: 'POST',
    body: `CREATE DATABASE ${DATABASE}`,
    headers: { authorization: `Basic ${Buffer.from(`default:${password}`).toString('base64')}` },
  });
  if (!response.ok) throw new Error(`ClickHouse refused: ${await response.text()}`);
  Object.assign(url, { username: 'default', password, pathname: `/${DATABASE}` });
  return { pid: server.pid, url: url.href, stop: server.stop };
}
