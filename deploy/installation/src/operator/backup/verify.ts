import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { causeOf, findPostgresTools, startTool } from '../base/postgres-tools.ts';
import { basesIn, chainOf } from './bases.ts';
import { BackupKeys } from './keys.ts';
import {
  BASE_FILE,
  DATABASE_FILE,
  FILE_LIST,
  type Manifest,
  readUnverified,
  SECRETS_FILE,
  verified,
} from './manifest.ts';
import { MeasuredStream } from './measured-stream.ts';
import { damaged, Opener } from './sealed-stream.ts';
import type { BackupStore } from './store/backup-store.ts';
import type { SecretsDocument } from './write.ts';

export interface OpenedBackup {
  store: BackupStore;
  name: string;
  manifest: Manifest;
  keys: BackupKeys;
}

/** The passphrase is right, and the manifest is as it was written. */
export async function openBackup(
  store: BackupStore,
  name: string,
  passphrase: string,
): Promise<OpenedBackup> {
  const sealed = await readUnverified(store, name);
  const keys = await BackupKeys.derive(passphrase, sealed.manifest.keys);
  const manifest = verified(sealed, keys);
  const parts = manifest.base ? [SECRETS_FILE, BASE_FILE, FILE_LIST] : [SECRETS_FILE, DATABASE_FILE];
  for (const part of parts) {
    if (!manifest.files.some((file) => file.name === part)) throw damaged(`${part} is not in it`);
  }
  return { store, name, manifest, keys };
}

/** Reads everything once: each byte is the one that was written, and PostgreSQL's own program can read the dump to its end. */
export async function verifyBackup(backup: OpenedBackup, environment: NodeJS.ProcessEnv): Promise<void> {
  const { manifest } = backup;
  await readSecrets(backup);
  if (manifest.base) {
    for (const file of [BASE_FILE, FILE_LIST]) await openInto(backup, file, nowhere());
    await refuseHoles(backup);
    return;
  }
  const tools = await findPostgresTools(Math.floor(manifest.postgres / 10_000), environment);
  const reader = startTool(tools, 'pg_restore', ['--file=/dev/null'], null);
  reader.output.resume();
  try {
    await openInto(backup, DATABASE_FILE, reader.input).catch((error: unknown) => causeOf(error, reader));
    await reader.ended;
  } finally {
    reader.kill();
  }
}

/** An increment is useless without its parents. */
async function refuseHoles({ store, name, manifest }: OpenedBackup): Promise<void> {
  if (manifest.base?.parent == null) return;
  const bases = await basesIn(store);
  chainOf(bases, { name, info: manifest.base });
}

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

export async function readSecrets(backup: OpenedBackup): Promise<SecretsDocument> {
  return JSON.parse((await readFile(backup, SECRETS_FILE)).toString('utf8')) as SecretsDocument;
}

/** One that is small enough to be held whole. */
export async function readFile(backup: OpenedBackup, name: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  const collect = new Writable({
    write(chunk: Buffer, _encoding, done) {
      parts.push(chunk);
      done();
    },
  });
  await openInto(backup, name, collect);
  return Buffer.concat(parts);
}

/** Opens one of its files, bounded to what the manifest says of its size. @throws OperatorError `backup_damaged` */
export async function openInto(
  { store, name: backup, manifest, keys }: OpenedBackup,
  name: string,
  target: NodeJS.WritableStream,
): Promise<void> {
  const expected = manifest.files.find((file) => file.name === name)!;
  const measured = new MeasuredStream(name, expected.bytes);
  const source = await store.read(`${backup}/${name}`);
  if (source === null) throw damaged(`${name} is not there`);
  await pipeline(source, measured, new Opener(keys.ofFile(name)), target);
  const found = measured.measure();
  if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256)
    throw damaged(`${name} was changed`);
}
