// Columns of one block in ClickHouse's format `Native` (https://clickhouse.com/docs/interfaces/formats/Native): each
// column as a whole after its name and type. Repeated texts are written once in a dictionary and referenced by index,
// as `LowCardinality` stores them; the server also accepts that for columns of plain text.

import { isPlain, printableBytes, type RememberedText } from '../remembered-text.rules.ts';
import { BinaryWriter } from './binary-writer.ts';

export interface NativeColumn {
  readonly type: string;
  /** Size in bytes, rounded up slightly. */
  readonly size: number;
  write(into: BinaryWriter): void;
  /** Resets the column for another block. */
  clear(): void;
}

const WIDTHS = { UInt8: 1, Bool: 1, UInt16: 2, UInt32: 4, UInt64: 8, "DateTime64(3, 'UTC')": 8 } as const;
export type NumberType = keyof typeof WIDTHS;

const TWO_32 = 2 ** 32;
const FIRST_NUMBERS = 1_024;

export class NumberColumn implements NativeColumn {
  private values: DataView<ArrayBuffer>;
  private position = 0;
  private readonly width: number;
  private readonly most: number;
  readonly type: NumberType;

  constructor(type: NumberType) {
    this.type = type;
    this.width = WIDTHS[type];
    this.most = Math.min(2 ** (8 * this.width) - 1, Number.MAX_SAFE_INTEGER);
    this.values = new DataView(new ArrayBuffer(FIRST_NUMBERS * this.width));
  }

  get size(): number {
    return this.position;
  }

  /** Values beyond the column's range are clamped. */
  add(value: number): void {
    const { position, width } = this;
    if (position === this.values.byteLength) this.grow();
    const held = Math.min(value, this.most);
    switch (width) {
      case 1:
        this.values.setUint8(position, held);
        break;
      case 2:
        this.values.setUint16(position, held, true);
        break;
      case 4:
        this.values.setUint32(position, held, true);
        break;
      default:
        // The lower half is the value modulo 2^32.
        this.values.setUint32(position, held, true);
        this.values.setUint32(position + 4, held / TWO_32, true);
    }
    this.position = position + width;
  }

  write(into: BinaryWriter): void {
    into.bytes(new Uint8Array(this.values.buffer, 0, this.position));
  }

  clear(): void {
    this.position = 0;
  }

  private grow(): void {
    const larger = new Uint8Array(this.values.byteLength * 2);
    larger.set(new Uint8Array(this.values.buffer));
    this.values = new DataView(larger.buffer);
  }
}

/** Texts that are mostly distinct. */
export class TextColumn implements NativeColumn {
  readonly type = 'String';
  private readonly values = new BinaryWriter();

  get size(): number {
    return this.values.size;
  }

  add(text: string): void {
    this.values.text(text);
  }

  addPrintable(bytes: Buffer, from: number, to: number): void {
    if (isPlain(bytes, from, to)) this.values.textOf(bytes, from, to);
    else {
      const printable = printableBytes(bytes, from, to);
      this.values.textOf(printable, 0, printable.length);
    }
  }

  write(into: BinaryWriter): void {
    into.bytes(this.values.written);
  }

  clear(): void {
    this.values.clear();
  }
}

/** Version and flags of the format: the dictionary is sent with the block, with indexes of one, two or four bytes. */
const KEYS_VERSION = 1;
const WITH_KEYS = 0x600;
/** Four header numbers. */
const HEAD_BYTES = 32;

/** Each block of each column gets a number of its own. */
let blocks = 0;

export class DictionaryColumn implements NativeColumn {
  readonly type = 'LowCardinality(String)';
  private block = ++blocks;
  private readonly keys = new BinaryWriter();
  /** The first entry is the empty text. */
  private keyCount = 1;
  private numbers = new Uint32Array(FIRST_NUMBERS);
  private count = 0;

  constructor() {
    this.keys.length(0);
  }

  get size(): number {
    return this.keys.size + this.count * this.numbers.BYTES_PER_ELEMENT + HEAD_BYTES;
  }

  add(text: RememberedText): void {
    if (this.count === this.numbers.length) {
      const larger = new Uint32Array(this.count * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    if (text.block !== this.block) this.addKey(text);
    this.numbers[this.count++] = text.number;
  }

  write(into: BinaryWriter): void {
    into.uint64(KEYS_VERSION);
    // Without rows nothing follows.
    if (this.count === 0) return;
    const width = this.keyCount <= 0x100 ? 0 : this.keyCount <= 0x1_0000 ? 1 : 2;
    into.uint64(WITH_KEYS + width);
    into.uint64(this.keyCount);
    into.bytes(this.keys.written);
    into.uint64(this.count);
    const numbers = this.numbers.subarray(0, this.count);
    if (width === 0) into.bytes(new Uint8Array(numbers));
    else if (width === 1) into.uint16s(numbers);
    else for (const number of numbers) into.uint32(number);
  }

  clear(): void {
    this.block = ++blocks;
    this.keys.clear();
    this.keys.length(0);
    this.keyCount = 1;
    this.count = 0;
  }

  private addKey(text: RememberedText): void {
    text.block = this.block;
    if (text.bytes.length === 0) {
      text.number = 0;
      return;
    }
    text.number = this.keyCount++;
    this.keys.textOf(text.bytes, 0, text.bytes.length);
  }
}
