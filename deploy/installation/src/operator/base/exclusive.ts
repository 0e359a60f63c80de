import pg from 'pg';
import type { Installation } from './installation.ts';
import { OperatorError } from './operator-error.ts';

/** Two that change an installation at the same time would undo each other's steps: the database knows who is first. */
export async function exclusively<T>(
  { postgresAdminUrl, settings }: Installation,
  work: () => Promise<T>,
): Promise<T> {
  const url = postgresAdminUrl ?? settings.auth.PALISADE_DATABASE_URL ?? '';
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'palisade-operator-lock',
    keepAlive: true,
  });
  // If the database becomes unavailable, the work's own queries report it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ mine: boolean }>(
      `SELECT pg_try_advisory_lock(hashtext('palisade operator')) AS mine`,
    );
    if (rows[0]?.mine !== true) {
      throw new OperatorError(
        'already_running',
        'Another command changes this installation right now.',
        'Wait for its end. Where none runs: SELECT pid FROM pg_stat_activity WHERE application_name = ‘palisade-operator-lock’.',
      );
    }
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}
