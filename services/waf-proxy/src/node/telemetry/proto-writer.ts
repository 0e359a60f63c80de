/**
 * Writes protobuf fields into one buffer that is used again and again. Exists because a log record is written for every
 * request: the general library costs several times the rest of the log path. Field numbers and types are the caller's
 * business; a spec holds the result against the library's.
 */
export class ProtoWriter {
  buffer: Buffer;
  position = 0;

  constructor(bytes: number) {
    this.buffer = Buffer.allocUnsafe(bytes);
  }

  /** Makes sure that `bytes` more fit. */
  reserve(bytes: number): void {
    if (this.position + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.position + bytes));
    this.buffer.copy(larger, 0, 0, this.position);
    this.buffer = larger;
  }

  /** uint32, uint64, int64 (not negative), enum and bool fields; 0 is left out, as proto3 does. */
  number(field: number, value: number): void {
    if (value === 0) return;
    this.reserve(16);
    this.varint(field << 3);
    this.varint(value);
  }

  /** A string of one character per byte, as bytes. */
  byteString(field: number, value: string, limit: number): void {
    if (value === '') return;
    const length = Math.min(value.length, limit);
    this.reserve(length + 10);
    this.varint((field << 3) | 2);
    this.varint(length);
    this.buffer.write(length === value.length ? value : value.slice(0, length), this.position, 'latin1');
    this.position += length;
  }

  /** One of many strings of one character per byte: an empty one is one as well. */
  repeatedByteString(field: number, value: string): void {
    const { length } = value;
    this.reserve(length + 10);
    this.varint((field << 3) | 2);
    this.varint(length);
    if (length > SHORT) this.position += this.buffer.write(value, this.position, 'latin1');
    // A call out of JavaScript would take longer.
    else for (let at = 0; at < length; at++) this.buffer[this.position++] = value.charCodeAt(at);
  }

  /** Text, as UTF-8. */
  text(field: number, value: string): void {
    if (value === '' || (value.length <= SHORT_TEXT && this.shortText(field, value))) return;
    const length = Buffer.byteLength(value, 'utf8');
    this.reserve(length + 10);
    this.varint((field << 3) | 2);
    this.varint(length);
    this.position += this.buffer.write(value, this.position, 'utf8');
  }

  /** Two calls out of JavaScript would take longer. @returns whether it was ASCII, and is written */
  private shortText(field: number, value: string): boolean {
    const { length } = value;
    this.reserve(length + 10);
    const { buffer, position } = this;
    this.varint((field << 3) | 2);
    buffer[this.position++] = length;
    let at = this.position;
    for (let index = 0; index < length; index++) {
      const code = value.charCodeAt(index);
      if (code >= 0x80) {
        this.position = position;
        return false;
      }
      buffer[at++] = code;
    }
    this.position = at;
    return true;
  }

  double(field: number, value: number): void {
    if (value === 0) return;
    this.reserve(18);
    this.varint(field * 8 + 1);
    this.position = this.buffer.writeDoubleLE(value, this.position);
  }

  bytes(field: number, value: Buffer): void {
    this.reserve(value.length + 10);
    this.varint((field << 3) | 2);
    this.varint(value.length);
    value.copy(this.buffer, this.position);
    this.position += value.length;
  }

  /** Begins an embedded message; give the result to `endMessage`. */
  beginMessage(field: number): number {
    this.reserve(10);
    this.varint((field << 3) | 2);
    const start = this.position;
    this.position += LENGTH_BYTES;
    return start;
  }

  /** Fills in the length, as a varint padded to a fixed size, which every decoder reads. */
  endMessage(start: number): void {
    let length = this.position - start - LENGTH_BYTES;
    for (let index = 0; index < LENGTH_BYTES; index++) {
      const more = index < LENGTH_BYTES - 1 ? 0x80 : 0;
      this.buffer[start + index] = (length & 0x7f) | more;
      length >>>= 7;
    }
  }

  private varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.buffer[this.position++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.position++] = rest;
  }
}

const LENGTH_BYTES = 4;
/** Maximum length of a text that is copied byte by byte. */
const SHORT = 24;
/** One of UUIDs, addresses, names of networks. */
const SHORT_TEXT = 64;
