import type { ClientBase } from 'pg';

/** Commits what `work` did on this connection, or rolls it back and throws its error. */
export async function clientTransaction<T>(
  client: Pick<ClientBase, 'query'>,
  work: () => Promise<T>,
): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A broken connection ends its transaction; the error that broke it is the one to report.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
