import { MANIFEST } from './manifest.ts';
import type { BackupStore } from './store/backup-store.ts';

const DUMP = /^(palisade-\d{8}T\d{9}Z)\/([^/]+)$/;

/** Whole backups, the oldest first; what else lies there is nobody's business. */
export async function backupsIn(store: BackupStore, prefix = 'palisade-', pattern = DUMP): Promise<string[]> {
  const names = await store.list(prefix);
  return names.flatMap((name) => {
    const [, backup, file] = pattern.exec(name) ?? [];
    return backup !== undefined && file === MANIFEST ? [backup] : [];
  });
}

/**
 * Removes the oldest until `keep` are left. The one that was just written is never among them: another may be of a clock that ran ahead.
 * @returns the names of those removed
 */
export async function keepNewest(store: BackupStore, keep: number, written: string): Promise<string[]> {
  const others = (await backupsIn(store)).filter((name) => name !== written);
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)));
  for (const name of old) await removeBackup(store, name);
  return old;
}

/** Its manifest first: what is left of one whose removal has been ended passes for no backup. */
export async function removeBackup(store: BackupStore, name: string): Promise<void> {
  const manifest = `${name}/${MANIFEST}`;
  const others = (await store.list(`${name}/`)).filter((file) => file !== manifest);
  await store.remove([manifest]);
  await store.remove(others);
}
