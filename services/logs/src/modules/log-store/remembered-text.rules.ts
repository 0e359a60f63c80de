import { type CountedValue, NO_VALUE } from '../records/facet-columns.rules.ts';
import { printableText } from '../records/printable.rules.ts';

/** A repeated text of a column, in the forms that a store and a counter need. */
export class RememberedText {
  /** Sanitised (`printable.rules`). */
  readonly bytes: Buffer;
  /** The facet value; empty where it is not counted. */
  readonly counted: CountedValue;
  /** For dictionary encoding: its index in the block that it was last written to. */
  block = 0;
  number = 0;

  constructor(bytes: Buffer, counted: CountedValue) {
    this.bytes = bytes;
    this.counted = counted;
  }
}

export const NO_TEXT = new RememberedText(Buffer.alloc(0), NO_VALUE);

/** From a stranger's bytes. */
export function printableBytes(bytes: Buffer, from: number, to: number): Buffer {
  // Copied: the buffer that contains it is large, and should be freed soon.
  return isPlain(bytes, from, to)
    ? Buffer.from(bytes.subarray(from, to))
    : Buffer.from(printableText(bytes.subarray(from, to)));
}

/** The same, for keeping: Node's small buffers share a block of 64 KiB, all of which stays as long as one of them does. */
export function keptBytes(bytes: Buffer, from: number, to: number): Buffer {
  const printable = isPlain(bytes, from, to)
    ? bytes.subarray(from, to)
    : Buffer.from(printableText(bytes.subarray(from, to)));
  const own = Buffer.allocUnsafeSlow(printable.length);
  printable.copy(own);
  return own;
}

/** ASCII without control characters needs no escaping. */
export function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    if (byte < 0x20 || byte > 0x7e) return false;
  }
  return true;
}
