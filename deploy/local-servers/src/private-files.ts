import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

const OWNER_ONLY = 0o077;

/**
 * What `start` spawns makes files that nobody but their owner reads, whatever the terminal's umask is. Node forks at once,
 * so that the launcher itself is not changed for longer than the call.
 */
export function withPrivateFiles<T>(start: () => T): T {
  const before = process.umask(OWNER_ONLY);
  try {
    return start();
  } finally {
    process.umask(before);
  }
}

/**
 * Makes a folder, closes it to others, and the files in it too, which an earlier version may have left open. Folders above
 * it that are missing stay open to pass through: `mode` would be theirs too, and PostgreSQL's own user has to get by.
 */
export function privateFolder(folder: string): void {
  mkdirSync(path.dirname(folder), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  closeFiles(folder);
}

/** The same for the files of a folder that others have to pass through; folders in it are left alone. */
export function closeFiles(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile()) chmodSync(path.join(folder, entry.name), 0o600);
  }
}
