import type { DataSource } from 'typeorm';

/** Must precede the confirmation of a deletion: live views would otherwise still show the copies. */
export async function forgetFreshCopies(database: DataSource): Promise<void> {
  await database.query('DELETE FROM fresh_records');
}
