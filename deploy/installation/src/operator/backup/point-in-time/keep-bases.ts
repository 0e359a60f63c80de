import { basesIn, endOf, type ListedBase, wholeChains } from '../bases.ts';
import type { BaseInfo } from '../manifest.ts';
import { removeBackup } from '../retention.ts';
import type { BackupStore } from '../store/backup-store.ts';
import { segmentOf } from './segments.ts';
import { secretsAt } from './ship-wal.ts';
import type { Piece, WalArchive } from './wal-archive.ts';

/**
 * Removes all but the newest full base backups, what was added to the others, and the log that only they needed. The one that was just
 * written stays, and what it stands on.
 */
export async function keepNewestBases(
  store: BackupStore,
  archive: WalArchive,
  keep: number,
  written: string,
): Promise<string[]> {
  const bases = await basesIn(store);
  const chains = wholeChains(bases);
  const base = chains.find((chain) => chain.at(-1)!.name === written)?.[0];
  if (base === undefined) return [];
  const fulls = chains.filter((chain) => chain.length === 1).map((chain) => chain[0]!);
  const others = fulls.filter(({ name }) => name !== base.name);
  const kept = [base, ...others.slice(Math.max(0, others.length - (keep - 1)))];
  const [oldest] = kept.sort((one, other) => endOf([one]) - endOf([other]));
  const isOld = (one: ListedBase): boolean => {
    const full = chains.find((chain) => chain.at(-1) === one)?.[0];
    // Its parent is missing, or of a version that this one cannot read.
    return full === undefined ? endOf([one]) < endOf([oldest!]) : !kept.includes(full);
  };
  const old = bases.filter(isOld).map(({ name }) => name);
  for (const name of old) await removeBackup(store, name);
  await archive.remove(neededNoMore(await archive.pieces(), oldest!.info));
  return old;
}

function neededNoMore(pieces: readonly Piece[], { startSegment, segmentBytes, endedAt }: BaseInfo): Piece[] {
  const first = segmentOf(startSegment, segmentBytes)!.number;
  const secrets = secretsAt(pieces, new Date(endedAt));
  return pieces.filter((piece) => {
    const segment = segmentOf(piece.name, segmentBytes);
    if (segment !== null) return segment.number < first;
    return piece.name.startsWith('secrets-') && secrets !== undefined && piece.at < secrets.at;
  });
}
