import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST } from './manifest.ts';

const NAME = /^palisade-\d{8}T\d{9}Z$/;

/** Whole backups in a folder, the oldest first; what else lies there is nobody's business. */
export function backupsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => NAME.test(name) && existsSync(path.join(folder, name, MANIFEST)))
    .sort();
}

/** Removes the oldest until `keep` are left. @returns the names of those removed */
export function keepNewest(folder: string, keep: number): string[] {
  const backups = backupsIn(folder);
  const old = backups.slice(0, Math.max(0, backups.length - keep));
  for (const name of old) rmSync(path.join(folder, name), { recursive: true });
  return old;
}
