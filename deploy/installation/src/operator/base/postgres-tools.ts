import { execFile, type SpawnOptions, type StdioOptions, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from './operator-error.ts';

const run = promisify(execFile);

/** Debian's place for each version's programs. */
const DEBIAN = '/usr/lib/postgresql';
const TOOLS = ['pg_dump', 'pg_restore', 'psql'] as const;
/** Additionally needed for base backups, the log after them, and recovery; they work with their own version only. */
const SERVER_TOOLS = ['pg_basebackup', 'pg_receivewal', 'postgres'] as const;
type Tool = (typeof TOOLS)[number] | (typeof SERVER_TOOLS)[number] | 'pg_combinebackup';
const VERSION_MS = 5_000;
const MAX_STDERR = 4_000;

export interface PostgresTools {
  major: number;
  folder: string;
}

/**
 * PostgreSQL's own programs of a version that can read the server: pg_dump reads none that is newer than itself. The nearest one is
 * taken, which knows the server best.
 * @param environment PALISADE_POSTGRES_TOOLS names a folder, PATH the usual ones
 */
export async function findPostgresTools(
  serverMajor: number,
  environment: NodeJS.ProcessEnv,
): Promise<PostgresTools> {
  const found = (await Promise.all(folders(environment).map(toolsIn))).filter((tools) => tools !== null);
  const fitting = found
    .filter(({ major }) => major >= serverMajor)
    .sort((one, other) => one.major - other.major);
  if (fitting[0]) return fitting[0];
  const had =
    found.length === 0 ? 'none' : `version ${[...new Set(found.map(({ major }) => major))].join(' and ')}`;
  throw new OperatorError(
    'postgres_tools_missing',
    `pg_dump, pg_restore and psql of version ${serverMajor} or newer are needed; there is ${had}.`,
    `Install postgresql-client-${serverMajor} (apt.postgresql.org has it where the distribution has not), or name their folder in PALISADE_POSTGRES_TOOLS.`,
  );
}

/** Tools of exactly this version, including the server. */
export async function findServerTools(major: number, environment: NodeJS.ProcessEnv): Promise<PostgresTools> {
  const candidates = folders(environment).filter((folder) =>
    SERVER_TOOLS.every((tool) => existsSync(path.join(folder, tool))),
  );
  const found = (await Promise.all(candidates.map(toolsIn))).find((tools) => tools?.major === major);
  if (found) return found;
  throw new OperatorError(
    'postgres_tools_missing',
    `PostgreSQL ${major} itself is needed (${[...TOOLS, ...SERVER_TOOLS].join(', ')}).`,
    `Install postgresql-${major}, or name the folder of its programs in PALISADE_POSTGRES_TOOLS.`,
  );
}

const ZSTD_SINCE_MAJOR = 16;
/** Where nobody listens: only whether it would begin is asked. */
const NOWHERE = ['--host=/nonexistent', '--no-password'];

/**
 * How pg_dump is to pack: by itself it takes two and a half times as long over it as at level 1, for a sixth less (measured with request logs).
 * Zstandard takes less time for less still, where this pg_dump knows it; who builds it may leave that out. pg_restore sees by itself how it was packed.
 */
export async function quickCompression({ major, folder }: PostgresTools): Promise<string> {
  const gzip = '--compress=1';
  const zstd = '--compress=zstd';
  if (major < ZSTD_SINCE_MAJOR) return gzip;
  const said = await run(path.join(folder, 'pg_dump'), ['--format=custom', zstd, ...NOWHERE], {
    timeout: VERSION_MS,
    env: { LANG: 'C.UTF-8' },
  }).then(
    () => '',
    ({ stderr = '' }: { stderr?: string }) => stderr,
  );
  // It came as far as to look for a server: it can pack so.
  return said.includes('connection to server') ? zstd : gzip;
}

function folders(environment: NodeJS.ProcessEnv): string[] {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((name) => path.join(DEBIAN, name, 'bin')) : [];
  const onPath = (environment.PATH ?? process.env.PATH ?? '').split(path.delimiter);
  const named = environment.PALISADE_POSTGRES_TOOLS;
  return [...new Set([...(named ? [named] : []), ...debian, ...onPath])].filter((folder) =>
    TOOLS.every((tool) => folder !== '' && existsSync(path.join(folder, tool))),
  );
}

async function toolsIn(folder: string): Promise<PostgresTools | null> {
  try {
    const { stdout } = await run(path.join(folder, 'pg_dump'), ['--version'], { timeout: VERSION_MS });
    const major = Number(/\(PostgreSQL\) (\d{1,4})/.exec(stdout)?.[1] ?? Number.NaN);
    return Number.isFinite(major) ? { major, folder } : null;
  } catch {
    // Programs that do not start are none; if no others are there, that is said.
    return null;
  }
}

/** By environment: arguments are visible to every user of the machine. */
function connection(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const socketFolder = searchParams.get('host');
  const sslmode = searchParams.get('sslmode');
  const rootCertificate = searchParams.get('sslrootcert');
  return {
    PGHOST: socketFolder ?? hostname.replace(/^\[|\]$/g, ''),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)) || 'postgres',
    PGCONNECT_TIMEOUT: '10',
    PGAPPNAME: 'palisade-operator',
    ...(sslmode && { PGSSLMODE: sslmode }),
    ...(rootCertificate && { PGSSLROOTCERT: rootCertificate }),
  };
}

