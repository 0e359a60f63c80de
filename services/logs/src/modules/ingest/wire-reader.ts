/** Tags have 32 bits. */
const MAX_TAG = 0xffff_ffff;

/**
 * Reads protobuf fields in place. Records pass through this service as bytes: text is copied from buffer to buffer, and
 * no object is created for a record that nobody looks at.
 */
export class WireReader {
  readonly bytes: Uint8Array;
  position: number;
  readonly end: number;
  /** Of the field just read. */
  field = 0;
  wireType = 0;
  /** Value of a varint or fixed field; exact up to 2^53. */
  value = 0;
  /** Range of a length-delimited field. */
  from = 0;
  to = 0;

  constructor(bytes: Uint8Array, from = 0, end = bytes.length) {
    this.bytes = bytes;
    this.position = from;
    this.end = end;
  }

  /** @returns false at the end. @throws RangeError if the bytes are no protobuf message */
  next(): boolean {
    if (this.position >= this.end) return false;
    const tag = this.varint();
    if (tag > MAX_TAG) throw new RangeError('not a protobuf message');
    this.field = tag >>> 3;
    this.wireType = tag & 7;
    switch (this.wireType) {
      case 0:
        this.value = this.varint();
        break;
      case 1:
        this.value = 0;
        this.skip(8);
        break;
      case 2:
        this.readLength();
        break;
      case 5:
        this.value = 0;
        this.skip(4);
        break;
      default:
        throw new RangeError('not a protobuf message');
    }
    if (this.field === 0) throw new RangeError('not a protobuf message');
    return true;
  }

  private readLength(): void {
    const length = this.varint();
    this.from = this.position;
    this.skip(length);
    this.to = this.position;
  }

  private skip(length: number): void {
    if (length > this.end - this.position) throw new RangeError('a field is longer than its message');
    this.position += length;
  }

  private varint(): number {
    const { bytes, end } = this;
    // Most tags, lengths and numbers have one byte.
    if (this.position < end) {
      const first = bytes[this.position]!;
      if (first < 0x80) {
        this.position++;
        return first;
      }
    }
    let result = 0;
    let scale = 1;
    for (let i = 0; i < 10; i++) {
      if (this.position >= end) throw new RangeError('a message ends within a number');
      const byte = bytes[this.position++]!;
      result += (byte & 0x7f) * scale;
      if (byte < 0x80) return result;
      scale *= 128;
    }
    throw new RangeError('a number has more than ten bytes');
  }
}
