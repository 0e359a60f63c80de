import type { SortedNetworks } from './address-set.ts';
import { EdgeStateError } from './errors.ts';

const V6_NUMBERS = 5;
const FIRST_ROOM = 1_024;

/** Gathers networks in any order, repeated and within each other, and sorts them into those that are needed. */
export class SortedNetworksBuilder {
  private readonly most: number;
  /** Start × 64 + length: numbers sort without a function that compares them. */
  private v4 = new Float64Array(FIRST_ROOM);
  private v4Count = 0;
  /** Four words of the start, and the length. */
  private v6 = new Uint32Array(FIRST_ROOM * V6_NUMBERS);
  private v6Count = 0;

  /** @param most networks that are taken. Errors of the others: `list_too_large`. */
  constructor(most: number) {
    this.most = most;
  }

  /** @param address whose bits behind the network's do not count */
  addV4(address: number, length: number): void {
    this.makeRoom();
    if (this.v4Count === this.v4.length) this.v4 = grown(this.v4, new Float64Array(this.v4.length * 2));
    const start = address - (address % 2 ** (32 - length));
    this.v4[this.v4Count++] = start * 64 + length;
  }

  addV6(words: readonly number[], length: number): void {
    this.makeRoom();
    const at = this.v6Count * V6_NUMBERS;
    if (at === this.v6.length) this.v6 = grown(this.v6, new Uint32Array(this.v6.length * 2));
    for (let word = 0; word < 4; word++) {
      const bits = Math.min(32, Math.max(0, length - 32 * word));
      // Shifts count to 31: none of the bits is a case of its own.
      this.v6[at + word] = bits === 0 ? 0 : words[word]! & (-1 << (32 - bits));
    }
    this.v6[at + 4] = length;
    this.v6Count++;
  }

  finish(): SortedNetworks {
    return { ...this.sortedV4(), ...this.sortedV6() };
  }

  private makeRoom(): void {
    if (this.v4Count + this.v6Count >= this.most)
      throw new EdgeStateError('list_too_large', `more than ${this.most} networks`);
  }

  private sortedV4(): Pick<SortedNetworks, 'v4' | 'v4Lengths'> {
    const keys = this.v4.subarray(0, this.v4Count).sort();
    const v4 = new Uint32Array(keys.length);
    const v4Lengths = new Uint8Array(keys.length);
    let count = 0;
    /** End of the last network that was taken. */
    let end = -1;
    for (const key of keys) {
      const start = Math.floor(key / 64);
      const length = key % 64;
      // The wider of two that begin together comes first, and holds the other.
      if (start <= end) continue;
      v4[count] = start;
      v4Lengths[count++] = length;
      end = start + 2 ** (32 - length) - 1;
    }
    return { v4: v4.slice(0, count), v4Lengths: v4Lengths.slice(0, count) };
  }

  private sortedV6(): Pick<SortedNetworks, 'v6' | 'v6Lengths'> {
    const { v6: all, v6Count } = this;
    const order = Uint32Array.from({ length: v6Count }, (_, index) => index * V6_NUMBERS);
    order.sort((one, other) => {
      for (let number = 0; number < V6_NUMBERS; number++) {
        const difference = all[one + number]! - all[other + number]!;
        if (difference !== 0) return difference;
      }
      return 0;
    });
    const v6 = new Uint32Array(v6Count * 4);
    const v6Lengths = new Uint8Array(v6Count);
    let count = 0;
    let taken = -1;
    for (const at of order) {
      if (taken >= 0 && holds(all, taken, at)) continue;
      v6.set(all.subarray(at, at + 4), count * 4);
      v6Lengths[count++] = all[at + 4]!;
      taken = at;
    }
    return { v6: v6.slice(0, count * 4), v6Lengths: v6Lengths.slice(0, count) };
  }
}

/** Whether the network at the one place holds the one at the other, which does not begin before it. */
function holds(all: Uint32Array, outer: number, inner: number): boolean {
  const length = all[outer + 4]!;
  for (let word = 0; word < 4; word++) {
    const bits = Math.min(32, length - 32 * word);
    if (bits <= 0) return true;
    if ((all[outer + word]! ^ all[inner + word]!) >>> (32 - bits) !== 0) return false;
  }
  return true;
}

function grown<Numbers extends Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  from: Numbers,
  to: Numbers,
): Numbers {
  to.set(from);
  return to;
}
