import { OperatorError } from '../base/operator-error.ts';
import { MANIFEST, readUnverified } from './manifest.ts';
import { type BackupOwner, type Origin, ownerOfBackup } from './origin.ts';
import type { BackupStore } from './store/backup-store.ts';
import { compactTime } from './times.ts';

const DUMP = /^(palisade-\d{8}T\d{9}Z)\/([^/]+)$/;

/** Complete backups, the oldest first; other files are ignored. */
export async function backupsIn(store: BackupStore, prefix = 'palisade-', pattern = DUMP): Promise<string[]> {
  const names = await store.list(prefix);
  return names.flatMap((name) => {
    const [, backup, file] = pattern.exec(name) ?? [];
    return backup !== undefined && file === MANIFEST ? [backup] : [];
  });
}

export interface ThinnedOut {
  removed: string[];
  /** Backups of other or unknown databases: they are kept. */
  ofOthers: number;
}

/**
 * Removes the oldest of the database that wrote `written` until `keep` are left. That one is never among them: another may be of a clock
 * that ran ahead. Backups of older versions do not say whose they are, and are of this database where no other has written here.
 */
export async function keepNewest(store: BackupStore, keep: number, written: string): Promise<ThinnedOut> {
  // Written by this version, which stores both.
  const own = (await readUnverified(store, written)).manifest as Origin;
  const others: { name: string; owner: BackupOwner }[] = [];
  for (const name of await backupsIn(store)) {
    if (name !== written) others.push({ name, owner: ownerOfBackup(await saidOrigin(store, name), own) });
  }
  const isShared = others.some(({ owner }) => owner === 'other');
  const ours = others.filter(({ owner }) => owner === 'ours' || (owner === 'unknown' && !isShared));
  const removed = ours.slice(0, Math.max(0, ours.length - (keep - 1))).map(({ name }) => name);
  for (const name of removed) await removeBackup(store, name);
  return { removed, ofOthers: others.length - ours.length };
}

/** Empty: it does not say. */
async function saidOrigin(store: BackupStore, name: string): Promise<Partial<Origin>> {
  try {
    return (await readUnverified(store, name)).manifest;
  } catch (error) {
    // One that could not be read just now may be anybody's.
    if (error instanceof OperatorError && error.code !== 'destination_failed') return {};
    throw error;
  }
}

/** One that takes longer is not on its way any more. */
const UNFINISHED_FOR_MS = 7 * 86_400_000;
const PART = /^((?:palisade|base)-(\d{8}T\d{9}Z))\/[^/]+$/;
/** A piece of the log whose writing was killed: stored again under another name, since the server kept it. */
const PARTIAL_LOG = /^wal\/[\w-]+\.(\d{8}T\d{9}Z)\.[0-9a-f]{16}\.sealed\.partial$/;

/**
 * Removes what backups left behind that were killed: folders without a manifest and half pieces of the log, begun a week ago or earlier.
 * @returns their names
 */
export async function removeUnfinished(store: BackupStore, now = new Date()): Promise<string[]> {
  const names = (await Promise.all(['palisade-', 'base-'].map((prefix) => store.list(prefix, true)))).flat();
  const parts = Map.groupBy(names, (name) => PART.exec(name)?.[1] ?? '');
  const before = compactTime(new Date(now.getTime() - UNFINISHED_FOR_MS));
  const unfinished = [...parts].filter(
    ([folder, files]) =>
      folder !== '' && PART.exec(files[0]!)![2]! < before && !files.includes(`${folder}/${MANIFEST}`),
  );
  for (const [, files] of unfinished) await store.remove(files);
  const pieces = (await store.list('wal/', true)).filter((name) => {
    const [, begun] = PARTIAL_LOG.exec(name) ?? [];
    return begun !== undefined && begun < before;
  });
  await store.remove(pieces);
  return [...unfinished.map(([folder]) => folder), ...pieces];
}

/** Its manifest first: what is left of one whose removal has been ended passes for no backup. */
export async function removeBackup(store: BackupStore, name: string): Promise<void> {
  const manifest = `${name}/${MANIFEST}`;
  const others = (await store.list(`${name}/`)).filter((file) => file !== manifest);
  await store.remove([manifest]);
  await store.remove(others);
}
