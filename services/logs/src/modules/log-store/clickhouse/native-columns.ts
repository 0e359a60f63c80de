// Columns of one block in ClickHouse's format `Native` (https://clickhouse.com/docs/interfaces/formats/Native): each column as a whole
// behind its name and type. Texts that come again and again are written once and then named by their number, as the server
// has them in memory for `LowCardinality`; it takes them for columns of plain text as well.

import { printableText } from '../../records/printable.rules.ts';
import { ValueCache } from '../../records/value-cache.rules.ts';
import { BinaryWriter } from './binary-writer.ts';

export interface NativeColumn {
  readonly type: string;
  write(into: BinaryWriter): void;
}

const WIDTHS = { UInt8: 1, Bool: 1, UInt16: 2, UInt32: 4, UInt64: 8, "DateTime64(3, 'UTC')": 8 } as const;
export type NumberType = keyof typeof WIDTHS;

export class NumberColumn implements NativeColumn {
  private readonly values = new BinaryWriter();
  private readonly width: number;
  private readonly most: number;
  readonly type: NumberType;

  constructor(type: NumberType) {
    this.type = type;
    this.width = WIDTHS[type];
    this.most = Math.min(2 ** (8 * this.width) - 1, Number.MAX_SAFE_INTEGER);
  }

  /** What is more than the column holds is as much as it holds. */
  add(value: number): void {
    const held = Math.min(value, this.most);
    switch (this.width) {
      case 1:
        this.values.uint8(held);
        break;
      case 2:
        this.values.uint16(held);
        break;
      case 4:
        this.values.uint32(held);
        break;
      default:
        this.values.uint64(held);
    }
  }

  write(into: BinaryWriter): void {
    into.bytes(this.values.written);
  }
}

/** Texts of which few are alike. */
export class TextColumn implements NativeColumn {
  readonly type = 'String';
  private readonly values = new BinaryWriter();

  add(text: string): void {
    this.values.text(text);
  }

  addBytes(bytes: Uint8Array): void {
    this.values.length(bytes.length);
    this.values.bytes(bytes);
  }

  write(into: BinaryWriter): void {
    into.bytes(this.values.written);
  }
}

/** A text, and its number in the block that it was last written to. */
export interface KnownText {
  bytes: Buffer;
  block: object | null;
  number: number;
}

/** The texts of one column that came lately, for as long as the process runs. */
export type KnownTexts = ValueCache<KnownText>;

export const knownTexts = (size: number, maxBytes: number): KnownTexts =>
  new ValueCache(size, maxBytes, (bytes, from, to) => ({
    bytes: printableBytes(bytes, from, to),
    block: null,
    number: 0,
  }));

/** As the other store has them. */
export function printableBytes(bytes: Buffer, from: number, to: number): Buffer {
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    if (byte < 0x20 || byte > 0x7e) return Buffer.from(printableText(bytes.subarray(from, to)));
  }
  // A copy: what it stands in is large, and gone soon.
  return Buffer.from(bytes.subarray(from, to));
}

/** Versions and flags of the format: keys that are sent with the block, and numbers of one, two or four bytes for them. */
const KEYS_VERSION = 1;
const WITH_KEYS = 0x600;

export class DictionaryColumn implements NativeColumn {
  readonly type = 'LowCardinality(String)';
  private readonly known: KnownTexts;
  private readonly block: object;
  private readonly keys: Buffer[] = [Buffer.alloc(0)];
  private numbers = new Uint32Array(1_024);
  private count = 0;

  /** @param block whatever is one block alone */
  constructor(known: KnownTexts, block: object) {
    this.known = known;
    this.block = block;
  }

  add(bytes: Buffer, from: number, to: number): void {
    if (this.count === this.numbers.length) {
      const larger = new Uint32Array(this.count * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.count++] = from === to ? 0 : this.numberOf(this.known.get(bytes, from, to));
  }

  write(into: BinaryWriter): void {
    into.uint64(KEYS_VERSION);
    // Without a row there is nothing behind it.
    if (this.count === 0) return;
    const width = this.keys.length <= 0x100 ? 0 : this.keys.length <= 0x1_0000 ? 1 : 2;
    into.uint64(WITH_KEYS + width);
    into.uint64(this.keys.length);
    for (const key of this.keys) {
      into.length(key.length);
      into.bytes(key);
    }
    into.uint64(this.count);
    for (let i = 0; i < this.count; i++) {
      const number = this.numbers[i]!;
      if (width === 0) into.uint8(number);
      else if (width === 1) into.uint16(number);
      else into.uint32(number);
    }
  }

  private numberOf(text: KnownText): number {
    if (text.block !== this.block) {
      text.block = this.block;
      text.number = this.keys.length;
      this.keys.push(text.bytes);
    }
    return text.number;
  }
}
