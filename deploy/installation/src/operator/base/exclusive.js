import pg from 'pg';
import { OperatorError } from './operator-error.ts';
/** Two that change an installation at the same time would undo each other's steps: the database knows who is first. */
export async function exclusively({ postgresAdminUrl, settings }, work) {
  const url = postgresAdminUrl ?? settings.auth.PALISADE_DATABASE_URL ?? '';
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'palisade-operator-lock',
    keepAlive: true,
  });
  // Where the database goes away, the work's own questions tell it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(hashtext('palisade operator')) AS mine`);
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
