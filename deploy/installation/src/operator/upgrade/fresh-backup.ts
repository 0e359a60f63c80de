import { type Manifest, readUnverified } from '../backup/manifest.ts';
import { type Origin, ownerOfBackup } from '../backup/origin.ts';
import { backupsIn } from '../backup/retention.ts';
import type { BackupStore } from '../backup/store/backup-store.ts';
import { compactTime } from '../backup/times.ts';
import { type OpenedBackup, openBackup } from '../backup/verify.ts';
import { OperatorError } from '../base/operator-error.ts';

/** A backup of the schema as it is that is no older need not be taken again, where an upgrade goes on. */
const MAX_AGE_MS = 60 * 60 * 1_000;

/** One dated later is of a clock that ran ahead: how old it is nobody knows. */
const MAX_SKEW_MS = 60_000;

/** Requirements for an existing backup to be used instead of a new one. */
export interface Wanted {
  origin: Origin;
  migrations: Manifest['migrations'];
}

/**
 * The newest of this very database, if it is fresh and holds the schema as it is now. Several installations may write to one place, also under one
 * passphrase and with one schema, such as a rehearsal's: their backups bring back what nobody here has lost.
 * @throws OperatorError `passphrase_wrong` where it is of this database, and of another passphrase
 */
export async function freshBackup(
  store: BackupStore,
  passphrase: string,
  { origin, migrations }: Wanted,
  now = new Date(),
): Promise<OpenedBackup | null> {
  const since = new Date(now.getTime() - MAX_AGE_MS);
  const until = new Date(now.getTime() + MAX_SKEW_MS);
  const nameAt = (time: Date) => `palisade-${compactTime(time)}`;
  const fresh = (await backupsIn(store)).filter((name) => name >= nameAt(since) && name <= nameAt(until));
  for (const name of fresh.reverse()) {
    if (!(await saysItIsOurs(store, name, origin))) continue;
    const backup = await openBackup(store, name, passphrase);
    const { manifest } = backup;
    const at = Date.parse(manifest.at);
    const isFresh = at >= since.getTime() && at <= until.getTime();
    return isFresh && JSON.stringify(manifest.migrations) === JSON.stringify(migrations) ? backup : null;
  }
  return null;
}

async function saysItIsOurs(store: BackupStore, name: string, origin: Origin): Promise<boolean> {
  try {
    return ownerOfBackup((await readUnverified(store, name)).manifest, origin) === 'ours';
  } catch (error) {
    // One that nobody can read is nobody's; where the place does not answer, nothing is known.
    if (error instanceof OperatorError && error.code !== 'destination_failed') return false;
    throw error;
  }
}
