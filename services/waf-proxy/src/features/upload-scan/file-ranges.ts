/** Position of a file in a body: from, to (exclusive). */
export interface FileRange {
  from: number;
  to: number;
}

/** Finds the files in a body while it arrives. */
export interface FileFinder {
  push(chunk: Buffer): void;
  /** The whole body is one file. */
  readonly isWhole: boolean;
  /** Length so far of an unfinished file; 0 between files. */
  readonly openBytes: number;
  /** All files, including an unfinished one as far as it has arrived. */
  ranges(): FileRange[];
}

/** Types of forms and program data: the rules inspect these, and the scanner would find nothing. */
const DATA_TYPE =
  /^(?:application\/(?:x-www-form-urlencoded|(?:[a-z0-9.-]+\+)?(?:json|xml)|graphql|x-ndjson)|text\/xml)\s*(?:;|$)/i;
const MULTIPART = /^multipart\/[a-z-]+\s*;/i;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i;

/**
 * Null: nothing to scan. A body with a data type whose first bytes are not text is scanned nevertheless, as the client
 * chooses the type.
 */
export function fileFinderFor(
  contentType: string,
  contentEncoding: string,
  first: Buffer,
): FileFinder | null {
  // The parts of a compressed form cannot be parsed; the scanner decompresses formats that it knows.
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
/** A part without either is a form field. */
const IS_FILE = /^content-disposition:[^\r\n\u2028\u2029]*;[ \t]*filename\*?[ \t]*=|^content-type:/im;

/**
 * Finds files in a multipart body (RFC 7578). A body that cannot be parsed, or exceeds the limits, counts as one file,
 * so that malformed forms are scanned as a whole.
 */
class MultipartFiles implements FileFinder {
  readonly isWhole = false;
  private readonly delimiter: Buffer;
  private readonly found: FileRange[] = [];
  private state: 'preamble' | 'head' | 'body' | 'end' = 'preamble';
  /** Bytes not parsed yet, and their offset in the body. */
  private pending: Buffer = Buffer.alloc(0);
  /** Pending bytes that were searched without finding the end. */
  private searched = 0;
  private position = 0;
  /** Buffer that collects small chunks, and the offset of the pending bytes in it. */
  private room: Buffer = Buffer.alloc(0);
  private roomFrom = 0;
  private length = 0;
  private fileFrom: number | null = null;
  private readable = true;

  constructor(boundary: string) {
    this.delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
    // The first delimiter may come without a line end before it.
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

  /** Appends to a buffer that doubles in size, so that single bytes are not copied each time. */
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

  /** True: something was parsed, and there may be more. */
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
    // "--" ends the form, a line end begins a part; spaces may precede it.
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
    // Keeps the line end: a part without headers begins with an empty line.
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
    // The last line end may begin a delimiter, if the part is empty.
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
