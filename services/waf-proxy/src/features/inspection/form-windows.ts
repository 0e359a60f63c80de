import type { SiteRuleSet } from '@palisade/waf-engine';
import { hasType, isFileHead } from './part-head.ts';

const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;,"]{1,200}))/i;
const MULTIPART = /^\s*multipart\//i;
/** A part's head; what is longer is content. */
const MAX_HEAD_BYTES = 16 * 1024;

/** By its beginning a file is known for what it is, in each of its windows. */
const FILE_START_BYTES = 256;

/** What is held of a body at most: the rule set has room for twice as much, so that a form is cut within a file only. */
export const windowBytesOf = ({ requestLimits }: SiteRuleSet): number => requestLimits.requestBody / 2;

/** So many windows are held until a file is reached; the rule set has room for two. */
const WINDOWS_AT_MOST = 1.8;

/** Within a file; or where nothing but fields has come for so long that they are over any limit. */
export const mayCut = (windows: FormWindows, heldBytes: number, windowBytes: number): boolean =>
  heldBytes >= windowBytes && (windows.inFile || heldBytes >= WINDOWS_AT_MOST * windowBytes);

/**
 * Follows a multipart body while it arrives, and knows whether what came last is the content of a file. There it may be
 * cut: a file has no end that rules would wait for, and closed with {@link closing} what came before is a body of its own.
 * It takes the boundary for one wherever it stands, so that nothing that a server takes for a part is taken for a file.
 */
export class FormWindows {
  /** What a window behind the first begins with. */
  readonly delimiter: Buffer;
  readonly closing: Buffer;
  private state: 'content' | 'head' = 'content';
  private isFile = false;
  /** Of the file that is coming. */
  private fileHead = '';
  /** It has no type, and so is a field to some servers. */
  private isUntyped = false;
  private fileStart: Buffer = Buffer.alloc(0);
  private head = '';
  /** The end of what came, as long as it may be the beginning of a boundary. */
  private tail: Buffer = Buffer.alloc(0);

  /** Null: a body that is not in parts, or does not say what divides them. */
  static of(contentType: string): FormWindows | null {
    const found = MULTIPART.test(contentType) ? BOUNDARY.exec(contentType) : null;
    return found === null ? null : new FormWindows(found[1] ?? found[2]!);
  }

  private constructor(boundary: string) {
    this.delimiter = Buffer.from(`--${boundary}`, 'latin1');
    this.closing = Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1');
  }

  get inFile(): boolean {
    return this.state === 'content' && this.isFile;
  }

  /**
   * What the next window begins with when this one is cut here: head and beginning of the file. `null`: the rest is a
   * file's, and of no interest.
   * @param wantsFiles files are looked at, too; those without a type always are
   */
  continuation(wantsFiles: boolean): Buffer | null {
    if (!this.inFile || !(wantsFiles || this.isUntyped)) return null;
    const head = Buffer.from(`${this.delimiter.toString('latin1')}\r\n${this.fileHead}\r\n\r\n`, 'latin1');
    return Buffer.concat([head, this.fileStart]);
  }

  /** Where, in the chunk, the first boundary ends that comes to its end there; -1: none does. */
  push(chunk: Buffer): number {
    const carried = this.tail.length;
    const bytes = carried === 0 ? chunk : Buffer.concat([this.tail, chunk]);
    let first = -1;
    let at = 0;
    for (let found = bytes.indexOf(this.delimiter); found >= 0; found = bytes.indexOf(this.delimiter, at)) {
      this.take(bytes, at, found, carried);
      at = found + this.delimiter.length;
      if (first < 0) first = at - carried;
      this.state = 'head';
      this.head = '';
    }
    this.take(bytes, at, bytes.length, carried);
    const rest = Math.max(at, bytes.length - this.delimiter.length + 1);
    this.tail = Buffer.from(bytes.subarray(rest));
    return first;
  }

  /** Reads a part's head on. What was carried over has been read before. */
  private take(bytes: Buffer, from: number, to: number, carried: number): void {
    const start = from === 0 ? carried : from;
    if (to <= start) return;
    if (this.state === 'content') {
      this.keepStart(bytes.subarray(start, to));
      return;
    }
    this.head += bytes.toString('latin1', start, Math.min(to, start + MAX_HEAD_BYTES));
    const end = /\r?\n\r?\n/.exec(this.head);
    if (end === null && this.head.length < MAX_HEAD_BYTES) return;
    const head =
      end === null
        ? ''
        : this.head
            .slice(0, end.index)
            .replace(/\r?\n[ \t]+/g, ' ')
            .trimStart();
    this.isFile = isFileHead(head);
    this.isUntyped = !hasType(head);
    this.fileHead = head;
    this.fileStart = Buffer.alloc(0);
    this.state = 'content';
    if (end !== null) this.keepStart(Buffer.from(this.head.slice(end.index + end[0].length), 'latin1'));
    this.head = '';
  }

  private keepStart(content: Buffer): void {
    const missing = FILE_START_BYTES - this.fileStart.length;
    if (this.isFile && missing > 0)
      this.fileStart = Buffer.concat([this.fileStart, content.subarray(0, missing)]);
  }
}
