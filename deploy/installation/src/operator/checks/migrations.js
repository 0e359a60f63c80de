import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ask } from '../base/database.ts';
import { STATEFUL } from '../base/installation.ts';
import { ROOT } from '../base/workspace.ts';
import { describe, failure, ok, warning } from './finding.ts';
/** A migration is known by the time in its name, which its file and its row share. */
export function knownMigrations(service) {
  const folder = path.join(ROOT, 'services', service, 'dist/database/migrations');
  const times = readdirSync(folder).map((name) => Number(/^(\d+)-.*\.js$/.exec(name)?.[1] ?? Number.NaN));
  return times.filter(Number.isFinite).sort((one, other) => one - other);
}
export async function migrationState({ settings }, service) {
  const url = settings[service].PALISADE_DATABASE_URL ?? '';
  const known = knownMigrations(service);
  const [there] = await ask(url, 'SELECT to_regclass($1) AS table', [`${service}.migrations`]);
  const rows =
    there?.table == null ? [] : await ask(url, `SELECT "timestamp" FROM ${service}.migrations ORDER BY id`);
  const applied = rows.map(({ timestamp }) => Number(timestamp));
  return {
    applied,
    pending: known.filter((time) => !applied.includes(time)),
    unknown: applied.filter((time) => !known.includes(time)),
  };
}
export async function checkMigrations(installation) {
  return await Promise.all(STATEFUL.map((service) => checkService(installation, service)));
}
async function checkService(installation, service) {
  try {
    return judge(service, await migrationState(installation, service));
  } catch (error) {
    return failure(
      'migrations.unreadable',
      `${service}: the state of its schema cannot be read: ${describe(error)}`,
      'See what is said about postgres.',
    );
  }
}
function judge(service, { applied, pending, unknown }) {
  if (unknown.length > 0) {
    return failure(
      'migrations.newer',
      `${service}: its schema is of a newer version (${unknown.join(', ')})`,
      'Run the version that it was upgraded to, or restore the backup from before the upgrade.',
    );
  }
  if (pending.length > 0) {
    return warning(
      'migrations.pending',
      `${service}: ${pending.length} of ${applied.length + pending.length} migrations are to come`,
      `Start ${service} of this version; it brings its schema up to date first.`,
    );
  }
  return ok('migrations.current', `${service}: all ${applied.length} migrations are applied`);
}
