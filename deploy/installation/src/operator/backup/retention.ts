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

/** Removes the oldest until `keep` are left. @returns the names of those removed */
export async function keepNewest(store: BackupStore, keep: number): Promise<string[]> {
  const backups = await backupsIn(store);
  const old = backups.slice(0, Math.max(0, backups.length - keep));
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
