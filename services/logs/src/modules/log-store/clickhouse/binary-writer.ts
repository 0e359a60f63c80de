const FIRST_BYTES = 16 * 1024;
const TWO_32 = 2 ** 32;
/** Texts below this length have a length prefix of one byte. */
const FEW_BYTES = 48;
/** Number of bytes of a length prefix, in groups of seven bits. */
const MAX_LENGTH_BYTES = 5;

/** Writes ClickHouse's binary formats: little-endian numbers, and length-prefixed texts. */
export class BinaryWriter {
  private buffer: Buffer;
  private position = 0;

  constructor(size = FIRST_BYTES) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  get size(): number {
    return this.position;
  }

  /** Bytes that fit without more memory. */
  get capacity(): number {
    return this.buffer.length;
  }

  /** Valid until the next write. */
  get written(): Buffer {
    return this.buffer.subarray(0, this.position);
  }

  uint8(value: number): void {
    this.reserve(1);
    this.buffer[this.position++] = value;
  }

  uint16(value: number): void {
    this.reserve(2);
    const { buffer, position } = this;
    buffer[position] = value;
    buffer[position + 1] = value >>> 8;
    this.position = position + 2;
  }

  uint32(value: number): void {
    this.reserve(4);
    this.put32(value);
  }

  uint16s(values: Uint32Array): void {
    this.reserve(values.length * 2);
    const { buffer } = this;
    let at = this.position;
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      buffer[at++] = value;
      buffer[at++] = value >>> 8;
    }
    this.position = at;
  }

  /** A whole number from 0 to 2^53. */
  uint64(value: number): void {
    this.reserve(8);
    this.put32(value >>> 0);
    this.put32((value / TWO_32) >>> 0);
  }

  /** A length, as a varint. */
  length(value: number): void {
    this.reserve(MAX_LENGTH_BYTES);
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) this.buffer[this.position++] = (rest & 0x7f) | 0x80;
    this.buffer[this.position++] = rest;
  }

  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.position);
    this.position += bytes.length;
  }

  /** Bytes as a length-prefixed text. */
  textOf(bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    this.length(length);
    this.reserve(length);
    const { buffer, position } = this;
    // For a few bytes a loop is faster than a call to copy.
    if (length <= FEW_BYTES) for (let i = 0; i < length; i++) buffer[position + i] = bytes[from + i]!;
    else buffer.set(bytes.subarray(from, to), position);
    this.position = position + length;
  }

  text(text: string): void {
    if (text.length <= FEW_BYTES && this.shortText(text)) return;
    const bytes = Buffer.byteLength(text);
    this.length(bytes);
    this.reserve(bytes);
    this.position += this.buffer.write(text, this.position, 'utf8');
  }

  /** Resets the buffer for reuse. */
  clear(): void {
    this.position = 0;
  }

  /** @returns false, and writes nothing, if it contains more than ASCII */
  private shortText(text: string): boolean {
    const { length } = text;
    this.reserve(length + 1);
    const { buffer, position } = this;
    buffer[position] = length;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) return false;
      buffer[position + 1 + i] = code;
    }
    this.position = position + 1 + length;
    return true;
  }

  private put32(value: number): void {
    const { buffer, position } = this;
    buffer[position] = value;
    buffer[position + 1] = value >>> 8;
    buffer[position + 2] = value >>> 16;
    buffer[position + 3] = value >>> 24;
    this.position = position + 4;
  }

  private reserve(bytes: number): void {
    if (this.position + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.position + bytes));
    this.buffer.copy(larger, 0, 0, this.position);
    this.buffer = larger;
  }
}
