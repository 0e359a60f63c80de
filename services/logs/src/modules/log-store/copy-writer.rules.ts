// Rows in the text format of COPY (PostgreSQL manual, COPY, "Text Format"): tabs between columns, \N for null, and
// backslash, newline, return and tab escaped by a backslash.

import { DAY_MS } from '@palisade/basics';
import { utf8Length } from '../records/printable.rules.ts';
import type { RowWriter } from './row-writer.types.ts';

const TAB = 0x09;
const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const HEX = Uint8Array.from(Buffer.from('0123456789ABCDEF'));
/** Maximum output for one byte of input: \\xHH. */
const WORST_GROWTH = 5;

export class CopyWriter implements RowWriter {
  rows = 0;
  private dayText = '';
  private dayMs = Number.NaN;
  private buffer: Buffer;
  private position = 0;

  constructor(size = 64 * 1024) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  /** Number of bytes written so far. */
  get size(): number {
    return this.position;
  }

  /** The bytes written so far; valid until the next write. */
  get written(): Buffer {
    return this.buffer.subarray(0, this.position);
  }

  /** Ends a row: the separator after its last column becomes the end of the line. */
  endRow(): void {
    this.buffer[this.position - 1] = NEWLINE;
    this.rows++;
  }

  /** Resets the buffer for reuse. */
  clear(): void {
    this.position = 0;
    this.rows = 0;
  }

  /** ISO 8601 in UTC. */
  moment(ms: number): void {
    const dayMs = ms - (ms % DAY_MS);
    if (dayMs !== this.dayMs) {
      this.dayMs = dayMs;
      this.dayText = new Date(dayMs).toISOString().slice(0, 11);
    }
    const inDay = ms - dayMs;
    const seconds = Math.floor(inDay / 1000);
    this.plain(
      `${this.dayText}${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${three(inDay % 1000)}Z`,
    );
  }

  null(): void {
    this.reserve(3);
    this.buffer[this.position++] = BACKSLASH;
    this.buffer[this.position++] = 0x4e;
    this.buffer[this.position++] = TAB;
  }

  boolean(value: boolean): void {
    this.reserve(2);
    this.buffer[this.position++] = value ? 0x74 : 0x66;
    this.buffer[this.position++] = TAB;
  }

  /** A whole number from 0 to 2^53. */
  number(value: number): void {
    this.reserve(20);
    this.position = this.digits(value);
    this.buffer[this.position++] = TAB;
  }

  /** ASCII that needs no escaping, such as a date that was formatted here. */
  plain(text: string): void {
    this.reserve(text.length + 1);
    this.position += this.buffer.write(text, this.position, 'latin1');
    this.buffer[this.position++] = TAB;
  }

  /** Text that is known to contain no NUL. */
  text(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    this.reserve(bytes.length * 2 + 1);
    const { buffer } = this;
    let at = this.position;
    for (const byte of bytes) {
      if (byte === BACKSLASH) buffer[at++] = BACKSLASH;
      else if (byte === NEWLINE || byte === TAB || byte === 0x0d) {
        buffer[at++] = BACKSLASH;
        buffer[at++] = byte === NEWLINE ? 0x6e : byte === TAB ? 0x74 : 0x72;
        continue;
      }
      buffer[at++] = byte;
    }
    buffer[at++] = TAB;
    this.position = at;
  }

  /**
   * A stranger's bytes, as text that any database, screen and file can hold: well-formed UTF-8 stays, control
   * characters and everything else become \xHH. (Backslashes of the input stay, so this is for reading, and not
   * reversible.)
   */
  printable(bytes: Uint8Array, from: number, to: number): void {
    this.reserve((to - from) * WORST_GROWTH + 1);
    const { buffer } = this;
    let at = this.position;
    for (let i = from; i < to; ) {
      const byte = bytes[i]!;
      if (byte >= 0x20 && byte < 0x7f) {
        if (byte === BACKSLASH) buffer[at++] = BACKSLASH;
        buffer[at++] = byte;
        i++;
        continue;
      }
      const length = byte < 0x80 ? 0 : utf8Length(bytes, i, to);
      if (length === 0) {
        buffer[at++] = BACKSLASH;
        buffer[at++] = BACKSLASH;
        buffer[at++] = 0x78;
        buffer[at++] = HEX[byte >> 4]!;
        buffer[at++] = HEX[byte & 15]!;
        i++;
        continue;
      }
      for (const end = i + length; i < end; i++) buffer[at++] = bytes[i]!;
    }
    buffer[at++] = TAB;
    this.position = at;
  }

  /** For adjacent bytes copying is faster than a look-up of a remembered text. */
  repeated(bytes: Uint8Array, from: number, to: number): void {
    this.printable(bytes, from, to);
  }

  private digits(value: number): number {
    let rest = value > 0 ? Math.min(value, Number.MAX_SAFE_INTEGER) : 0;
    let length = 1;
    for (let power = 10; power <= rest; power *= 10) length++;
    const end = this.position + length;
    for (let at = end - 1; at >= this.position; at--) {
      const tenth = Math.floor(rest / 10);
      this.buffer[at] = ZERO + (rest - tenth * 10);
      rest = tenth;
    }
    return end;
  }

  private reserve(bytes: number): void {
    if (this.position + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.position + bytes));
    this.buffer.copy(larger, 0, 0, this.position);
    this.buffer = larger;
  }
}

function two(value: number): string {
  const whole = Math.floor(value);
  return whole < 10 ? `0${whole}` : String(whole);
}

function three(value: number): string {
  const whole = Math.floor(value);
  return whole < 10 ? `00${whole}` : whole < 100 ? `0${whole}` : String(whole);
}
