import { mkdir, statfs } from 'node:fs/promises';
import { SERVICES } from '../../config/secrets.ts';
import { ask } from '../base/database.ts';
import { type Installation, STATEFUL } from '../base/installation.ts';
import { migrationState } from '../base/migration-state.ts';
import { OperatorError } from '../base/operator-error.ts';
import { VERSION } from '../base/workspace.ts';
import { type Migration, migrationsOf } from './migration-files.ts';

export interface Plan {
  /** In the order of services, and of time. */
  pending: Migration[];
  /** Migrations after which the previous version cannot run. */
  contracts: Migration[];
  /** Services that use the database now. */
  running: string[];
  databaseBytes: number;
}

/** The steps of the upgrade. @throws OperatorError `schema_newer`, `version_left_out` */
export async function makePlan(installation: Installation, adminUrl: string): Promise<Plan> {
  const pending: Migration[] = [];
  const leftOut: Migration[] = [];
  const running = await runningServices(adminUrl);
  for (const service of STATEFUL) {
    const state = await migrationState(installation, service);
    refuseNewer(service, state.unknown);
    const todo = (await migrationsOf(service)).filter(({ time }) => state.pending.includes(time));
    pending.push(...todo);
    if (state.applied.length === 0) continue;
    leftOut.push(
      ...todo.filter(
        ({ contract }) => contract?.after !== undefined && state.pending.includes(contract.after),
      ),
    );
  }
  if (leftOut.length > 0 && running.length > 0) {
    throw new OperatorError(
      'version_left_out',
      `${leftOut.map(({ service, name }) => `${service} ${name}`).join(', ')} takes away what the running version needs; the version in between knows how to do without.`,
      'Upgrade to the version in between first, or stop all services of the control plane: edges go on serving.',
    );
  }
  return {
    pending,
    contracts: pending.filter(({ contract }) => contract !== null),
    running,
    databaseBytes: await databaseBytes(adminUrl),
  };
}

function refuseNewer(service: string, unknown: readonly number[]): void {
  if (unknown.length === 0) return;
  throw new OperatorError(
    'schema_newer',
    `The schema of ${service} is of a newer version than ${VERSION} (${unknown.join(', ')}).`,
    'Run this command of the version that you upgrade to.',
  );
}

async function runningServices(url: string): Promise<string[]> {
  const rows = await ask<{ usename: string }>(
    url,
    `SELECT DISTINCT usename FROM pg_stat_activity
      WHERE datname = current_database() AND usename = ANY($1) AND application_name <> 'palisade-operator' ORDER BY 1`,
    [SERVICES],
  );
  return rows.map(({ usename }) => usename);
}

async function databaseBytes(url: string): Promise<number> {
  const [row] = await ask<{ size: string }>(url, 'SELECT pg_database_size(current_database()) AS size');
  return Number(row?.size);
}

const sized = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MiB`;

/** A dump is smaller than its database; a disk that it would fill may be that of the database itself. */
export async function refuseFullDisk(folder: string, bytes: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes) return;
  throw new OperatorError(
    'no_room_for_backup',
    `${folder} has ${sized(bavail * bsize)} free; the database has ${sized(bytes)}.`,
    'Make room, or name another folder with --to.',
  );
}

export function printedPlan({ pending, contracts, running, databaseBytes: bytes }: Plan): string {
  const lines = [
    `To ${VERSION}: ${pending.length} migration${pending.length === 1 ? '' : 's'} on ${sized(bytes)}; ${running.length === 0 ? 'no service uses the database' : `${running.join(', ')} go on meanwhile`}.`,
    ...pending.map(
      ({ service, name, contract }) =>
        `  ${service} ${name}${contract ? ` (contract: ${contract.why})` : ''}`,
    ),
    contracts.length === 0
      ? 'The way back: start the version before again; it can live with this schema.'
      : 'The way back: the version before can live with this schema, but what contracts have taken away comes back from the backup only (palisade restore --force).',
  ];
  return `${lines.join('\n')}\n`;
}
