/** Maximum comparisons per look-up, even with values chosen to collide. */
const WAYS = 4;
const START = 0x811c9dc5;
const FACTOR = 0x9e3779b1;

/**
 * A cache of values derived from repeated bytes, keyed by the bytes themselves: decoding and hashing a user agent costs
 * more than recognising the one of a moment ago. It has a fixed size, and anything else is derived each time: values
 * that strangers invent make it useless, but neither large nor slow.
 */
export class ValueCache<Value> {
  private readonly made: (Value | undefined)[];
  private readonly hashes: Int32Array;
  private readonly lengths: Int32Array;
  private readonly kept: Uint8Array;
  private readonly keptWords: DataView;
  /** Where the last value was: a protocol or a method mostly repeats, which is cheaper to see than to hash. */
  private last = 0;
  private readonly mask: number;
  private source: Uint8Array = new Uint8Array(0);
  private words = new DataView(this.source.buffer);
  private turn = 0;
  private readonly maxBytes: number;
  private readonly make: (bytes: Buffer, from: number, to: number) => Value;

  /** @param size number of values, a power of two. @param maxBytes of a key; longer ones are never cached */
  constructor(size: number, maxBytes: number, make: (bytes: Buffer, from: number, to: number) => Value) {
    this.made = new Array<Value | undefined>(size + WAYS).fill(undefined);
    this.hashes = new Int32Array(size + WAYS);
    this.lengths = new Int32Array(size + WAYS).fill(-1);
    this.kept = new Uint8Array((size + WAYS) * maxBytes);
    this.keptWords = new DataView(this.kept.buffer);
    this.mask = size - 1;
    this.maxBytes = maxBytes;
    this.make = make;
  }

  get(bytes: Buffer, from: number, to: number): Value {
    const length = to - from;
    if (length > this.maxBytes) return this.make(bytes, from, to);
    if (bytes !== this.source) this.look(bytes);
    const { last } = this;
    if (this.lengths[last] === length && this.isKept(last, bytes, from, to)) return this.made[last] as Value;
    const hash = this.hash(bytes, from, to);
    const first = (hash ^ (hash >>> 15)) & this.mask;
    for (let slot = first; slot < first + WAYS; slot++)
      if (this.hashes[slot] === hash && this.lengths[slot] === length && this.isKept(slot, bytes, from, to)) {
        this.last = slot;
        return this.made[slot] as Value;
      }
    this.last = first + (this.turn++ % WAYS);
    return this.keep(this.last, hash, bytes, from, to);
  }

  private keep(slot: number, hash: number, bytes: Buffer, from: number, to: number): Value {
    const value = this.make(bytes, from, to);
    this.made[slot] = value;
    this.hashes[slot] = hash;
    this.lengths[slot] = to - from;
    this.kept.set(bytes.subarray(from, to), slot * this.maxBytes);
    return value;
  }

  private look(bytes: Buffer): void {
    this.source = bytes;
    this.words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  private hash(bytes: Uint8Array, from: number, to: number): number {
    let hash = START ^ (to - from);
    let at = from;
    for (; at <= to - 4; at += 4) {
      hash = Math.imul(hash ^ this.words.getInt32(at, true), FACTOR);
      hash ^= hash >>> 13;
    }
    for (; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, FACTOR);
    return hash ^ (hash >>> 16);
  }

  private isKept(slot: number, bytes: Uint8Array, from: number, to: number): boolean {
    let at = slot * this.maxBytes;
    let i = from;
    for (; i <= to - 4; i += 4, at += 4)
      if (this.words.getInt32(i, true) !== this.keptWords.getInt32(at, true)) return false;
    for (; i < to; i++, at++) if (bytes[i] !== this.kept[at]) return false;
    return true;
  }
}
