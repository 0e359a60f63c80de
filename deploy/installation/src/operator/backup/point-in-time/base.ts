import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Transform, type TransformCallback, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ask } from '../../base/database.ts';
import type { Installation } from '../../base/installation.ts';
import { OperatorError } from '../../base/operator-error.ts';
import { findServerTools, type PostgresTools, startProgram, startTool } from '../../base/postgres-tools.ts';
import { VERSION } from '../../base/workspace.ts';
import { basesIn, chainOf } from '../bases.ts';
import { BackupKeys, newDerivation } from '../keys.ts';
import {
  BASE_FILE,
  FILE_LIST,
  FORMAT,
  MANIFEST,
  type Manifest,
  SECRETS_FILE,
  sealedManifest,
} from '../manifest.ts';
import { removeBackup } from '../retention.ts';
import type { BackupStore } from '../store/backup-store.ts';
import { compactTime } from '../times.ts';
import { openBackup, readFile as readPart } from '../verify.ts';
import { adminUrlOf, sealInto, secretsOf, serverVersion, type Target, type Written } from '../write.ts';
import { endOfCopy } from './end-of-copy.ts';
import { logNotStored, refuseWithoutLog, replicatedServer, throwExplained } from './replication.ts';
import { lsn, segmentName } from './segments.ts';
import { WalArchive } from './wal-archive.ts';

/** PostgreSQL's own list of the files; a line for each. */
const MAX_LIST_BYTES = 256 * 1024 * 1024;
const MIN_INCREMENTAL_MAJOR = 17;

interface FileList {
  'WAL-Ranges': { Timeline: number; 'Start-LSN': string }[];
}

/** The files of the whole server (pg_basebackup), or of what has changed since the newest base backup. */
export async function writeBase(
  installation: Installation,
  store: BackupStore,
  passphrase: string,
  { environment, incremental }: { environment: NodeJS.ProcessEnv; incremental: boolean },
): Promise<Written> {
  const url = adminUrlOf(installation);
  const { major, ...server } = await replicatedServer(url);
  const { segmentBytes } = server;
  await refuseWithoutLog(url);
  const archive = await WalArchive.open(store, passphrase);
  if (archive === null) throw logNotStored(store.place);
  archive.refuseOther(server);
  const tools = await findServerTools(major, environment);
  if (incremental) await refuseIncremental(major, url);
  const parent = incremental ? await newestBase(store) : null;
  const derivation = newDerivation();
  const keys = await BackupKeys.derive(passphrase, derivation);
  const at = new Date();
  const name = `base-${compactTime(at)}`;
  const target: Target = { store, name, keys };
  const scratch = await mkdtemp(path.join(tmpdir(), 'palisade-base-'));
  try {
    const changedSince: string[] = [];
    if (parent !== null) {
      const file = path.join(scratch, 'backup_manifest');
      await writeFile(file, await readPart(await openBackup(store, parent, passphrase), FILE_LIST), {
        mode: 0o600,
      });
      changedSince.push(`--incremental=${file}`);
    }
    const secrets = secretsOf(installation, await readFile(installation.secretsFile, 'utf8'));
    const files = [await sealInto(target, SECRETS_FILE, secrets)];
    const { base, list } = await receive(target, tools, url, changedSince);
    files.push(base, await sealInto(target, FILE_LIST, Readable.from([list])));
    const [range] = (JSON.parse(list.toString('utf8')) as FileList)['WAL-Ranges'];
    const { pathname, username } = new URL(url);
    const { endedAt, migrations } = await endOfCopy((text, values) => ask(url, text, values));
    const start = { timeline: range!.Timeline, number: lsn(range!['Start-LSN']) / BigInt(segmentBytes) };
    const manifest: Manifest = {
      format: FORMAT,
      version: VERSION,
      at: at.toISOString(),
      kind: installation.kind,
      postgres: await serverVersion(url),
      migrations,
      keys: derivation,
      check: keys.check(),
      files,
      base: {
        parent,
        endedAt: endedAt.toISOString(),
        startSegment: segmentName(start, segmentBytes),
        segmentBytes,
        database: decodeURIComponent(pathname.slice(1)) || 'postgres',
        user: decodeURIComponent(username),
      },
    };
    await store.write(`${name}/${MANIFEST}`, Readable.from([Buffer.from(sealedManifest(manifest, keys))]));
    return { name, manifest };
  } catch (error) {
    // The original failure is reported; without a manifest leftovers do not count as a backup.
    await removeBackup(store, name).catch(() => undefined);
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function refuseIncremental(major: number, url: string): Promise<void> {
  if (major < MIN_INCREMENTAL_MAJOR) {
    throw new OperatorError(
      'incremental_unknown',
      `PostgreSQL ${major} makes no incremental backups; ${MIN_INCREMENTAL_MAJOR} and newer do.`,
      'Leave --incremental out; the log between base backups is stored by palisade backup wal with every version.',
    );
  }
  const [row] = await ask<{ on: string }>(url, `SELECT current_setting('summarize_wal') AS on`);
  if (row?.on === 'on') return;
  throw new OperatorError(
    'wal_not_summarized',
    'The server does not note which blocks change (summarize_wal is off).',
    'ALTER SYSTEM SET summarize_wal = on; SELECT pg_reload_conf(); then take one base backup without --incremental.',
  );
}

async function newestBase(store: BackupStore): Promise<string> {
  const bases = await basesIn(store);
  const newest = bases.at(-1);
  // An increment to a chain with a gap could never be restored.
  if (newest !== undefined && chainOf(bases, newest)) return newest.name;
  throw new OperatorError(
    'no_base',
    `There is no base backup in ${store.place} to add to.`,
    'Take one without --incremental.',
  );
}

/** One archive, as it comes; the list of files is its last member, and is read on the way. */
async function receive(target: Target, tools: PostgresTools, url: string, more: readonly string[]) {
  const args = ['--pgdata=-', '--format=tar', '--wal-method=fetch', '--checkpoint=fast', '--no-password'];
  const receiving = startTool(tools, 'pg_basebackup', [...args, ...more], url);
  receiving.input.end();
  const reader = startProgram('tar', [
    '--extract',
    '--ignore-zeros',
    '--to-stdout',
    '--file=-',
    'backup_manifest',
  ]);
  const list = bounded(reader.output);
  list.catch(() => undefined);
  try {
    const compressed = createGzip({ level: 1 });
    const [base] = await Promise.all([
      sealInto(target, BASE_FILE, compressed),
      pipeline(receiving.output, new Copying(reader.input), compressed),
    ]);
    await receiving.ended.catch(throwExplained);
    await reader.ended;
    return { base, list: await list };
  } catch (error) {
    // A pipe that broke is the consequence of what the program says.
    await receiving.ended.catch(throwExplained);
    throw error;
  } finally {
    receiving.kill();
    reader.kill();
  }
}

/** Passes everything on, and gives it to another one as well. */
class Copying extends Transform {
  constructor(private readonly other: Writable) {
    super();
    other.on('error', (error) => this.destroy(error));
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.other.write(chunk, (error) => done(error, chunk));
  }

  override _flush(done: TransformCallback): void {
    this.other.end(done);
  }
}

async function bounded(source: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of source as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_LIST_BYTES)
      throw new OperatorError('too_many_files', 'The list of the server’s files is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
