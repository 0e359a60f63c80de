import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { ask } from '../../base/database.ts';
import { OperatorError } from '../../base/operator-error.ts';
import { causeOf, NO_ROOM, type PostgresTools, roomFor, startProgram } from '../../base/postgres-tools.ts';
import { BASE_FILE, type BaseInfo } from '../manifest.ts';
import { type OpenedBackup, openInto } from '../verify.ts';
import type { Piece, WalArchive } from './wal-archive.ts';

const POLL_INTERVAL_MS = 200;
const STOP_MS = 10_000;
const MAX_SAID = 4_000;

export interface Recovery {
  /** A full base backup, and what was added to it. */
  chain: readonly OpenedBackup[];
  archive: WalArchive;
  pieces: readonly Piece[];
  to: Date;
  tools: PostgresTools;
  /** Where the server's files are laid out meanwhile; as large as the database and its log. */
  scratch: string | undefined;
}

/** Owns the files and runs the server: PostgreSQL refuses to run as root. */
type Owner = { uid: number; gid: number } | null;

/**
 * Lays the files out in a folder of its own, has a server of its own read the log up to the moment, and lends that server. Nobody else
 * reaches it: it listens on a socket in a folder that only its owner may enter.
 */
export async function recovered<T>(recovery: Recovery, use: (url: string) => Promise<T>): Promise<T> {
  const owner = serverOwner();
  const scratch = recovery.scratch ?? tmpdir();
  await mkdir(scratch, { recursive: true });
  const folder = await mkdtemp(path.join(scratch, 'palisade-recovery-'));
  // A socket's name has 107 bytes at most: not below a folder of any length.
  const socket = await mkdtemp(path.join(tmpdir(), 'palisade-socket-'));
  const release = guarded(folder, socket);
  try {
    for (const place of [folder, socket]) {
      await given(place, owner);
      refuseUnreachable(place, owner);
    }
    await layOut(recovery, folder, owner);
    return await withServer(recovery, { folder, socket, owner }, use);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(socket, { recursive: true, force: true });
    release();
  }
}

/** Reads until its input ends: with "done" there is nothing left to do, without it this process is gone, however it ended. */
const GUARD = `
read -r word
[ "$word" = done ] && exit 0
# A server that has just begun writes its number first.
sleep 1
pid=$(head -n 1 "$1/data/postmaster.pid") && kill -s QUIT "$pid"
for _ in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -0 "$pid" || break; done
kill -s KILL "$pid"
rm -rf "$1" "$2"
`;

/**
 * All that customers have would lie there, and a server would go on in it, if this command is killed.
 * @returns to be called when both folders are removed
 */
function guarded(folder: string, socket: string): () => void {
  const guard = spawn('sh', ['-c', GUARD, 'palisade-recovery-guard', folder, socket], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C, which ends this command, is not to end it as well.
    detached: true,
  });
  // One that ended before us has nothing to hear.
  guard.stdin.on('error', () => undefined);
  guard.unref();
  (guard.stdin as unknown as { unref?: () => void }).unref?.();
  return () => void guard.stdin.end('done\n');
}

function serverOwner(): Owner {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch (cause) {
    throw new OperatorError(
      'no_user_postgres',
      'PostgreSQL does not run as root, and there is no user postgres.',
      'Run the command as another user than root, or make that user.',
      { cause },
    );
  }
}

async function given(place: string, owner: Owner): Promise<void> {
  await chmod(place, 0o700);
  if (owner !== null) await chown(place, owner.uid, owner.gid);
}

/** A folder above it may be root's alone. */
function refuseUnreachable(place: string, owner: Owner): void {
  if (owner === null || spawnSync('test', ['-w', place], owner).status === 0) return;
  throw new OperatorError(
    'scratch_private',
    `The user postgres, as whom the server runs, does not come through to ${place}.`,
    'Name a folder with --scratch that others may enter; nobody else reads what is put there.',
  );
}

