import { spawn } from 'node:child_process';
import path from 'node:path';
import { clickhouseEngine } from './clickhouse-engine.ts';
import { endWithParent } from './parent-watch.ts';
import { privateFolder, withPrivateFiles } from './private-files.ts';
import { stopChild, untilItAnswers } from './processes.ts';

export interface ClickhouseOptions {
  dataDirectory: string;
  port: number;
  /** Of the user `default`. */
  password: string;
  /** Ends with the process that started it, however that ends. Otherwise it outlives a killed one. */
  endWithParent?: boolean;
}

export interface ClickhouseServer {
  readonly pid: number;
  readonly url: string;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
  /** As a power cut would, but for what the kernel holds in memory. */
  kill(): Promise<void>;
}

/** Statements that run side by side: the engine takes a thread of Node's for each. */
const THREADS = '16';

/** Starts ClickHouse's engine behind its HTTP interface on loopback. The first time, it is fetched. */
export async function startClickhouse(options: ClickhouseOptions): Promise<ClickhouseServer> {
  const engine = await clickhouseEngine();
  privateFolder(options.dataDirectory);
  const front = path.join(import.meta.dirname, `clickhouse-front${path.extname(import.meta.filename)}`);
  const child = withPrivateFiles(() =>
    spawn(process.execPath, [front, engine, options.dataDirectory, String(options.port)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { PATH: process.env.PATH, PASSWORD: options.password, UV_THREADPOOL_SIZE: THREADS },
    }),
  );
  if (options.endWithParent) endWithParent(child, 'SIGKILL');
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${options.port}`;
  await untilItAnswers({ name: 'ClickHouse', child, output: () => output }, () => fetch(`${url}/ping`));
  return {
    pid: child.pid ?? 0,
    url,
    ended,
    stop: () => stopChild(child, 'SIGTERM'),
    kill: () => stopChild(child, 'SIGKILL'),
  };
}
