import { ENCODER_TABLE_BYTES, EncoderTable } from './encoder-table.ts';
import { type FieldName, fieldName, Indexing } from './field-name.ts';
import { encodeHuffman, huffmanLength } from './huffman.ts';
import { STATIC_ENTRIES } from './static-table.ts';

/** A name that came so often in a row with another value gets no further entry until a value comes twice. */
const VOLATILE_AFTER = 3;
/** Numbers before two texts, and what a status takes. */
const FIELD_OVERHEAD = 16;
const PREFIXES = { indexed: 0x80, kept: 0x40, unkept: 0, never: 0x10, size: 0x20 } as const;

/** By status: its entry in the static table. */
const STATUS_INDEX: ReadonlyMap<number, number> = new Map(
  STATIC_ENTRIES.flatMap(([name, value], index) => (name === ':status' ? [[Number(value), index + 1]] : [])),
);
const STATUS_NAME = fieldName(':status');

/** All connections write here; what was written is copied before the next block begins. */
let block = Buffer.allocUnsafeSlow(16 * 1024);

/** Writes the header blocks of one connection (RFC 7541). */
export class HpackEncoder {
  private readonly table = new EncoderTable();
  /** The least size that the client has asked for since the last block; -1: none. */
  private leastSize = -1;
  private at = 0;

  /** Maximum size accepted by the client's decoder; ours is bounded besides. */
  limitTable(bytes: number): void {
    const limit = Math.min(bytes, ENCODER_TABLE_BYTES);
    if (limit === this.table.limit && this.leastSize < 0) return;
    this.leastSize = this.leastSize < 0 ? limit : Math.min(this.leastSize, limit);
    this.table.resize(limit);
  }

  /**
   * Begins a block of these fields, to be written by `status` and `field`.
   *
   * @param characters of all names and values together; `fields`: how many they are, at least.
   */
  begin(characters: number, fields: number): void {
    const most = characters + (fields + 2) * FIELD_OVERHEAD;
    if (block.length < most) block = Buffer.allocUnsafeSlow(2 * most);
    this.at = 0;
    if (this.leastSize < 0) return;
    // The least first, then what holds from now on (RFC 7541, 4.2).
    if (this.leastSize < this.table.limit) this.integer(PREFIXES.size, 5, this.leastSize);
    this.integer(PREFIXES.size, 5, this.table.limit);
    this.leastSize = -1;
  }

  status(status: number): void {
    const index = STATUS_INDEX.get(status);
    if (index !== undefined) this.integer(PREFIXES.indexed, 7, index);
    else this.doField(STATUS_NAME, String(status));
  }

  field(name: string, value: string): void {
    this.doField(fieldName(name), value);
  }

  /** The block, in memory that the next block will use. */
  end(): Buffer {
    return block.subarray(0, this.at);
  }

  private doField(name: FieldName, value: string): void {
    if (name.indexing === Indexing.Never) {
      this.literal(PREFIXES.never, 4, name.staticIndex, name, value);
      return;
    }
    const table = this.table;
    const sent = table.find(name);
    const index = sent === undefined ? 0 : table.indexOf(sent);
    if (index > 0 && sent!.value === value) {
      sent!.misses = 0;
      this.integer(PREFIXES.indexed, 7, index);
      return;
    }
    const nameIndex = name.staticIndex > 0 ? name.staticIndex : index;
    if (this.isWorthAPlace(name, value, sent, nameIndex)) {
      this.literal(PREFIXES.kept, 6, nameIndex, name, value);
      table.add(name, value, sent);
    } else this.literal(PREFIXES.unkept, 4, nameIndex, name, value);
  }

  private isWorthAPlace(
    name: FieldName,
    value: string,
    sent: { misses: number; latest: string } | undefined,
    nameIndex: number,
  ): boolean {
    if (!this.table.takes(name, value)) return false;
    // For its name's sake, so that the next one is shorter.
    if (name.indexing === Indexing.Single) return nameIndex === 0;
    if (sent === undefined) return true;
    const again = sent.latest === value;
    sent.latest = value;
    sent.misses = again ? 0 : sent.misses + 1;
    return sent.misses < VOLATILE_AFTER;
  }

  private literal(prefix: number, bits: number, nameIndex: number, name: FieldName, value: string): void {
    this.integer(prefix, bits, nameIndex);
    const kept = prefix === PREFIXES.kept;
    if (nameIndex === 0) this.text(name.lower, kept);
    this.text(value, kept);
  }

  /** Huffman coding for entries that stay in the table; a field that is sent once costs less without it. */
  private text(text: string, compact: boolean): void {
    const coded = compact ? huffmanLength(text) : text.length;
    if (coded < text.length) {
      this.integer(0x80, 7, coded);
      this.at = encodeHuffman(text, block, this.at);
      return;
    }
    this.integer(0, 7, text.length);
    this.at += block.write(text, this.at, 'latin1');
  }

  private integer(prefix: number, bits: number, value: number): void {
    const most = 2 ** bits - 1;
    if (value < most) {
      block[this.at] = prefix | value;
      this.at++;
      return;
    }
    block[this.at] = prefix | most;
    this.at++;
    let left = value - most;
    for (; left >= 0x80; left >>>= 7) {
      block[this.at] = (left & 0x7f) | 0x80;
      this.at++;
    }
    block[this.at] = left;
    this.at++;
  }
}
