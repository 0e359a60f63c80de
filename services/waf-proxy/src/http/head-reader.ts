import type { FramingFault } from './head.ts';
import { HeadScanner } from './head-scanner.ts';

const FIRST_CAPACITY = 1_024;
const EMPTY_LINE_BYTES = 2;

/**
 * Collects the bytes of one head until it is whole. The usual head arrives in one piece and is decoded straight from
 * it; otherwise the pieces gather here, in memory that grows with them up to the limit.
 */
export class HeadReader {
  private readonly scanner: HeadScanner;
  private gathered: Buffer | null = null;
  private length = 0;
  /** The lines of the head, each with its CRLF, one character per byte; set when `read` has found the end. */
  text = '';

  /** See HeadScanner. */
  constructor(mayBeginEmpty: boolean, limit?: number) {
    this.scanner = new HeadScanner(mayBeginEmpty, limit);
  }

  /** Something of a head has arrived, and not yet all of it. */
  get begun(): boolean {
    return this.scanner.begun;
  }

  get fault(): FramingFault | null {
    return this.scanner.fault;
  }

  /** The index after the head; -1 if more bytes are needed, or if `fault` is set. */
  read(bytes: Buffer, from: number, to: number): number {
    const scanner = this.scanner;
    const end = scanner.scan(bytes, from, to);
    if (end < 0) {
      if (scanner.fault === null) this.gather(bytes, from, to);
      return -1;
    }
    if (this.gathered === null) {
      this.text = bytes.toString('latin1', from + scanner.skipped, end - EMPTY_LINE_BYTES);
    } else {
      const gathered = this.gather(bytes, from, end);
      this.text = gathered.toString('latin1', scanner.skipped, this.length - EMPTY_LINE_BYTES);
      this.gathered = null;
      this.length = 0;
    }
    scanner.reset();
    return end;
  }

  private gather(bytes: Buffer, from: number, to: number): Buffer {
    const needed = this.length + (to - from);
    let gathered = this.gathered;
    if (gathered === null || gathered.length < needed) {
      const larger = Buffer.allocUnsafe(Math.max(FIRST_CAPACITY, needed * 2));
      gathered?.copy(larger, 0, 0, this.length);
      gathered = larger;
      this.gathered = larger;
    }
    bytes.copy(gathered, this.length, from, to);
    this.length = needed;
    return gathered;
  }
}
