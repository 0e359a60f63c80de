import { ask } from '../base/database.ts';

/** Which database something was read from: of several installations that write to one place, each has its own. */
export interface Origin {
  /** PostgreSQL's own identifier of the server. */
  system: string;
  /** That server's database. */
  database: string;
}

export async function originOf(url: string): Promise<Origin> {
  const [row] = await ask<{ system: string; database: string }>(
    url,
    'SELECT system_identifier::text AS system, current_database() AS database FROM pg_control_system()',
  );
  return row!;
}

/** `unknown`: a backup of an older version. */
export type BackupOwner = 'ours' | 'other' | 'unknown';

export function ownerOfBackup({ system, database }: Partial<Origin>, here: Origin): BackupOwner {
  if (system === undefined) return 'unknown';
  if (system !== here.system) return 'other';
  if (database === undefined) return 'unknown';
  return database === here.database ? 'ours' : 'other';
}