async function layOut(
  { chain, archive, pieces, tools, to }: Recovery,
  folder: string,
  owner: Owner,
): Promise<void> {
  const data = path.join(folder, 'data');
  const parts = chain.map((_, at) => (chain.length === 1 ? data : path.join(folder, `part-${at}`)));
  for (const [at, backup] of chain.entries()) {
    await mkdir(parts[at]!, { mode: 0o700 });
    await given(parts[at]!, owner);
    const tar = startProgram('tar', ['--extract', '--ignore-zeros', '--file=-', `--directory=${parts[at]}`], {
      ...owner,
    });
    tar.output.resume();
    try {
      const compressed = createGunzip();
      await Promise.all([openInto(backup, BASE_FILE, compressed), pipeline(compressed, tar.input)]).catch(
        (error: unknown) => causeOf(error, tar),
      );
      await tar.ended;
    } finally {
      tar.kill();
    }
  }
  if (chain.length > 1) {
    const combining = startProgram(
      path.join(tools.folder, 'pg_combinebackup'),
      [...parts, `--output=${data}`],
      {
        ...owner,
      },
    );
    combining.input.end();
    combining.output.resume();
    await combining.ended;
    for (const part of parts) await rm(part, { recursive: true });
  }
  const log = path.join(folder, 'wal');
  await mkdir(log, { mode: 0o700 });
  await given(log, owner);
  for (const piece of pieces) {
    const file = path.join(log, piece.name.replace('-history', '.history'));
    await archive.openInto(piece, createWriteStream(file, { mode: 0o600 }));
    if (owner !== null) await chown(file, owner.uid, owner.gid);
  }
  // Settings of the original server (certificates, libraries, paths) do not apply here.
  const own: Record<string, string> = {
    'data/postgresql.auto.conf': '',
    'data/recovery.signal': '',
    'hba.conf': 'local all all trust\n',
    'server.conf': settings(to),
  };
  for (const [name, text] of Object.entries(own)) {
    await writeFile(path.join(folder, name), text, { mode: 0o600 });
    if (owner !== null) await chown(path.join(folder, name), owner.uid, owner.gid);
  }
}

/** The folder is thrown away afterwards: nothing in it has to outlive a crash. */
const settings = (to: Date): string =>
  [
    `restore_command = 'cp ../wal/%f %p'`,
    // Not with a Z: the names of zones are not read yet when the server reads this.
    `recovery_target_time = '${to.toISOString().replace('Z', '+00')}'`,
    `recovery_target_action = 'promote'`,
    `recovery_target_timeline = 'latest'`,
    'hot_standby = off',
    `listen_addresses = ''`,
    'max_wal_senders = 0',
    'wal_level = minimal',
    'archive_mode = off',
    'fsync = off',
    'full_page_writes = off',
    'autovacuum = off',
    '',
  ].join('\n');

interface Place {
  folder: string;
  socket: string;
  owner: Owner;
}

async function withServer<T>(
  { chain, tools }: Recovery,
  { folder, socket, owner }: Place,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const files = ['config_file=server.conf', 'hba_file=hba.conf', 'ident_file=ident.conf'];
  const placed = files.map((setting) => setting.replace('=', `=${folder}/`));
  const child = spawn(
    path.join(tools.folder, 'postgres'),
    [
      '-D',
      path.join(folder, 'data'),
      ...[...placed, `unix_socket_directories=${socket}`].flatMap((one) => ['-c', one]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { LANG: 'C.UTF-8', PATH: process.env.PATH }, ...owner },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-MAX_SAID);
  });
  const ended = once(child, 'close');
  try {
    const url = urlOf(chain.at(-1)!.manifest.base!, socket);
    const isRunning = () => child.exitCode === null && child.signalCode === null;
    while (!(await isRecovered(url))) {
      if (!isRunning())
        throw new OperatorError(
          'recovery_failed',
          `The server did not reach that moment: ${lastLines(said)}`,
          said.includes(NO_ROOM) ? roomFor('postgres') : '',
        );
      await pause(POLL_INTERVAL_MS);
    }
    return await use(url);
  } finally {
    child.kill('SIGQUIT');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(killTimer);
  }
}

const urlOf = ({ database, user }: BaseInfo, socket: string): string =>
  `postgres://${encodeURIComponent(user)}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(socket)}`;

async function isRecovered(url: string): Promise<boolean> {
  try {
    const [row] = await ask<{ busy: boolean }>(url, 'SELECT pg_is_in_recovery() AS busy');
    return row?.busy === false;
  } catch {
    // Not yet: whether it has ended is asked of the process.
    return false;
  }
}

const lastLines = (said: string): string => said.trim().split('\n').slice(-4).join(' / ');
