import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Something that belongs to one test file: fresh at first, gone afterwards. */
export type Disposable<T> = T & { dispose(): Promise<void> };

export function freshFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `palisade-${name}-`));
  chmodSync(folder, 0o711); // A database server that does not run as root must get through.
  return folder;
}
