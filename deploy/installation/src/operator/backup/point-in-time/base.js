import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ask } from '../../base/database.ts';
import { OperatorError } from '../../base/operator-error.ts';
import { VERSION } from '../../base/workspace.ts';
import { basesIn, chainOf } from '../bases.ts';
import { BackupKeys, newDerivation } from '../keys.ts';
import { BASE_FILE, FILE_LIST, FORMAT, MANIFEST, SECRETS_FILE, sealedManifest } from '../manifest.ts';
import { findServerTools, startProgram, startTool } from '../postgres-tools.ts';
import { removeBackup } from '../retention.ts';
import { compactTime } from '../times.ts';
import { openBackup, readFile as readPart } from '../verify.ts';
import { adminUrlOf, appliedMigrations, sealInto, secretsOf, serverVersion } from '../write.ts';
import { logNotStored, refuseWithoutLog, replicatedServer, replicationTold } from './replication.ts';
import { lsn, segmentName } from './segments.ts';
import { WalArchive } from './wal-archive.ts';

/** PostgreSQL's own list of the files; a line for each. */
const MAX_LIST_BYTES = 256 * 1024 * 1024;
const MIN_INCREMENTAL_MAJOR = 17;
/** The files of the whole server (pg_basebackup), or of what has changed since the newest base backup. */
export async function writeBase(installation, store, passphrase, { environment, incremental }) {
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
  const target = { store, name, keys };
  const scratch = await mkdtemp(path.join(tmpdir(), 'palisade-base-'));
  try {
    const changedSince = [];
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
    const [range] = JSON.parse(list.toString('utf8'))['WAL-Ranges'];
    const { pathname, username } = new URL(url);
    const start = { timeline: range.Timeline, number: lsn(range['Start-LSN']) / BigInt(segmentBytes) };
    const manifest = {
      format: FORMAT,
      version: VERSION,
      at: at.toISOString(),
      kind: installation.kind,
      postgres: await serverVersion(url),
      migrations: await appliedMigrations(installation),
      keys: derivation,
      check: keys.check(),
      files,
      base: {
        parent,
        endedAt: (await serverTime(url)).toISOString(),
        startSegment: segmentName(start, segmentBytes),
        segmentBytes,
        database: decodeURIComponent(pathname.slice(1)) || 'postgres',
        user: decodeURIComponent(username),
      },
    };
    await store.write(`${name}/${MANIFEST}`, Readable.from([Buffer.from(sealedManifest(manifest, keys))]));
    return { name, manifest };
  } catch (error) {
    // Why it failed is what has to be told; without a manifest the rest passes for no backup.
    await removeBackup(store, name).catch(() => undefined);
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
async function refuseIncremental(major, url) {
  if (major < MIN_INCREMENTAL_MAJOR) {
    throw new OperatorError(
      'incremental_unknown',
      `PostgreSQL ${major} makes no incremental backups; ${MIN_INCREMENTAL_MAJOR} and newer do.`,
      'Leave --incremental out; the log between base backups is stored by palisade backup wal with every version.',
    );
  }
  const [row] = await ask(url, `SELECT current_setting('summarize_wal') AS on`);
  if (row?.on === 'on') return;
  throw new OperatorError(
    'wal_not_summarized',
    'The server does not note which blocks change (summarize_wal is off).',
    'ALTER SYSTEM SET summarize_wal = on; SELECT pg_reload_conf(); then take one base backup without --incremental.',
  );
}
async function newestBase(store) {
  const bases = await basesIn(store);
  const newest = bases.at(-1);
  // What adds to a chain that has a hole could never be restored.
  if (newest !== undefined && chainOf(bases, newest)) return newest.name;
  throw new OperatorError(
    'no_base',
    `There is no base backup in ${store.place} to add to.`,
    'Take one without --incremental.',
  );
}
async function serverTime(url) {
  const [row] = await ask(url, 'SELECT clock_timestamp() AS at');
  return row.at;
}
/** One archive, as it comes; the list of files is its last member, and is read on the way. */
async function receive(target, tools, url, more) {
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
    await receiving.ended.catch(replicationTold);
    await reader.ended;
    return { base, list: await list };
  } catch (error) {
    // A pipe that broke is the consequence of what the program says.
    await receiving.ended.catch(replicationTold);
    throw error;
  } finally {
    receiving.kill();
    reader.kill();
  }
}
/** Passes everything on, and gives it to another one as well. */
class Copying extends Transform {
  other;
  constructor(other) {
    super();
    this.other = other;
    other.on('error', (error) => this.destroy(error));
  }
  _transform(chunk, _encoding, done) {
    this.other.write(chunk, (error) => done(error, chunk));
  }
  _flush(done) {
    this.other.end(done);
  }
}
async function bounded(source) {
  const parts = [];
  let bytes = 0;
  for await (const part of source) {
    bytes += part.length;
    if (bytes > MAX_LIST_BYTES)
      throw new OperatorError('too_many_files', 'The list of the server’s files is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
