import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { migrationsIn } from '../../base/migration-state.ts';
import { OperatorError } from '../../base/operator-error.ts';
import type { Manifest } from '../manifest.ts';

const TRIES = 20;
const PAUSE_MS = 100;

/** The first moment that a base backup restores with its log. */
export interface EndOfCopy {
  /** By the server's clock. */
  endedAt: Date;
  /** Those that the database had at that moment. */
  migrations: Manifest['migrations'];
}

/**
 * Asked when all files are copied. An upgrade goes on meanwhile: migrations that are the same before and after a moment are those of the moment.
 * @param query of the database's superuser
 * @throws OperatorError `migrations_change`
 */
export async function endOfCopy(query: Parameters<typeof migrationsIn>[0]): Promise<EndOfCopy> {
  let before = await migrationsIn(query);
  for (let tries = 0; tries < TRIES; tries++) {
    const [row] = await query<{ at: Date }>('SELECT clock_timestamp() AS at');
    const migrations = await migrationsIn(query);
    if (isDeepStrictEqual(migrations, before)) return { endedAt: row!.at, migrations };
    before = migrations;
    await pause(PAUSE_MS);
  }
  throw new OperatorError(
    'migrations_change',
    'The schemas are migrated again and again.',
    'Wait for the end of the upgrade, then run the same again.',
  );
}
