import { processSettings } from '../../config/settings.ts';
import { OperatorError } from '../base/operator-error.ts';
import { builtModule } from '../base/workspace.ts';
import { describe } from '../checks/finding.ts';

const KIT = 'services/shared/nest-kit/dist/database';
/** A migration that waits for a table holds up everybody who comes after it: rather it is tried again later. */
const LOCK_MS = 10000;
export async function migrate(installation, service) {
  const { secrets } = installation;
  const url = processSettings(secrets, installation.servers(secrets))[service].PALISADE_DATABASE_URL;
  await migrateSchema(service, url ?? '');
}
/**
 * Runs what is pending of a service by the service's own code: one process at a time, each migration in a transaction, as long as it
 * takes. Ended in the middle, what was finished stays.
 * @param url with the service's role
 */
export async function migrateSchema(service, url) {
  const { dataSourceOptions } = await builtModule(`${KIT}/database.module.js`);
  const { OneConnectionDataSource } = await builtModule(`${KIT}/one-connection.js`);
  const { databaseOptions } = await builtModule(`services/${service}/dist/database/database.js`);
  const options = dataSourceOptions(
    databaseOptions({ PALISADE_DATABASE_URL: url, PALISADE_DATABASE_POOL: 2 }),
  );
  const extra = { ...options.extra, options: `${options.extra.options} -c lock_timeout=${LOCK_MS}` };
  try {
    const database = await new OneConnectionDataSource({ ...options, extra, logging: false }).initialize();
    await database.destroy();
  } catch (cause) {
    throw new OperatorError(
      'migration_failed',
      `${service}: ${describe(cause)}`,
      'What was finished stays, the rest was undone. Run the command again, at a quieter time where it waited for a lock; or go back as the plan says.',
      { cause },
    );
  }
}