/** Starts one of them. `ended` rejects with what it said where it fails. */
export function startTool(tools: PostgresTools, tool: Tool, args: readonly string[], url: string | null) {
  return startProgram(path.join(tools.folder, tool), args, {
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...(url !== null && connection(url)) },
  });
}

/** `ended` rejects with what it said where it fails. */
export function startProgram(file: string, args: readonly string[], options: SpawnOptions = {}) {
  const tool = path.basename(file);
  const stdio: StdioOptions = ['pipe', 'pipe', 'pipe'];
  const child = spawn(file, [...args], { ...options, stdio });
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-MAX_STDERR);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(failure(tool, signal ?? code, said));
    });
  });
  // The process that feeds or reads it may fail first, and reports that; this error is reported if there is no other.
  ended.catch(() => undefined);
  return { input: child.stdin!, output: child.stdout!, ended, kill: () => child.kill('SIGKILL') };
}

/** A tar that is out of room says so of each file. */
const MAX_LINES = 8;
/** As every program says it in English, which they are told to speak. */
export const NO_ROOM = 'No space left on device';

function failure(tool: string, how: string | number | null, said: string): OperatorError {
  const lines = said.trim().split('\n');
  const text = `${tool} ended (${how}): ${lines.slice(-MAX_LINES).join('\n')}`;
  if (!said.includes(NO_ROOM)) return new OperatorError('postgres_tool_failed', text);
  return new OperatorError(
    'no_room',
    `${tool} ended (${how}): ${lines.find((line) => line.includes(NO_ROOM))}`,
    roomFor(tool),
  );
}

/** What to do about it: where all but psql write is scratch. */
export const roomFor = (tool: string): string =>
  `Make room ${
    tool === 'psql'
      ? 'on the disk of the database server'
      : 'in the folder for temporary files, or name another one (TMPDIR; of restore --to-time: --scratch)'
  }, then run the same again: nothing was changed.`;

export type Running = ReturnType<typeof startProgram>;

/** The consequence of a program's end, not its cause. */
export const isBrokenPipe = (reason: unknown): boolean =>
  ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes((reason as NodeJS.ErrnoException).code ?? '');

/** The program's own error if the pipe broke because of it. Always throws. */
export async function causeOf(reason: unknown, program: Running): Promise<never> {
  if (isBrokenPipe(reason)) await program.ended;
  throw reason;
}
