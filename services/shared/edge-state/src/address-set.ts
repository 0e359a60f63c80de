import ipaddr from 'ipaddr.js';
import { EdgeStateError } from './errors.ts';

/** Says what the bytes are, and in which order theirs stand: "PAS1" in a little-endian word. */
const MAGIC = 0x31534150;
const HEADER_WORDS = 4;
const WORD = 4;
const V6_WORDS = 4;

/** Number of IPv4 and IPv6 networks in `networks`. */
const bytesOf = (v4: number, v6: number): number =>
  HEADER_WORDS * WORD + v4 * (WORD + 1) + v6 * (V6_WORDS * WORD + 1);

/** Input of a set: sorted by first address, without overlaps. */
export interface SortedNetworks {
  /** First addresses. */
  v4: Uint32Array;
  v4Lengths: Uint8Array;
  /** First addresses, four words each, the highest first. */
  v6: Uint32Array;
  v6Lengths: Uint8Array;
}

/** The 128 bits that are asked for; a look-up is over before the next begins. */
const asked = new Uint32Array(V6_WORDS);

/**
 * Up to a million networks as one buffer, which is what is published, stored and looked into; nothing is made of it first.
 *
 *   magic │ number of IPv4 │ number of IPv6 │ 0 │ IPv4 starts… │ IPv6 starts… │ IPv4 lengths… │ IPv6 lengths…
 *
 * 5 bytes for an IPv4 network, 17 for an IPv6 one. Networks are disjoint, so that only the last one that begins at or before an
 * address can hold it: one binary search, and the entry that matched is known.
 */
export class AddressSet {
  readonly kind = 'addresses';
  private readonly v4: Uint32Array;
  private readonly v6: Uint32Array;
  private readonly v4Lengths: Uint8Array;
  private readonly v6Lengths: Uint8Array;
  readonly bytes: Uint8Array;

  /** @param bytes as `AddressSet.encode` makes them. Errors: `list_set_malformed`. */
  constructor(bytes: Uint8Array) {
    // Words can only be read where they are aligned.
    this.bytes = bytes.byteOffset % WORD === 0 ? bytes : new Uint8Array(bytes);
    const { buffer, byteOffset, byteLength } = this.bytes;
    const { v4, v6 } = AddressSet.counts(this.bytes);
    if (byteLength !== bytesOf(v4, v6)) throw malformed();
    let at = byteOffset + HEADER_WORDS * WORD;
    this.v4 = new Uint32Array(buffer, at, v4);
    at += this.v4.byteLength;
    this.v6 = new Uint32Array(buffer, at, v6 * V6_WORDS);
    at += this.v6.byteLength;
    this.v4Lengths = new Uint8Array(buffer, at, v4);
    at += v4;
    this.v6Lengths = new Uint8Array(buffer, at, v6);
  }

  /** Offset where its sections begin. */
  static readonly HEAD_BYTES = HEADER_WORDS * WORD;

  static head(v4: number, v6: number): Uint8Array {
    return new Uint8Array(new Uint32Array([MAGIC, v4, v6, 0]).buffer);
  }

  /** How many networks of each kind a set says that it has. @param bytes its head, or more of it. Errors: `list_set_malformed`. */
  static counts(bytes: Uint8Array): { v4: number; v6: number } {
    if (bytes.byteLength < AddressSet.HEAD_BYTES) throw malformed();
    const aligned =
      bytes.byteOffset % WORD === 0 ? bytes : new Uint8Array(bytes.subarray(0, AddressSet.HEAD_BYTES));
    const [magic, v4 = 0, v6 = 0] = new Uint32Array(aligned.buffer, aligned.byteOffset, HEADER_WORDS);
    if (magic !== MAGIC) throw malformed();
    return { v4, v6 };
  }

