const FIRST_BYTES = 16 * 1024;
const TWO_32 = 2 ** 32;
/** Of a length, in groups of seven bits. */
const MAX_LENGTH_BYTES = 5;

/** Bytes as ClickHouse's binary formats have them: little-endian numbers, and texts behind their length. */
export class BinaryWriter {
  private buffer = Buffer.allocUnsafe(FIRST_BYTES);
  private position = 0;

  get size(): number {
    return this.position;
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

  /** A whole number from 0 to 2^53. */
  uint64(value: number): void {
    this.reserve(8);
    this.put32(value % TWO_32);
    this.put32(value / TWO_32);
  }

  /** A length, in as few bytes as it needs. */
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

  text(text: string): void {
    const bytes = Buffer.byteLength(text);
    this.length(bytes);
    this.reserve(bytes);
    this.position += this.buffer.write(text, this.position, 'utf8');
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
