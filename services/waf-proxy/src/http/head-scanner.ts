import { type FramingFault, HEAD_LIMITS } from './head.ts';

const CR = 0x0d;
const LF = 0x0a;

/** By byte: 1 if it is allowed in a line of a head (RFC 9110, 5.5: no controls but the tab). */
const IN_LINE: Readonly<Uint8Array> = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === 0x09 || (byte >= 0x20 && byte !== 0x7f) ? 1 : 0,
);

/**
 * Finds the end of a head, or of a trailer section, in bytes that arrive in any pieces, and enforces CRLF as the only
 * line break. Accepted lines contain no control character but tabs, so that later readers need not check. Works byte by
 * byte: it makes no difference where pieces are cut.
 */
export class HeadScanner {
  private readonly limit: number;
  private readonly mayBeginEmpty: boolean;
  private bytes = 0;
  private lineBytes = 0;
  private afterCr = false;
  private skipsEmpty: boolean;
  /** Bytes of an empty line before the head, which is no part of it. */
  skipped = 0;
  /** Why this cannot be a head any more. */
  fault: FramingFault | null = null;

  /**
   * @param mayBeginEmpty one empty line may come first, as some clients send after a body (RFC 9112, 2.2).
   * @param limit bytes that the head may have, line breaks and the empty line included.
   */
  constructor(mayBeginEmpty: boolean, limit: number = HEAD_LIMITS.headBytes) {
    this.limit = limit;
    this.mayBeginEmpty = mayBeginEmpty;
    this.skipsEmpty = mayBeginEmpty;
  }

  get begun(): boolean {
    return this.bytes > this.skipped;
  }

  reset(): void {
    this.bytes = 0;
    this.lineBytes = 0;
    this.afterCr = false;
    this.skipsEmpty = this.mayBeginEmpty;
    this.skipped = 0;
    this.fault = null;
  }

  /** The index after the empty line; -1 if that is still to come, or if `fault` is set. */
  scan(bytes: Uint8Array, from: number, to: number): number {
    const allowed = this.limit - this.bytes;
    const end = to - from > allowed ? from + allowed : to;
    let at = from;
    // The line began this far before `from`, or later at `lineStart`.
    let carried = this.lineBytes;
    let lineStart = from;
    let afterCr = this.afterCr;
    while (at < end) {
      if (afterCr) {
        if (bytes[at] !== LF) return this.refuse('control_character');
        afterCr = false;
        at++;
        const isEmpty = carried + (at - lineStart) === 2;
        if (isEmpty && !this.skipsEmpty) return at;
        if (isEmpty) this.skipped = this.bytes + (at - from);
        this.skipsEmpty = false;
        carried = 0;
        lineStart = at;
        continue;
      }
      while (at < end && IN_LINE[bytes[at]!] === 1) at++;
      if (at === end) break;
      if (bytes[at] !== CR) return this.refuse('control_character');
      afterCr = true;
      at++;
    }
    this.lineBytes = carried + (at - lineStart);
    this.afterCr = afterCr;
    this.bytes += end - from;
    return this.bytes >= this.limit ? this.refuse('head_too_large') : -1;
  }

  private refuse(fault: FramingFault): number {
    this.fault = fault;
    return -1;
  }
}