  static encode({ v4, v4Lengths, v6, v6Lengths }: SortedNetworks): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(bytesOf(v4Lengths.length, v6Lengths.length));
    const words = new Uint32Array(bytes.buffer, 0, HEADER_WORDS + v4.length + v6.length);
    words.set([MAGIC, v4Lengths.length, v6Lengths.length, 0]);
    words.set(v4, HEADER_WORDS);
    words.set(v6, HEADER_WORDS + v4.length);
    bytes.set(v4Lengths, words.byteLength);
    bytes.set(v6Lengths, words.byteLength + v4Lengths.length);
    return bytes;
  }

  get memoryBytes(): number {
    return this.bytes.byteLength;
  }

  /** How many networks there are. */
  get size(): number {
    return this.v4Lengths.length + this.v6Lengths.length;
  }

  /** Whether half of all IPv4 addresses, or of those IPv6 ones that are given out (2000::/3), would fit into its networks. */
  get holdsMost(): boolean {
    const widths = (lengths: Uint8Array) => lengths.reduce((sum, length) => sum + 2 ** -length, 0);
    return widths(this.v4Lengths) >= 1 / 2 || widths(this.v6Lengths) >= 1 / 16;
  }

  /** The place of the network that holds an address; -1: none does. @param bits the 32 or 128 bits of the address */
  find(family: 4 | 6, bits: bigint): number {
    return family === 4 ? this.findV4(Number(bits)) : this.findV6(bits);
  }

  /** The same of an address as people write it; IPv4 in the notation of IPv6 is IPv4. */
  findAddress(address: string): number {
    const bytes = ipaddr.process(address).toByteArray();
    const bits = bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
    return this.find(bytes.length === 4 ? 4 : 6, bits);
  }

  /** A network as people write it, without a length where it is one address. */
  entry(place: number): string {
    const isV4 = place < this.v4Lengths.length;
    const of = isV4 ? place : place - this.v4Lengths.length;
    const length = isV4 ? this.v4Lengths[of]! : this.v6Lengths[of]!;
    const words = isV4 ? [this.v4[of]!] : this.v6.subarray(of * V6_WORDS, (of + 1) * V6_WORDS);
    const bytes = [...words].flatMap((word) => [
      word >>> 24,
      (word >>> 16) & 255,
      (word >>> 8) & 255,
      word & 255,
    ]);
    const address = ipaddr.fromByteArray(bytes).toString();
    return length === bytes.length * 8 ? address : `${address}/${length}`;
  }

  private findV4(address: number): number {
    const { v4 } = this;
    let low = 0;
    let high = v4.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (v4[middle]! <= address) low = middle + 1;
      else high = middle;
    }
    const place = low - 1;
    return place >= 0 && sameStart(v4[place]!, address, this.v4Lengths[place]!) ? place : -1;
  }

  private findV6(bits: bigint): number {
    const { v6 } = this;
    for (let word = 0; word < V6_WORDS; word++)
      asked[word] = Number((bits >> BigInt(96 - 32 * word)) & 0xffff_ffffn);
    let low = 0;
    let high = this.v6Lengths.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (startsAfterAsked(v6, middle * V6_WORDS)) high = middle;
      else low = middle + 1;
    }
    const place = low - 1;
    if (place < 0) return -1;
    const length = this.v6Lengths[place]!;
    for (let word = 0; word < V6_WORDS; word++)
      if (!sameStart(v6[place * V6_WORDS + word]!, asked[word]!, length - 32 * word)) return -1;
    return this.v4Lengths.length + place;
  }
}

/** Whether the first `length` bits are the same; of a word all of them where it is 32 or more. */
function sameStart(one: number, other: number, length: number): boolean {
  if (length <= 0) return true;
  return (one ^ other) >>> Math.max(0, 32 - length) === 0;
}

function startsAfterAsked(v6: Uint32Array, at: number): boolean {
  for (let word = 0; word < V6_WORDS; word++) {
    const start = v6[at + word]!;
    if (start !== asked[word]!) return start > asked[word]!;
  }
  return false;
}

const malformed = () => new EdgeStateError('list_set_malformed', 'not a set of addresses');
