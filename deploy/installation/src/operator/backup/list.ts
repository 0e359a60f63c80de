import { OperatorError } from '../base/operator-error.ts';
import { readUnverified } from './manifest.ts';
import { backupsIn } from './retention.ts';
import type { BackupStore } from './store/backup-store.ts';

/** What a backup says of itself, without its passphrase: not to be believed before it is verified. */
interface ListedBackup {
  name: string;
  at: string;
  /** Of Palisade. */
  version: string;
  bytes: number;
  /** Why it cannot be restored: its manifest is not readable. */
  problem?: string;
}

/** The whole ones, the oldest first. */
export async function listed(store: BackupStore): Promise<ListedBackup[]> {
  const found: ListedBackup[] = [];
  for (const name of await backupsIn(store)) {
    try {
      const { manifest } = await readUnverified(store, name);
      const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
      found.push({ name, at: manifest.at, version: manifest.version, bytes });
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      found.push({ name, at: '', version: '', bytes: 0, problem: error.code });
    }
  }
  return found;
}

export const printedList = (backups: readonly ListedBackup[]): string =>
  backups
    .map(({ name, at, version, bytes, problem }) =>
      problem === undefined
        ? `${name}  ${at}  ${version}  ${(bytes / 2 ** 20).toFixed(1)} MiB\n`
        : `${name}  not readable [${problem}]\n`,
    )
    .join('');
