import { OperatorError } from '../../base/operator-error.ts';
import { BASE } from '../bases.ts';
import { readUnverified } from '../manifest.ts';
import { isSegment } from '../point-in-time/segments.ts';
import { piecesIn } from '../point-in-time/wal-archive.ts';
import { backupsIn } from '../retention.ts';
import type { BackupStore } from '../store/backup-store.ts';

/** A backup's manifest, read without its passphrase: not trustworthy before it is verified. */
interface ListedBackup {
  name: string;
  kind: 'dump' | 'base' | 'incremental base';
  at: string;
  /** Version of Palisade. */
  version: string;
  bytes: number;
  /** Why it cannot be restored: its manifest is not readable. */
  problem?: string;
}

interface Listed {
  /** The whole ones, the oldest first of each kind. */
  backups: ListedBackup[];
  /** Moments behind a base backup can be restored up to here. Null: no log is stored. */
  logUntil: string | null;
}

export async function listed(store: BackupStore): Promise<Listed> {
  const names = [...(await backupsIn(store)), ...(await backupsIn(store, 'base-', BASE))];
  const backups: ListedBackup[] = [];
  for (const name of names) backups.push(await listedBackup(store, name));
  const last = (await piecesIn(store)).findLast((piece) => isSegment(piece.name));
  return { backups, logUntil: last?.at.toISOString() ?? null };
}

async function listedBackup(store: BackupStore, name: string): Promise<ListedBackup> {
  try {
    const { manifest } = await readUnverified(store, name);
    const { at, version, base } = manifest;
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    const kind = base === undefined ? 'dump' : base.parent === null ? 'base' : 'incremental base';
    return { name, kind, at, version, bytes };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const kind = name.startsWith('base-') ? 'base' : 'dump';
    return { name, kind, at: '', version: '', bytes: 0, problem: error.code };
  }
}

export function printedList({ backups, logUntil }: Listed, place: string): string {
  // Not nothing: a mistyped place looks like an empty one.
  if (backups.length === 0 && logUntil === null) return `There is no backup in ${place}.\n`;
  const lines = backups.map(({ name, kind, at, version, bytes, problem }) =>
    problem === undefined
      ? `${name}  ${at}  ${version}  ${(bytes / 2 ** 20).toFixed(1)} MiB  ${kind}\n`
      : `${name}  not readable [${problem}]\n`,
  );
  return `${lines.join('')}${logUntil === null ? '' : `log stored until ${logUntil}\n`}`;
}
