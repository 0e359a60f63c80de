import { type FileHandle, open } from 'node:fs/promises';
import { hashOfLine, isSeen, isWholeLine, type PasswordHash } from './leaked-list.ts';

/** Longer than any line: forty digits, a colon, a number, CR and LF. */
const MAX_LINE = 64;
/** Once the search is down to this many bytes, they are read at once. */
const BLOCK = 4_096;

/**
 * A file of sorted lines `HASH:COUNT`, as the public lists come: some 40 GB for a thousand million. Searched on disk by
 * bisection: two dozen reads, nothing in memory but the system's page cache. Opened for each lookup, so that the file
 * can be replaced at any time.
 */
export class HashFile {
  private readonly path: string;
  private readonly onFault: (error: unknown) => void;

  constructor(path: string, onFault: (error: unknown) => void) {
    this.path = path;
    this.onFault = onFault;
  }

  async has(hash: PasswordHash): Promise<boolean | null> {
    let file: FileHandle | null = null;
    try {
      file = await open(this.path, 'r');
      const { size } = await file.stat();
      return await search(new Lines(file, size), hash, size);
    } catch (error) {
      this.onFault(error);
      return null;
    } finally {
      // A failure to close does not affect what was read.
      await file?.close().catch(this.onFault);
    }
  }
}

async function search(lines: Lines, hash: PasswordHash, size: number): Promise<boolean> {
  // Invariant: the line begins at `from`, or after it and before `to`.
  let from = 0;
  let to = size;
  while (to - from > BLOCK) {
    const middle = Math.floor((from + to) / 2);
    const line = await lines.after(middle);
    if (line === null || line.at >= to || line.hash > hash) to = middle;
    else from = line.at;
  }
  // Includes the end of the previous line, so that the line itself is found.
  const text = await lines.read(from, to - from + 2 * MAX_LINE);
  const found = text.split('\n').map((line) => line.trimEnd());
  if (text !== '' && !isWholeLine(found[0]!)) throw new Error(`no line of a list of hashes at byte ${from}`);
  return found.some((line) => hashOfLine(line) === hash && isWholeLine(line) && isSeen(line));
}

/** Reads parts of the file, and reports if they are not lines of such a list. */
class Lines {
  private readonly file: FileHandle;
  private readonly size: number;

  constructor(file: FileHandle, size: number) {
    this.file = file;
    this.size = size;
  }

  /** The first line that begins after an offset; null: none. */
  async after(place: number): Promise<{ at: number; hash: PasswordHash } | null> {
    const text = await this.read(place, 2 * MAX_LINE);
    const begin = text.indexOf('\n') + 1;
    if (begin === 0 && place + text.length < this.size) throw new Error(`no line ends near byte ${place}`);
    const line = text.slice(begin).split('\n', 1)[0]!.trimEnd();
    if (begin === 0 || line === '') return null;
    if (!isWholeLine(line)) throw new Error(`no line of a list of hashes near byte ${place}`);
    return { at: place + begin, hash: hashOfLine(line) };
  }

  async read(from: number, length: number): Promise<string> {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, this.size - from)));
    const { bytesRead } = await this.file.read(buffer, 0, buffer.length, from);
    return buffer.toString('latin1', 0, bytesRead);
  }
}
