import { HeaderField } from '../http2/header-field.ts';
import { DecoderTable } from './decoder-table.ts';
import { decodeHuffman } from './huffman.ts';
import { ENTRY_OVERHEAD } from './static-table.ts';

/** Maximum value of a number; no valid length or index is larger. */
const MAX_INTEGER = 0xff_ffff;

export interface HeadBounds {
  /** Bytes of names and values, and 32 more for each field (RFC 9113, 6.5.2). */
  listBytes: number;
  fields: number;
}

/** Text in Huffman's code is decoded into this; grows to what the largest header block can hold. */
let scratch = Buffer.allocUnsafeSlow(4_096);

/** Reads the header blocks of one connection (RFC 7541). */
export class HpackDecoder {
  private readonly bounds: HeadBounds;
  private readonly table: DecoderTable;
  /** Fields of the last block, in order; only as many as the bounds allow. */
  readonly fields: HeaderField[] = [];
  /** The last block held more than the bounds allow; the rest was read and dropped. */
  overflow = false;
  private listBytes = 0;
  private bytes: Buffer = Buffer.alloc(0);
  private at = 0;
  private end = 0;
  private failed = false;

  /** @param tableBytes maximum size of its dynamic table, as announced to the client. */
  constructor(tableBytes: number, bounds: HeadBounds) {
    this.table = new DecoderTable(tableBytes);
    this.bounds = bounds;
  }

  /** Reads a complete header block. False: it is malformed, and the connection's table is lost. */
  decode(bytes: Buffer, from: number, to: number): boolean {
    this.fields.length = 0;
    this.overflow = false;
    this.listBytes = 0;
    this.bytes = bytes;
    this.at = from;
    this.end = to;
    this.failed = false;
    let mayResize = true;
    while (this.at < this.end && !this.failed) {
      const first = this.bytes[this.at]!;
      if ((first & 0xe0) === 0x20) {
        const size = this.integer(5);
        // Only at the beginning of a block.
        if (!mayResize || !this.table.resize(size)) this.failed = true;
        continue;
      }
      mayResize = false;
      if ((first & 0x80) !== 0) this.indexed();
      else if ((first & 0x40) !== 0) this.literal(6, true);
      else this.literal(4, false);
    }
    this.bytes = NOTHING;
    return !this.failed;
  }

  private indexed(): void {
    const field = this.table.at(this.integer(7));
    if (field === null) this.failed = true;
    else this.push(field);
  }

  private literal(prefix: number, keeps: boolean): void {
    const index = this.integer(prefix);
    const name = index === 0 ? this.text() : (this.table.at(index)?.name ?? null);
    const value = name === null ? null : this.text();
    if (name === null || value === null || this.failed) {
      this.failed = true;
      return;
    }
    const field = new HeaderField(name, value);
    if (keeps) this.table.add(field);
    this.push(field);
  }

  private push(field: HeaderField): void {
    this.listBytes += field.name.length + field.value.length + ENTRY_OVERHEAD;
    if (this.listBytes > this.bounds.listBytes || this.fields.length === this.bounds.fields) {
      this.overflow = true;
    } else this.fields.push(field);
  }

  private integer(prefix: number): number {
    const mask = 2 ** prefix - 1;
    let value = this.bytes[this.at]! & mask;
    this.at++;
    if (value < mask) return value;
    for (let shift = 0; ; shift += 7) {
      if (this.at >= this.end || shift > 21) break;
      const byte = this.bytes[this.at]!;
      this.at++;
      value += (byte & 0x7f) << shift;
      if ((byte & 0x80) !== 0) continue;
      if (value <= MAX_INTEGER) return value;
      break;
    }
    this.failed = true;
    return 0;
  }

  private text(): string | null {
    if (this.at >= this.end) return null;
    const coded = (this.bytes[this.at]! & 0x80) !== 0;
    const length = this.integer(7);
    const from = this.at;
    if (this.failed || length > this.end - from) return null;
    this.at = from + length;
    if (!coded) return this.bytes.toString('latin1', from, from + length);
    if (scratch.length < 2 * length) scratch = Buffer.allocUnsafeSlow(4 * length);
    const decoded = decodeHuffman(this.bytes, from, from + length, scratch);
    return decoded < 0 ? null : scratch.toString('latin1', 0, decoded);
  }
}

const NOTHING = Buffer.alloc(0);
