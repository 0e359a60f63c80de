import { existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ask } from '../base/database.ts';
import { type Installation, PROCESSES, STATEFUL } from '../base/installation.ts';
import { maskedSettings } from '../base/masking.ts';
import { migrationState } from '../base/migration-state.ts';
import { statusUrl } from '../base/processes.ts';
import { VERSION } from '../base/workspace.ts';
import { describe } from '../checks/finding.ts';
import { withRedis } from '../checks/redis.ts';

/** Maximum per log, and per process's metrics. */
const MAX_TEXT_BYTES = 1024 * 1024;
const MAX_LOGS = 40;
const METRICS_MS = 5_000;

type Scrub = (text: string) => string;
export type Files = Map<string, string>;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
/** An unavailable source is replaced by the reason. */
const orWhy = async <T>(work: Promise<T>): Promise<T | { error: string }> =>
  await work.catch((error: unknown) => ({ error: describe(error) }));

export async function versions(installation: Installation): Promise<string> {
  const { postgresAdminUrl } = installation;
  const [postgres, redis] = await Promise.all([
    orWhy(
      ask(
        postgresAdminUrl ?? '',
        'SELECT version(), pg_size_pretty(pg_database_size(current_database())) AS size',
      ),
    ),
    orWhy(withRedis(installation, (client) => client.info('server', 'memory'))),
  ]);
  return json({
    palisade: VERSION,
    kind: installation.kind,
    node: process.versions.node,
    machine: {
      system: `${os.type()} ${os.release()} ${os.arch()}`,
      processors: os.availableParallelism(),
      memory: os.totalmem(),
      free: os.freemem(),
      load: os.loadavg(),
    },
    postgres,
    redis: typeof redis === 'string' ? redis.split(/\r?\n/) : redis,
  });
}

export const settings = (installation: Installation, scrub: Scrub): string =>
  json(
    Object.fromEntries(PROCESSES.map((name) => [name, maskedSettings(installation.settings[name], scrub)])),
  );

export async function migrations(installation: Installation): Promise<string> {
  const states = STATEFUL.map(
    async (name) => [name, await orWhy(migrationState(installation, name))] as const,
  );
  return json(Object.fromEntries(await Promise.all(states)));
}

export async function metrics(installation: Installation): Promise<Files> {
  const read = PROCESSES.map(async (name) => {
    const text = await orWhy(metricsOf(statusUrl(installation, name)));
    return [`metrics/${name}.txt`, typeof text === 'string' ? text : json(text)] as const;
  });
  return new Map(await Promise.all(read));
}

async function metricsOf(url: string): Promise<string> {
  const response = await fetch(new URL('/metrics', url), { signal: AbortSignal.timeout(METRICS_MS) });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    // A line that is cut is no line: half a secret would not be known as one.
    if (text.length > MAX_TEXT_BYTES) return text.slice(0, text.lastIndexOf('\n', MAX_TEXT_BYTES) + 1);
  }
  return text;
}

/** The ends of the logs in a folder; of the launcher's own, where none is named. */
export async function logs({ kind, folder }: Installation, given: string | undefined): Promise<Files> {
  const place = given ?? (kind === 'standalone' ? path.join(folder, 'logs') : null);
  if (place === null || !existsSync(place)) return new Map();
  const entries = await readdir(place, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.log'))
    .map(({ name }) => name);
  const files: Files = new Map();
  for (const name of names.sort().slice(0, MAX_LOGS)) {
    files.set(`logs/${name}`, await endOf(path.join(place, name)));
  }
  return files;
}

/** Whole lines only: of one that is cut, half a secret might be left. */
async function endOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - MAX_TEXT_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    const text = buffer.toString('utf8', 0, bytesRead);
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1 || text.length);
  } finally {
    await handle.close();
  }
}
