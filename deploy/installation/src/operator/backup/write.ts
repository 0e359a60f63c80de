import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SERVICES } from '../../secrets.ts';
import { ask } from '../base/database.ts';
import { type Installation, STATEFUL } from '../base/installation.ts';
import { OperatorError } from '../base/operator-error.ts';
import { VERSION } from '../base/workspace.ts';
import { migrationState } from '../checks/migrations.ts';
import { BackupKeys, newDerivation } from './keys.ts';
import {
  type BackupFile,
  DATABASE_FILE,
  FORMAT,
  MANIFEST,
  type Manifest,
  SECRETS_FILE,
  sealedManifest,
} from './manifest.ts';
import { MeasuredStream } from './measured-stream.ts';
import { findPostgresTools, type PostgresTools, startTool } from './postgres-tools.ts';
import { Sealer } from './sealed-stream.ts';

/** What the second sealed file holds: with the database, all that an installation needs to serve again. */
export interface SecretsDocument {
  secrets: object;
  /** What each process was told, secrets included: to look at, not to be restored. */
  settings: Installation['settings'];
}

export interface Written {
  folder: string;
  manifest: Manifest;
}

/** Beside its final name until it is whole: what has a backup's name is one. */
export async function writeBackup(
  installation: Installation,
  target: string,
  passphrase: string,
  environment: NodeJS.ProcessEnv,
): Promise<Written> {
  const url = adminUrlOf(installation);
  const postgres = await serverVersion(url);
  const tools = await findPostgresTools(Math.floor(postgres / 10_000), environment);
  const derivation = newDerivation();
  const keys = await BackupKeys.derive(passphrase, derivation);
  const at = new Date();
  const folder = path.join(target, nameAt(at));
  const partial = path.join(target, `.${nameAt(at)}.partial`);
  await mkdir(partial, { recursive: true, mode: 0o700 });
  try {
    const files = [
      await sealInto(
        partial,
        SECRETS_FILE,
        keys,
        secretsOf(installation, await readFile(installation.secretsFile, 'utf8')),
      ),
      await dumpInto(partial, keys, tools, url),
    ];
    const manifest: Manifest = {
      format: FORMAT,
      version: VERSION,
      at: at.toISOString(),
      kind: installation.kind,
      postgres,
      migrations: await appliedMigrations(installation),
      keys: derivation,
      check: keys.check(),
      files,
    };
    await writeFile(path.join(partial, MANIFEST), sealedManifest(manifest, keys), {
      mode: 0o600,
      flush: true,
    });
    await rename(partial, folder);
    await syncFolder(target);
    return { folder, manifest };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

export function adminUrlOf({ postgresAdminUrl }: Installation): string {
  if (postgresAdminUrl !== null) return postgresAdminUrl;
  throw new OperatorError(
    'database_unknown',
    'The installation does not know its database.',
    'Set PALISADE_POSTGRES_ADMIN_URL, or run npm start with its own PostgreSQL.',
  );
}

/** Such as 180004. */
export async function serverVersion(url: string): Promise<number> {
  const [row] = await ask<{ number: string }>(url, `SELECT current_setting('server_version_num') AS number`);
  return Number(row?.number);
}

/** To the millisecond, and in the order of time when sorted. */
const nameAt = (at: Date): string => `palisade-${at.toISOString().replace(/[-:.]/g, '')}`;

function secretsOf({ settings }: Installation, text: string): Readable {
  const document: SecretsDocument = { secrets: JSON.parse(text) as object, settings };
  return Readable.from([Buffer.from(JSON.stringify(document))]);
}

/** All schemas in one transaction of pg_dump's: one moment for all services. */
async function dumpInto(
  folder: string,
  keys: BackupKeys,
  tools: PostgresTools,
  url: string,
): Promise<BackupFile> {
  const schemas = SERVICES.map((name) => `--schema=${name}`);
  const dump = startTool(tools, 'pg_dump', ['--format=custom', '--no-password', ...schemas], url);
  dump.input.end();
  try {
    const file = await sealInto(folder, DATABASE_FILE, keys, dump.output);
    await dump.ended;
    return file;
  } finally {
    dump.kill();
  }
}

async function sealInto(
  folder: string,
  name: string,
  keys: BackupKeys,
  source: Readable,
): Promise<BackupFile> {
  const measured = new MeasuredStream(name);
  const file = createWriteStream(path.join(folder, name), { mode: 0o600, flush: true });
  await pipeline(source, new Sealer(keys.ofFile(name)), measured, file);
  return measured.measure();
}

export async function appliedMigrations(installation: Installation): Promise<Manifest['migrations']> {
  const states = STATEFUL.map(
    async (name) => [name, (await migrationState(installation, name)).applied] as const,
  );
  return Object.fromEntries(await Promise.all(states));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const readSealed = (folder: string, name: string): Readable =>
  createReadStream(path.join(folder, name));
