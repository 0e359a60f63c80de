import { type FileHandle, open } from 'node:fs/promises';
import { hashOfLine, isSeen, isWholeLine, type PasswordHash } from './leaked-list.ts';

/** Longer than any line: forty digits, a colon, a number, CR and LF. */
const MAX_LINE = 64;
/** What is left of the search is read at once. */
const BLOCK = 4_096;

/**
 * A file of lines `HASH:COUNT` in the order of hashes, as the public lists come: some 40 GB for a thousand million. It is searched where
 * it lies, by halves: two dozen reads, nothing of it in memory but what the system keeps. It is opened for each question, so
 * that another file may take its place at any time.
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
      // What has been read stays read.
      await file?.close().catch(this.onFault);
    }
  }
}

async function search(lines: Lines, hash: PasswordHash, size: number): Promise<boolean> {
  // The line begins at `from`, or behind it and before `to`.
  let from = 0;
  let to = size;
  while (to - from > BLOCK) {
    const middle = Math.floor((from + to) / 2);
    const line = await lines.after(middle);
    if (line === null || line.at >= to || line.hash > hash) to = middle;
    else from = line.at;
  }
  // Whoever looks for the end of the line before one finds the line itself.
  const text = await lines.read(from, to - from + 2 * MAX_LINE);
  const found = text.split('\n').map((line) => line.trimEnd());
  if (text !== '' && !isWholeLine(found[0]!)) throw new Error(`no line of a list of hashes at byte ${from}`);
  return found.some((line) => hashOfLine(line) === hash && isWholeLine(line) && isSeen(line));
}

/** Reads pieces of the file, and says so where they are not of such a list. */
class Lines {
  private readonly file: FileHandle;
  private readonly size: number;

  constructor(file: FileHandle, size: number) {
    this.file = file;
    this.size = size;
  }

  /** The first line that begins behind a place; null: none does. */
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
