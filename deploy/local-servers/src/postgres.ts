import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServiceRole, query } from '@palisade/installation';
import { endWithParent } from './parent-watch.ts';
import { othersCanReach, type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts';
import { eventually, LocalServerError, stopChild, untilItAnswers } from './processes.ts';

export interface PostgresOptions {
  /** Where the cluster lives; made on first use, kept afterwards. */
  dataDirectory: string;
  port: number;
  /** False for tests, whose data a crash of the machine may lose. */
  durable?: boolean;
  /** Default: 100. */
  maxConnections?: number;
  /** Programs of another PostgreSQL than the package's. */
  binaries?: string;
  /** Ends with the process that started it, however that ends. Otherwise it outlives a killed one. */
  endWithParent?: boolean;
}

export interface PostgresServer {
  readonly pid: number;
  readonly port: number;
  /** Superuser, for making roles and databases. */
  readonly adminUrl: string;
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Makes a role that owns one schema and reaches nothing else; returns its URL. Repeating it is harmless. */
  createServiceRole(service: string, password: string): Promise<string>;
  stop(): Promise<void>;
}

const DATABASE = 'palisade';

/** Starts a real PostgreSQL on loopback. A server that an earlier run left behind is ended first. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const binaries = postgresBinaries(options.binaries);
  const password = initialise(options, binaries);
  await endLeftoverPostgres(options.dataDirectory);
  const durability =
    options.durable === false ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : [];
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${options.port}`,
    'unix_socket_directories=',
    `max_connections=${options.maxConnections ?? 100}`,
    'shared_buffers=64MB',
    'timezone=UTC',
    ...durability,
  ];
  const deadline = Date.now() + MS_FOR_EARLIER_PROCESSES;
  for (;;) {
    try {
      return await startOnce(options, binaries, settings, password);
    } catch (error) {
      if (!isBesideEarlier(error) || Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

/** The processes of a server that was killed end a moment after it; until then PostgreSQL starts none beside them. */
const MS_FOR_EARLIER_PROCESSES = 15_000;

function isBesideEarlier(error: unknown): boolean {
  return error instanceof LocalServerError && error.message.includes('pre-existing shared memory block');
}

async function startOnce(
  options: PostgresOptions,
  binaries: PostgresBinaries,
  settings: readonly string[],
  password: string,
): Promise<PostgresServer> {
  const child = spawn(
    binaries.postgres,
    ['-D', options.dataDirectory, ...settings.flatMap((s) => ['-c', s])],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      // Its own group: Ctrl-C in the terminal must not end it before the services that write to it.
      detached: true,
      ...binaries.owner,
    },
  );
  if (options.endWithParent) endWithParent(child, 'SIGINT');
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const adminUrl = `postgres://palisade_admin:${password}@127.0.0.1:${options.port}/${DATABASE}`;
  await ready(child, adminUrl, () => output);
  return {
    pid: child.pid ?? 0,
    port: options.port,
    adminUrl,
    ended,
    createServiceRole: (service, rolePassword) => createServiceRole(adminUrl, service, rolePassword),
    stop: () => stopChild(child, 'SIGINT'),
  };
}

function initialise({ dataDirectory }: PostgresOptions, binaries: PostgresBinaries): string {
  const passwordFile = `${dataDirectory}.password`;
  if (existsSync(path.join(dataDirectory, 'PG_VERSION'))) {
    return readFileSync(passwordFile, 'utf8');
  }
  if (binaries.owner && !othersCanReach(path.dirname(dataDirectory))) {
    throw new LocalServerError(
      'did_not_start',
      `PostgreSQL does not run as root, and nobody else reaches ${path.dirname(dataDirectory)}; choose another folder`,
    );
  }
  const password = randomBytes(18).toString('base64url');
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (binaries.owner) {
    chownSync(dataDirectory, binaries.owner.uid, binaries.owner.gid);
    chownSync(passwordFile, binaries.owner.uid, binaries.owner.gid);
  }
  chmodSync(dataDirectory, 0o700);
  const { status, stderr } = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${dataDirectory}`,
      '--username=palisade_admin',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { encoding: 'utf8', ...binaries.owner },
  );
  if (status !== 0) {
    throw new LocalServerError('did_not_start', `initdb failed: ${stderr}`);
  }
  return password;
}

async function ready(child: ChildProcess, adminUrl: string, output: () => string): Promise<void> {
  const maintenanceUrl = adminUrl.replace(/\/[^/]*$/, '/postgres');
  await untilItAnswers({ name: 'PostgreSQL', child, output }, () => query(maintenanceUrl, 'SELECT 1'));
  const { rowCount } = await query(maintenanceUrl, 'SELECT 1 FROM pg_database WHERE datname = $1', [
    DATABASE,
  ]);
  if (rowCount === 0) {
    await query(maintenanceUrl, `CREATE DATABASE ${DATABASE}`);
  }
}

/** If its parent was killed (SIGKILL), the old server still holds the data directory and the port. */
export async function endLeftoverPostgres(dataDirectory: string): Promise<void> {
  const pidFile = path.join(dataDirectory, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const [pid] = readFileSync(pidFile, 'utf8').split('\n');
  const running = (): boolean => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDirectory);
    } catch {
      return false; // No such process, or no /proc: PostgreSQL itself then checks its pid file.
    }
  };
  if (!running()) return;
  process.kill(Number(pid), 'SIGINT');
  await eventually('the end of an earlier PostgreSQL', async () => {
    if (running()) throw new Error(`process ${pid} still runs`);
  });
}
