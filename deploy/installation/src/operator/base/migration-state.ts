import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ask } from './database.ts';
import { type Installation, STATEFUL } from './installation.ts';
import { ROOT } from './workspace.ts';

export type Stateful = (typeof STATEFUL)[number];

export interface MigrationState {
  applied: number[];
  /** Known to this version and not applied. */
  pending: number[];
  /** Applied by a newer version. */
  unknown: number[];
}

/** A migration is known by the time in its name, which its file and its row share. */
export function knownMigrations(service: Stateful): number[] {
  const folder = path.join(ROOT, 'services', service, 'dist/database/migrations');
  const times = readdirSync(folder).map((name) => Number(/^(\d+)-.*\.js$/.exec(name)?.[1] ?? Number.NaN));
  return times.filter(Number.isFinite).sort((one, other) => one - other);
}

export async function migrationState(
  { settings }: Pick<Installation, 'settings'>,
  service: Stateful,
): Promise<MigrationState> {
  const url = settings[service].PALISADE_DATABASE_URL ?? '';
  const known = knownMigrations(service);
  const [there] = await ask<{ table: string | null }>(url, 'SELECT to_regclass($1) AS table', [
    `${service}.migrations`,
  ]);
  const rows =
    there?.table == null
      ? []
      : await ask<{ timestamp: string }>(url, `SELECT "timestamp" FROM ${service}.migrations ORDER BY id`);
  const applied = rows.map(({ timestamp }) => Number(timestamp));
  return {
    applied,
    pending: known.filter((time) => !applied.includes(time)),
    unknown: applied.filter((time) => !known.includes(time)),
  };
}

/**
 * Migrations that a database has had, by service.
 * @param query of its superuser
 */
export async function migrationsIn(
  query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>,
): Promise<Record<Stateful, number[]>> {
  const found: [string, number[]][] = [];
  for (const name of STATEFUL) {
    const [there] = await query<{ table: string | null }>('SELECT to_regclass($1) AS table', [
      `${name}.migrations`,
    ]);
    const rows =
      there?.table == null
        ? []
        : await query<{ timestamp: string }>(`SELECT "timestamp" FROM ${name}.migrations ORDER BY id`);
    found.push([name, rows.map(({ timestamp }) => Number(timestamp))]);
  }
  return Object.fromEntries(found) as Record<Stateful, number[]>;
}
