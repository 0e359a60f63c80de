import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { createServiceRole, query } from '../../config/database-roles.ts';
import { withoutBridges } from '../../config/rotation.ts';
import { type InstallationSecrets, SERVICES } from '../../config/secrets.ts';
import { bridgeRole } from '../../config/settings.ts';
import type { ContainerSecrets } from '../../config/volumes.ts';
import { ask } from '../base/database.ts';
import type { OperatorLock } from '../base/exclusive.ts';
import { type Installation, STATEFUL } from '../base/installation.ts';
import { knownMigrations } from '../base/migration-state.ts';
import { OperatorError } from '../base/operator-error.ts';
import {
  causeOf,
  findPostgresTools,
  isBrokenPipe,
  type PostgresTools,
  type Running,
  startTool,
} from '../base/postgres-tools.ts';
import { VERSION } from '../base/workspace.ts';
import { GONE_BACK, GONE_BACK_NOTES } from './gone-back.ts';
import { DATABASE_FILE, type Manifest } from './manifest.ts';
import { majorsOf, throwOlder } from './older-server.ts';
import { type Origin, originOf, ownerOfBackup } from './origin.ts';
import { compactTime } from './times.ts';
import { type OpenedBackup, openInto, readSecrets, verifyBackup } from './verify.ts';
import { adminUrlOf, type SecretsDocument, serverVersion } from './write.ts';

/** A service that still runs holds locks on what is replaced. */
const LOCK_MS = 5_000;
/** For indexes, which are made when their rows are there; nothing else of the installation runs meanwhile. */
const INDEX_MEMORY = '256MB';

const SETTINGS_FILE = 'settings-at-backup.json';

export interface RestoreOptions {
  /** Replaces what is there. */
  force: boolean;
  /** Also where that is another's than the backup is of. */
  otherInstallation: boolean;
  environment: NodeJS.ProcessEnv;
  note: (text: string) => void;
  lock: OperatorLock;
}

/**
 * Brings back the database and the secrets. Everything is read and judged before anything is changed; the database changes in one
 * transaction, so that what fails leaves it as it was; secrets follow it.
 */
export async function restoreBackup(
  installation: Installation,
  backup: OpenedBackup,
  { force, otherInstallation, environment, note, lock }: RestoreOptions,
): Promise<void> {
  const url = adminUrlOf(installation);
  refuseNewer(backup.manifest);
  await refuseUnready(url, force);
  await refuseAnothers(url, backup.manifest, { otherInstallation, note });
  const majors = majorsOf(backup.manifest.postgres, await serverVersion(url));
  const tools = await findPostgresTools(Math.max(majors.backup, majors.server), environment);
  note('reading all of the backup…');
  await verifyBackup(backup, environment);
  const { secrets, settings } = await readSecrets(backup);
  note('restoring the database…');
  await lock.assertHeld();
  await createMissingRoles(url);
  await restoreDump(backup, tools, url).catch((error: unknown) => throwOlder(error, majors));
  await lock.assertHeld();
  await giveBack(installation, { secrets, settings }, note);
}

/** Services run, or there is data that may not be replaced without the operator's word. */
export async function refuseUnready(url: string, force: boolean): Promise<void> {
  await refuseRunningServices(url);
  if (!force) await refuseFullTarget(url);
}

/**
 * Says whose a backup is, and refuses it where it would take the place of another installation: a name that was mistaken brings back what nobody has
 * lost here. An empty database is filled with any: a new machine is always another one.
 */
export async function refuseAnothers(
  url: string,
  backup: Partial<Origin>,
  { otherInstallation, note }: Pick<RestoreOptions, 'otherInstallation' | 'note'>,
): Promise<void> {
  const here = await originOf(url);
  const is = ownerOfBackup(backup, here);
  if (is === 'ours') return;
  if (is === 'unknown') {
    note('the backup does not say which database it is of');
    return;
  }
  const origin = `the database ${backup.database ?? '(not named)'} of the server ${backup.system}; this is ${here.database} of ${here.system}`;
  note(`the backup is of ${origin}`);
  if (otherInstallation || (await countTables(url)) === 0) return;
  throw new OperatorError(
    'backup_of_another',
    `The backup is of another installation: ${origin}.`,
    'Name a backup of this one, or say --other-installation to have its data and secrets here.',
  );
}

/** The secrets that belong to the database which was restored. */
export async function giveBack(
  installation: Installation,
  { secrets, settings }: SecretsDocument,
  note: (text: string) => void,
): Promise<void> {
  for (const text of GONE_BACK_NOTES) note(text);
  const url = adminUrlOf(installation);
  await giveSecrets(installation, url, withoutBridges(secrets as InstallationSecrets), note);
  const settingsFile = path.join(path.dirname(installation.secretsFile), SETTINGS_FILE);
  writeFileSync(settingsFile, JSON.stringify(settings, null, 2), { mode: 0o600 });
  note(`what processes were told then is in ${settingsFile}, to look at`);
}

export function refuseNewer({ version, migrations }: Pick<Manifest, 'version' | 'migrations'>): void {
  const newer = STATEFUL.filter((name) => {
    const known = knownMigrations(name);
    return (migrations[name] ?? []).some((time) => !known.includes(time));
  });
  if (newer.length === 0) return;
  throw new OperatorError(
    'backup_newer',
    `The backup is of version ${version}, whose schema of ${newer.join(', ')} this version (${VERSION}) does not know.`,
    'Restore it with the version that wrote it, or a newer one.',
  );
}

