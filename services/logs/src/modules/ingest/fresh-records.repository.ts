import type { DataSource } from 'typeorm';

/** Before anybody is told that something was deleted: who shows what was stored within the last seconds reads it where it is. */
export async function forgetFreshCopies(database: DataSource): Promise<void> {
  await database.query('DELETE FROM fresh_records');
}
