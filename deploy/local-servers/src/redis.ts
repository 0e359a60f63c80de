import { spawn, spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { REDIS_SETTINGS } from '@palisade/installation';
import { Redis } from 'ioredis';
import { endWithParent } from './parent-watch.ts';
import { privateFolder, withPrivateFiles } from './private-files.ts';
import { LocalServerError, stopChild, untilItAnswers } from './processes.ts';

export interface RedisOptions {
  dataDirectory: string;
  port: number;
  /** Keeps its data over restarts and power cuts (append-only file, synced before each answer). */
  durable?: boolean;
  /** Its users, without whom anybody may do anything: the text of an `aclfile`, in which `health` may ping. */
  users?: { aclFile: string; health: string };
  /** Ends with the process that started it, however that ends. Otherwise it outlives a killed one. */
  endWithParent?: boolean;
}

export interface RedisServer {
  readonly pid: number;
  readonly url: string;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
  /** As a power cut would. */
  kill(): Promise<void>;
}

const COMMANDS = ['redis-server', 'valkey-server'];

/** Starts the Redis (or Valkey) server of this machine on loopback. */
export async function startRedis(options: RedisOptions): Promise<RedisServer> {
  const command = findRedis();
  privateFolder(options.dataDirectory);
  const settings = [
    ['port', String(options.port)],
    ['bind', '127.0.0.1'],
    ['dir', options.dataDirectory],
    ...Object.entries({ ...REDIS_SETTINGS, ...(options.durable === false && { appendonly: 'no' }) }),
    ['save', ''],
    ['daemonize', 'no'],
    ...(options.users ? [['aclfile', writeUsers(options.dataDirectory, options.users.aclFile)]] : []),
  ];
  const args = settings.flatMap(([name, value]) => [`--${name}`, value ?? '']);
  const child = withPrivateFiles(() =>
    spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true }),
  );
  if (options.endWithParent) endWithParent(child, 'SIGTERM');
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `redis://127.0.0.1:${options.port}`;
  const healthUrl = options.users ? `redis://health:${options.users.health}@127.0.0.1:${options.port}` : url;
  await untilItAnswers({ name: command, child, output: () => output }, () => ping(healthUrl));
  return {
    pid: child.pid ?? 0,
    url,
    ended,
    stop: () => stopChild(child, 'SIGTERM'),
    kill: () => stopChild(child, 'SIGKILL'),
  };
}

/** Written anew at each start: the installation's secrets are what counts. */
function writeUsers(dataDirectory: string, text: string): string {
  const file = path.join(dataDirectory, 'users.acl');
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return file;
}

/** @throws LocalServerError that names the package to install */
export function findRedis(): string {
  const found = COMMANDS.find((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0);
  if (found === undefined) {
    throw new LocalServerError(
      'not_installed',
      'No Redis found. Install redis-server or valkey-server (Debian and Ubuntu: apt-get install redis-server; ' +
        'macOS: brew install redis), or name a running server with --redis-url.',
    );
  }
  return found;
}

async function ping(url: string): Promise<void> {
  const client = new Redis(url, {
    lazyConnect: true,
    enableReadyCheck: false,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    disconnectTimeout: 10,
  });
  // Errors reach the caller through the calls below; without a listener they would be printed as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
  } finally {
    client.disconnect();
  }
}
