import { type Installation, STATEFUL } from '../base/installation.ts';
import { type MigrationState, migrationState, type Stateful } from '../base/migration-state.ts';
import { describe, type Finding, failure, ok, warning } from './finding.ts';

export async function checkMigrations(installation: Installation): Promise<Finding[]> {
  return await Promise.all(STATEFUL.map((service) => checkService(installation, service)));
}

async function checkService(installation: Installation, service: Stateful): Promise<Finding> {
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

function judge(service: Stateful, { applied, pending, unknown }: MigrationState): Finding {
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
