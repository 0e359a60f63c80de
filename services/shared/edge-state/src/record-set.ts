import type { ListKind } from '@palisade/site-policy';
import { EdgeStateError } from './errors.ts';

/** Lists of which every entry takes as many bytes as the others. */
export type RecordKind = Extract<ListKind, 'asns' | 'countries' | 'fingerprints'>;

/** Says what the bytes are; AddressSet's begins with "PAS1". */
const MAGICS = { asns: 'PAN1', countries: 'PAC1', fingerprints: 'PAJ1' } as const satisfies Record<
  RecordKind,
  string
>;
/** Bytes of an entry: a number, a code and a JA4 as they are written. */
const WIDTHS = { asns: 4, countries: 2, fingerprints: 36 } as const satisfies Record<RecordKind, number>;

const HEAD_BYTES = 16;
const NONE = -1;
/** Minimum entries of a list that covers most of the world: half of its countries; a quarter of the announced networks (ASNs). */
const MIN_MOST = { asns: 20_000, countries: 125, fingerprints: Infinity } as const satisfies Record<
  RecordKind,
  number
>;

/**
 * Entries of one length, sorted: what is published, stored and looked into; nothing is made of it first.
 *
 *   magic │ number │ 0 │ 0 │ entries…
 *
 * Numbers stand with their highest byte first, so that bytes are in the order of the entries.
 */
export class RecordSet {
  readonly kind: RecordKind;
  readonly bytes: Uint8Array;
  readonly size: number;
  private readonly width: number;

  /** @param bytes as `RecordSet.encode` makes them. Errors: `list_set_malformed`. */
  constructor(bytes: Uint8Array) {
    const kind = RecordSet.kindOf(bytes);
    if (kind === null) throw malformed();
    this.kind = kind;
    this.bytes = bytes;
    this.width = WIDTHS[kind];
    this.size = RecordSet.count(bytes);
    if (bytes.byteLength !== HEAD_BYTES + this.size * this.width) throw malformed();
  }

  static kindOf(bytes: Uint8Array): RecordKind | null {
    if (bytes.byteLength < HEAD_BYTES) return null;
    const magic = Buffer.from(bytes.buffer, bytes.byteOffset, 4).toString('latin1');
    return RECORD_KINDS.find((kind) => MAGICS[kind] === magic) ?? null;
  }

  /** How many entries a set says that it has. @param bytes its head, or more of it */
  static count(bytes: Uint8Array): number {
    return Buffer.from(bytes.buffer, bytes.byteOffset, HEAD_BYTES).readUInt32LE(4);
  }

  static width(kind: RecordKind): number {
    return WIDTHS[kind];
  }

  static head(kind: RecordKind, count: number): Uint8Array {
    const head = Buffer.alloc(HEAD_BYTES);
    head.write(MAGICS[kind], 'latin1');
    head.writeUInt32LE(count, 4);
    return head;
  }

  /** @param entries as they are written; repeats are left out */
  static encode(kind: RecordKind, entries: Iterable<string>): Uint8Array {
    const width = WIDTHS[kind];
    const distinct = [...new Set(entries)];
    if (kind === 'asns') distinct.sort((one, other) => Number(one) - Number(other));
    else distinct.sort();
    const bytes = Buffer.alloc(HEAD_BYTES + distinct.length * width);
    bytes.set(RecordSet.head(kind, distinct.length));
    let at = HEAD_BYTES;
    for (const entry of distinct) {
      if (kind === 'asns') bytes.writeUInt32BE(Number(entry), at);
      else bytes.write(entry, at, width, 'latin1');
      at += width;
    }
    return bytes;
  }

  get memoryBytes(): number {
    return this.bytes.byteLength;
  }

  get holdsMost(): boolean {
    return this.size >= MIN_MOST[this.kind];
  }

  /** The place of an entry; -1: it is not there. @param entry as lists have it: a number, a code in capitals, a JA4 in small letters */
  find(entry: string): number {
    const wanted = this.bytesOf(entry);
    if (wanted === null) return NONE;
    const { bytes, width } = this;
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = compareAt(bytes, HEAD_BYTES + middle * width, wanted);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return NONE;
  }

  entry(place: number): string {
    const at = HEAD_BYTES + place * this.width;
    const record = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + at, this.width);
    return this.kind === 'asns' ? String(record.readUInt32BE()) : record.toString('latin1');
  }

  private bytesOf(entry: string): Buffer | null {
    if (this.kind === 'asns') {
      const number = Number(entry);
      if (!Number.isInteger(number) || number < 0 || number > MAX_ASN) return null;
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(number);
      return bytes;
    }
    return entry.length === this.width ? Buffer.from(entry, 'latin1') : null;
  }
}

export const RECORD_KINDS: readonly RecordKind[] = ['asns', 'countries', 'fingerprints'];
export const MAX_ASN = 0xffff_ffff;

function compareAt(bytes: Uint8Array, at: number, wanted: Uint8Array): number {
  for (let index = 0; index < wanted.length; index++) {
    const difference = bytes[at + index]! - wanted[index]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

const malformed = () => new EdgeStateError('list_set_malformed', 'not a set of entries of one length');
