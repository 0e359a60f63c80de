/** Where a file lies in a body: from, to (exclusive). */
export interface FileRange {
  from: number;
  to: number;
}

/** Finds the files in a body while it arrives. */
export interface FileFinder {
  push(chunk: Buffer): void;
  /** The whole body is the file. */
  readonly isWhole: boolean;
  /** The length so far of a file that has not ended yet; 0 between files. */
  readonly openBytes: number;
  /** All files, the one that is still open included as far as it goes. */
  ranges(): FileRange[];
}

/** Bodies of these types are data of programs and forms: the rules read them, the scanner would find nothing. */
const DATA_TYPE =
  /^(?:application\/(?:x-www-form-urlencoded|(?:[a-z0-9.-]+\+)?(?:json|xml)|graphql|x-ndjson)|text\/xml)\s*(?:;|$)/i;
const MULTIPART = /^multipart\/[a-z-]+\s*;/i;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i;

/**
 * Null: nothing to scan. A body whose type says "data" and whose first bytes are not text is scanned all the same: the
 * type is only what the client says.
 */
export function fileFinderFor(
  contentType: string,
  contentEncoding: string,
  first: Buffer,
): FileFinder | null {
  // Packed, a form's parts cannot be told apart; the scanner unpacks what it knows.
  if (contentEncoding !== '' && contentEncoding.toLowerCase() !== 'identity') return new WholeBody();
  if (DATA_TYPE.test(contentType) && !looksBinary(first)) return null;
  const boundary = MULTIPART.test(contentType) ? BOUNDARY.exec(contentType) : null;
  const text = boundary?.[1] ?? boundary?.[2];
  return text === undefined ? new WholeBody() : new MultipartFiles(text);
}

const LOOKED_AT_BYTES = 512;

function looksBinary(bytes: Buffer): boolean {
  const end = Math.min(bytes.length, LOOKED_AT_BYTES);
  for (let index = 0; index < end; index++) {
    const byte = bytes[index]!;
    if (byte < 0x09 || (byte > 0x0d && byte < 0x20)) return true;
  }
  return false;
}

class WholeBody implements FileFinder {
  readonly isWhole = true;
  openBytes = 0;

  push(chunk: Buffer): void {
    this.openBytes += chunk.length;
  }

  ranges(): FileRange[] {
    return this.openBytes === 0 ? [] : [{ from: 0, to: this.openBytes }];
  }
}

const MAX_FILES = 1_000;
const MAX_HEAD_BYTES = 16 * 1024;
/** A part without either is a field of the form. */
const IS_FILE = /^content-disposition:[^\r\n\u2028\u2029]*;[ \t]*filename\*?[ \t]*=|^content-type:/im;

/**
 * The parts of a multipart body that are files (RFC 7578). Whatever it cannot read as parts, or beyond its bounds, it
 * takes as one file: the whole body. So an odd form is scanned as a whole rather than not at all.
 */
class MultipartFiles implements FileFinder {
  readonly isWhole = false;
  private readonly delimiter: Buffer;
  private readonly found: FileRange[] = [];
  private state: 'preamble' | 'head' | 'body' | 'end' = 'preamble';
  /** Bytes not judged yet, and where in the body they begin. */
  private pending: Buffer = Buffer.alloc(0);
  /** Of these, so many were looked at in vain: the end that is sought is not before. */
  private searched = 0;
  private position = 0;
  /** Where bytes gather that arrive in pieces, and where the pending ones begin there. */
  private room: Buffer = Buffer.alloc(0);
  private roomFrom = 0;
  private length = 0;
  private fileFrom: number | null = null;
  private readable = true;

  constructor(boundary: string) {
    this.delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
    // The first delimiter may stand at the very beginning, without its line end.
    this.pending = Buffer.from('\r\n', 'latin1');
    this.position = -2;
  }

  get openBytes(): number {
    if (!this.readable) return this.length;
    return this.fileFrom === null ? 0 : this.length - this.fileFrom;
  }

  push(chunk: Buffer): void {
    this.length += chunk.length;
    if (!this.readable || this.state === 'end') return;
    this.pending = this.pending.length === 0 ? chunk : this.gather(chunk);
    while (this.step());
  }

  ranges(): FileRange[] {
    const whole = { from: 0, to: this.length };
    if (this.length === 0) return [];
    if (!this.readable || this.state !== 'end') return [...this.found, whole];
    return this.found;
  }

  /** Behind what is pending, in memory that grows in doubles: bytes that come one by one are not copied each time. */
  private gather(chunk: Buffer): Buffer {
    const { length } = this.pending;
    const needed = length + chunk.length;
    if (this.pending.buffer !== this.room.buffer || this.roomFrom + needed > this.room.length) {
      this.room = Buffer.allocUnsafeSlow(2 * needed);
      this.pending.copy(this.room);
      this.roomFrom = 0;
    }
    chunk.copy(this.room, this.roomFrom + length);
    return this.room.subarray(this.roomFrom, this.roomFrom + needed);
  }

  /** True: something was read, and more may be. */
  private step(): boolean {
    switch (this.state) {
      case 'preamble':
      case 'body':
        return this.toDelimiter();
      case 'head':
        return this.head();
      case 'end':
        return false;
    }
  }

  private toDelimiter(): boolean {
    const at = this.pending.indexOf(this.delimiter);
    if (at < 0) {
      this.skip(Math.max(0, this.pending.length - this.delimiter.length + 1));
      return false;
    }
    const after = at + this.delimiter.length;
    // "--" ends the form, a line end begins a part; spaces may stand before it.
    const lineEnd = this.pending.indexOf('\r\n', Math.max(after, this.searched - 1), 'latin1');
    const closes =
      this.pending.length >= after + 2 && this.pending.toString('latin1', after, after + 2) === '--';
    if (!closes && lineEnd < 0) {
      if (this.pending.length - after > MAX_HEAD_BYTES) this.readable = false;
      this.skip(at);
      this.searched = this.pending.length;
      return false;
    }
    this.closeFile(this.position + at);
    if (closes) {
      this.state = 'end';
      return false;
    }
    this.state = 'head';
    // The line end stays: a part without any field has an empty line at once.
    this.skip(lineEnd);
    return true;
  }

  private head(): boolean {
    const end = this.pending.indexOf('\r\n\r\n', Math.max(0, this.searched - 3));
    if (end < 0) {
      this.searched = this.pending.length;
      if (this.pending.length > MAX_HEAD_BYTES) this.readable = false;
      return false;
    }
    const head = this.pending.toString('latin1', 0, end).replace(/\r\n[ \t]+/g, ' ');
    // The last line end may be the beginning of a delimiter: an empty part.
    this.skip(end + 2);
    this.fileFrom = IS_FILE.test(head.trimStart()) ? this.position + 2 : null;
    this.state = 'body';
    return true;
  }

  private closeFile(to: number): void {
    if (this.fileFrom !== null && to > this.fileFrom) this.found.push({ from: this.fileFrom, to });
    this.fileFrom = null;
    if (this.found.length > MAX_FILES) this.readable = false;
  }

  private skip(bytes: number): void {
    this.pending = this.pending.subarray(bytes);
    this.position += bytes;
    this.roomFrom += bytes;
    this.searched = 0;
  }
}
