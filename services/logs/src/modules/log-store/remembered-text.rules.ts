import { printableText } from '../records/printable.rules.ts';

/** A text of a column that comes again and again, as a store and a counter want it. */
export class RememberedText {
  /** As any database, screen and file can hold it (`printable.rules`). */
  readonly bytes: Buffer;
  /** What records that have it are counted by; empty where nobody counts. */
  readonly counted: string;
  /** For whoever names texts by number: its number in the block that it was last written to. */
  block = 0;
  number = 0;

  constructor(bytes: Buffer, counted: string) {
    this.bytes = bytes;
    this.counted = counted;
  }
}

export const NO_TEXT = new RememberedText(Buffer.alloc(0), '');

/** Of bytes that a stranger sent. */
export function printableBytes(bytes: Buffer, from: number, to: number): Buffer {
  // A copy: what it stands in is large, and gone soon.
  return isPlain(bytes, from, to)
    ? Buffer.from(bytes.subarray(from, to))
    : Buffer.from(printableText(bytes.subarray(from, to)));
}

/** ASCII without control characters, which is printable as it is. */
export function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    if (byte < 0x20 || byte > 0x7e) return false;
  }
  return true;
}