async function refuseRunningServices(url: string): Promise<void> {
  const rows = await ask<{ usename: string }>(
    url,
    'SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = current_database() AND usename = ANY($1) ORDER BY 1',
    [SERVICES.flatMap((name) => [name, bridgeRole(name)])],
  );
  if (rows.length === 0) return;
  throw new OperatorError(
    'services_running',
    `Services use the database: ${rows.map(({ usename }) => usename).join(', ')}.`,
    'Stop all services; the databases have to run. The edges may go on serving.',
  );
}

async function countTables(url: string): Promise<number> {
  const [row] = await ask<{ count: string }>(
    url,
    `SELECT count(*) AS count FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p', 'v', 'm', 'S')`,
    [SERVICES],
  );
  return Number(row?.count);
}

async function refuseFullTarget(url: string): Promise<void> {
  const count = await countTables(url);
  if (count === 0) return;
  throw new OperatorError(
    'target_not_empty',
    `The database holds an installation already (${count} tables and the like).`,
    'Back it up if it may be needed, then say --force to replace it.',
  );
}

/** Their passwords stay until the database is there: what fails before leaves the installation usable. */
export async function createMissingRoles(url: string): Promise<void> {
  for (const name of SERVICES) {
    const [row] = await ask(url, 'SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
    if (row === undefined) await query(url, `CREATE ROLE ${pg.escapeIdentifier(name)}`);
  }
}

/** From a dump that lies in a backup. */
async function restoreDump(backup: OpenedBackup, tools: PostgresTools, url: string): Promise<void> {
  const reader = startTool(tools, 'pg_restore', ['--file=-'], null);
  await replaceSchemas(reader, openInto(backup, DATABASE_FILE, reader.input), tools, url);
}

/**
 * In one transaction with what stands there now: what fails leaves it as it was.
 * @param reader says the statements
 * @param feeding ends when the reader has been given all it reads
 */
export async function replaceSchemas(
  reader: Running,
  feeding: Promise<void>,
  tools: PostgresTools,
  url: string,
): Promise<void> {
  const writer = startTool(
    tools,
    'psql',
    ['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1', '--output=/dev/null', '--file=-'],
    url,
  );
  writer.input.write(
    [
      // Its --single-transaction would commit at the end of what it is given, also where that is ours: killed on the way, half would stay.
      'BEGIN;',
      `SET lock_timeout = ${LOCK_MS};`,
      `SET maintenance_work_mem = '${INDEX_MEMORY}';`,
      ...SERVICES.map((name) => `DROP SCHEMA IF EXISTS ${pg.escapeIdentifier(name)} CASCADE;`),
      '',
    ].join('\n'),
  );
  try {
    const [fed, piped] = await Promise.allSettled([
      feeding,
      pipeline(reader.output, writer.input, { end: false }).then(() => reader.ended),
    ]);
    // If the writer fails, the reader fails too, and then the feeding: the first in that order is the cause.
    if (fed.status === 'rejected' && !isBrokenPipe(fed.reason)) throw fed.reason;
    if (piped.status === 'rejected') await causeOf(piped.reason, writer);
    if (fed.status === 'rejected') await causeOf(fed.reason, reader);
    writer.input.end(`${GONE_BACK}\nCOMMIT;\n`);
    await writer.ended;
  } finally {
    reader.kill();
    writer.kill();
  }
}

/**
 * The file is written first, beside its place: if the disk is full or the command is killed afterwards, it can be run again, and roles
 * get the passwords in the file. Killed after the superuser's new password, it finds the way in by `finishHandOut`.
 */
async function giveSecrets(
  installation: Installation,
  url: string,
  secrets: InstallationSecrets,
  note: (text: string) => void,
): Promise<void> {
  const { secretsFile } = installation;
  const text = JSON.stringify(secrets, null, 2);
  mkdirSync(path.dirname(secretsFile), { recursive: true });
  writeFileSync(`${secretsFile}.new`, text, { mode: 0o600, flush: true });
  chmodSync(`${secretsFile}.new`, 0o600);
  if (existsSync(secretsFile) && readFileSync(secretsFile, 'utf8') !== text) {
    // Those of an earlier restore may be the only ones that decrypt the original data.
    const first = `${secretsFile}.before-restore`;
    const kept = existsSync(first) ? `${first}-${compactTime(new Date())}` : first;
    // Not by a second name for the file: some file systems have none.
    writeFileSync(kept, readFileSync(secretsFile), { mode: 0o600, flag: 'wx', flush: true });
    note(`the secrets from before are in ${kept}`);
  }
  for (const name of SERVICES) await createServiceRole(url, name, secrets.databasePasswords[name]);
  await keepAdminPassword(installation, url, secrets);
  renameSync(`${secretsFile}.new`, secretsFile);
}

/** For a database in one of our containers the password is in the secrets, too: the server gets the restored one. */
async function keepAdminPassword(
  { kind, secrets: current }: Installation,
  url: string,
  restored: InstallationSecrets,
): Promise<void> {
  const { username, password } = new URL(url);
  const { postgresPassword } = restored as ContainerSecrets;
  const isOurs = kind === 'containers' && password === (current as ContainerSecrets).postgresPassword;
  if (!isOurs || !postgresPassword) return;
  await query(
    url,
    `ALTER ROLE ${pg.escapeIdentifier(username)} PASSWORD ${pg.escapeLiteral(postgresPassword)}`,
  );
}
