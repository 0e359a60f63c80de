import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupKeys } from './keys.ts';
import { DATABASE_FILE, type Manifest, readUnverified, SECRETS_FILE, verified } from './manifest.ts';
import { MeasuredStream } from './measured-stream.ts';
import { causeOf, findPostgresTools, startTool } from './postgres-tools.ts';
import { damaged, Opener } from './sealed-stream.ts';
import { readSealed, type SecretsDocument } from './write.ts';

export interface OpenedBackup {
  folder: string;
  manifest: Manifest;
  keys: BackupKeys;
}

/** The passphrase is right, and the manifest is as it was written. */
export async function openBackup(folder: string, passphrase: string): Promise<OpenedBackup> {
  const sealed = readUnverified(folder);
  const keys = await BackupKeys.derive(passphrase, sealed.manifest.keys);
  const manifest = verified(sealed, keys);
  for (const name of [SECRETS_FILE, DATABASE_FILE]) {
    if (!manifest.files.some((file) => file.name === name)) throw damaged(`${name} is not in it`);
  }
  return { folder, manifest, keys };
}

/** Reads everything once: each byte is the one that was written, and PostgreSQL's own program can read the dump to its end. */
export async function verifyBackup(backup: OpenedBackup, environment: NodeJS.ProcessEnv): Promise<void> {
  const { manifest } = backup;
  await readSecrets(backup);
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

export async function readSecrets(backup: OpenedBackup): Promise<SecretsDocument> {
  const parts: Buffer[] = [];
  const collect = new Writable({
    write(chunk: Buffer, _encoding, done) {
      parts.push(chunk);
      done();
    },
  });
  await openInto(backup, SECRETS_FILE, collect);
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as SecretsDocument;
}

/** Opens one of its files, bounded to what the manifest says of its size. @throws OperatorError `backup_damaged` */
export async function openInto(
  { folder, manifest, keys }: OpenedBackup,
  name: string,
  target: NodeJS.WritableStream,
): Promise<void> {
  const expected = manifest.files.find((file) => file.name === name)!;
  const measured = new MeasuredStream(name, expected.bytes);
  await pipeline(readSealed(folder, name), measured, new Opener(keys.ofFile(name)), target);
  const found = measured.measure();
  if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256)
    throw damaged(`${name} was changed`);
}
