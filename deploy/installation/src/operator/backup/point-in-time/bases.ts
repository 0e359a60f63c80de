import { OperatorError } from '../../base/operator-error.ts';
import { type BaseInfo, readUnverified } from '../manifest.ts';
import { backupsIn, removeBackup } from '../retention.ts';
import { damaged } from '../sealed-stream.ts';
import type { BackupStore } from '../store/backup-store.ts';
import { segmentOf } from './segments.ts';
import { secretsAt } from './ship-wal.ts';
import type { Piece, WalArchive } from './wal-archive.ts';

export const BASE = /^(base-\d{8}T\d{9}Z)\/([^/]+)$/;

/** As it says of itself: to be verified where it is used. */
export interface ListedBase {
  name: string;
  info: BaseInfo;
}

/** Whole base backups, the oldest first. One that says nothing of itself is none. */
export async function basesIn(store: BackupStore): Promise<ListedBase[]> {
  const found: ListedBase[] = [];
  for (const name of await backupsIn(store, 'base-', BASE)) {
    const info = await readUnverified(store, name).then(
      ({ manifest }) => manifest.base,
      (error: unknown) => {
        // One that could not be read just now is there: what stands on it is not to be taken for lost.
        if (error instanceof OperatorError && error.code !== 'destination_failed') return undefined;
        throw error;
      },
    );
    if (info) found.push({ name, info });
  }
  return found;
}

/** A full base backup and what was added to it, up to this one. @throws OperatorError `backup_damaged` */
export function chainOf(bases: readonly ListedBase[], last: ListedBase): ListedBase[] {
  const chain = [last];
  for (let { parent } = last.info; parent !== null; parent = chain[0]!.info.parent) {
    const before = bases.find(({ name }) => name === parent);
    if (before === undefined || chain.includes(before))
      throw damaged(`${last.name} adds to ${parent}, which is not there`);
    chain.unshift(before);
  }
  return chain;
}

/** Chains that are whole, the newest last by the server's clock. */
export function wholeChains(bases: readonly ListedBase[]): ListedBase[][] {
  return bases
    .flatMap((base) => {
      try {
        return [chainOf(bases, base)];
      } catch (error) {
        if (error instanceof OperatorError) return [];
        throw error;
      }
    })
    .sort((one, other) => endOf(one) - endOf(other));
}

export const endOf = (chain: readonly ListedBase[]): number => Date.parse(chain.at(-1)!.info.endedAt);

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
    // What it adds to is gone, or of a version that this one does not read.
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
