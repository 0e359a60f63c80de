import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isRange, type PasswordHash, PREFIX_DIGITS, rangeHas } from './leaked-list.ts';

/** Maximum size of a range; usual ones have some thousand lines. */
export const MAX_RANGE_BYTES = 512 * 1_024;

/** A folder with one file per range, `21BD1.txt`, as the public lists can be downloaded. */
export class RangeFolder {
  private readonly folder: string;
  private readonly onFault: (error: unknown) => void;

  constructor(folder: string, onFault: (error: unknown) => void) {
    this.folder = folder;
    this.onFault = onFault;
  }

  async has(hash: PasswordHash): Promise<boolean | null> {
    try {
      const file = path.join(this.folder, `${hash.slice(0, PREFIX_DIGITS)}.txt`);
      const { size } = await stat(file);
      if (size > MAX_RANGE_BYTES) throw new Error(`${file} is too large for a range`);
      const range = (await readFile(file, 'latin1')).toUpperCase();
      if (!isRange(range)) throw new Error(`${file} is no list of hashes`);
      return rangeHas(range, hash.slice(PREFIX_DIGITS));
    } catch (error) {
      this.onFault(error);
      return null;
    }
  }
}
