import type { ByteString } from '../../model/api.ts';
import { type AddressWords, parseAddress } from './addresses.ts';

interface Range {
  readonly first: Uint32Array;
  readonly last: Uint32Array;
}

/** One family's ranges, sorted and without overlap: word by word in two flat arrays. */
interface Ranges {
  readonly words: AddressWords;
  readonly count: number;
  readonly firsts: Uint32Array;
  readonly lasts: Uint32Array;
}

const PROBE = new Uint32Array(4);

/** A frozen set of addresses and networks of both families, looked up by binary search. */
export class AddressSet {
  private readonly ipv4: Ranges;
  private readonly ipv6: Ranges;

  /** @throws RangeError with the entry that is neither an address nor a network. */
  constructor(entries: readonly ByteString[]) {
    const ranges = entries.map(parseEntry);
    this.ipv4 = flatten(ranges, 1);
    this.ipv6 = flatten(ranges, 4);
  }

  /** False for what is no address. */
  has(address: ByteString): boolean {
    const words = parseAddress(address, PROBE);
    if (words === 0) return false;
    const ranges = words === 1 ? this.ipv4 : this.ipv6;
    let low = 0;
    let high = ranges.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(ranges.firsts, middle * words, PROBE, 0, words) <= 0) low = middle + 1;
      else high = middle;
    }
    return low > 0 && compare(PROBE, 0, ranges.lasts, (low - 1) * words, words) <= 0;
  }
}

function parseEntry(entry: ByteString): Range {
  const slash = entry.indexOf('/');
  const address = new Uint32Array(4);
  const words = parseAddress(slash < 0 ? entry : entry.slice(0, slash), address);
  const bits = words * 32;
  const prefix =
    slash < 0 ? bits : /^\d{1,3}$/.test(entry.slice(slash + 1)) ? Number(entry.slice(slash + 1)) : -1;
  if (words === 0 || prefix < 0 || prefix > bits) throw new RangeError(entry);
  const first = new Uint32Array(words);
  const last = new Uint32Array(words);
  for (let word = 0; word < words; word++) {
    const hostBits = Math.min(32, Math.max(0, (word + 1) * 32 - prefix));
    const host = 2 ** hostBits - 1;
    first[word] = (address[word]! & ~host) >>> 0;
    last[word] = (address[word]! | host) >>> 0;
  }
  return { first, last };
}

function flatten(all: readonly Range[], words: AddressWords): Ranges {
  const sorted = all
    .filter((range) => range.first.length === words)
    .sort((left, right) => compare(left.first, 0, right.first, 0, words));
  // Networks contain one another or do not touch, so what begins within its predecessor lies within it.
  const kept: Range[] = [];
  for (const range of sorted) {
    const before = kept.at(-1);
    if (before === undefined || compare(range.first, 0, before.last, 0, words) > 0) kept.push(range);
    else if (compare(range.last, 0, before.last, 0, words) > 0) kept[kept.length - 1] = range;
  }
  const firsts = new Uint32Array(kept.length * words);
  const lasts = new Uint32Array(kept.length * words);
  kept.forEach((range, index) => {
    firsts.set(range.first, index * words);
    lasts.set(range.last, index * words);
  });
  return { words, count: kept.length, firsts, lasts };
}

function compare(
  left: Uint32Array,
  leftAt: number,
  right: Uint32Array,
  rightAt: number,
  words: number,
): number {
  for (let word = 0; word < words; word++) {
    const difference = left[leftAt + word]! - right[rightAt + word]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
