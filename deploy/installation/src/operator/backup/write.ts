import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SERVICES } from '../../config/secrets.ts';
import { ask } from '../base/database.ts';
import { type Installation } from '../base/installation.ts';
import { OperatorError } from '../base/operator-error.ts';
import {
  findPostgresTools,
  type PostgresTools,
  quickCompression,
  startTool,
} from '../base/postgres-tools.ts';
import { VERSION } from '../base/workspace.ts';
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
import { atOneMoment, type Moment } from './moment.ts';
import { originOf } from './origin.ts';
import { removeBackup } from './retention.ts';
import { Sealer } from './sealed-stream.ts';
import type { BackupStore } from './store/backup-store.ts';
import { compactTime } from './times.ts';

/** Content of the second encrypted file: with the database, everything that an installation needs to serve again. */
export interface SecretsDocument {
  secrets: object;
  /** Settings of each process, secrets included: for reference, not restored. */
  settings: Installation['settings'];
}

export interface Written {
  name: string;
  manifest: Manifest;
}

/** The manifest comes last: what has one is whole. */
export async function writeBackup(
  installation: Installation,
  store: BackupStore,
  passphrase: string,
  environment: NodeJS.ProcessEnv,
): Promise<Written> {
  const url = adminUrlOf(installation);
  const postgres = await serverVersion(url);
  const tools = await findPostgresTools(Math.floor(postgres / 10_000), environment);
  const derivation = newDerivation();
  const keys = await BackupKeys.derive(passphrase, derivation);
  const at = new Date();
  const name = `palisade-${compactTime(at)}`;
  const target = { store, name, keys };
  try {
    const { files, migrations } = await atOneMoment(url, installation, async (moment) => ({
      files: [
        await sealInto(target, SECRETS_FILE, secretsOf(installation, moment.secrets)),
        await dumpInto(target, tools, url, moment),
      ],
      migrations: moment.migrations,
    }));
    const manifest: Manifest = {
      format: FORMAT,
      version: VERSION,
      at: at.toISOString(),
      kind: installation.kind,
      postgres,
      ...(await originOf(url)),
      migrations,
      keys: derivation,
      check: keys.check(),
      files,
    };
    await store.write(`${name}/${MANIFEST}`, Readable.from([Buffer.from(sealedManifest(manifest, keys))]));
    return { name, manifest };
  } catch (error) {
    // The original failure is reported; without a manifest leftovers do not count as a backup.
    await removeBackup(store, name).catch(() => undefined);
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

export function secretsOf({ settings }: Installation, text: string): Readable {
  const document: SecretsDocument = { secrets: JSON.parse(text) as object, settings };
  return Readable.from([Buffer.from(JSON.stringify(document))]);
}

/** All schemas in one transaction of pg_dump's: one moment for all services. */
async function dumpInto(
  target: Target,
  tools: PostgresTools,
  url: string,
  { snapshot }: Moment,
): Promise<BackupFile> {
  const schemas = SERVICES.map((name) => `--schema=${name}`);
  const how = ['--format=custom', await quickCompression(tools), `--snapshot=${snapshot}`, '--no-password'];
  const dump = startTool(tools, 'pg_dump', [...how, ...schemas], url);
  dump.input.end();
  try {
    const file = await sealInto(target, DATABASE_FILE, dump.output);
    await dump.ended;
    return file;
  } finally {
    dump.kill();
  }
}

export interface Target {
  store: BackupStore;
  /** Name of the backup. */
  name: string;
  keys: BackupKeys;
}

export async function sealInto(
  { store, name, keys }: Target,
  file: string,
  source: Readable,
): Promise<BackupFile> {
  const measured = new MeasuredStream(file);
  await Promise.all([
    pipeline(source, new Sealer(keys.ofFile(file)), measured),
    store.write(`${name}/${file}`, measured),
  ]);
  return measured.measure();
}
