import ipaddr from 'ipaddr.js';
import { bitsOf, type ClientAddress } from './client-address.ts';

/** Disjoint ranges in ascending order: `starts[i] ≤ x ≤ ends[i]`. */
interface Ranges {
  starts: readonly bigint[];
  ends: readonly bigint[];
}

/**
 * Addresses and CIDR ranges of one list, as merged, sorted intervals per family: a look-up is a binary search, so that
 * ten thousand entries cost what ten do.
 */
export class AddressList {
  private readonly v4: Ranges;
  private readonly v6: Ranges;
  readonly isEmpty: boolean;

  /** @param entries validated already; an entry that cannot be read throws. */
  constructor(entries: readonly string[]) {
    const v4: [bigint, bigint][] = [];
    const v6: [bigint, bigint][] = [];
    for (const entry of entries) {
      const { family, start, end } = rangeOf(entry);
      (family === 4 ? v4 : v6).push([start, end]);
    }
    this.v4 = merge(v4);
    this.v6 = merge(v6);
    this.isEmpty = entries.length === 0;
  }

  has(address: ClientAddress): boolean {
    if (this.isEmpty) return false;
    const ranges = address.family === 4 ? this.v4 : this.v6;
    let low = 0;
    let high = ranges.starts.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (address.bits < ranges.starts[middle]!) high = middle - 1;
      else if (address.bits > ranges.ends[middle]!) low = middle + 1;
      else return true;
    }
    return false;
  }
}

function rangeOf(entry: string): { family: 4 | 6; start: bigint; end: bigint } {
  const [parsed, prefix] = entry.includes('/') ? ipaddr.parseCIDR(entry) : [ipaddr.parse(entry), null];
  const mapped = parsed.kind() === 'ipv6' && (parsed as ipaddr.IPv6).isIPv4MappedAddress();
  const address = mapped ? (parsed as ipaddr.IPv6).toIPv4Address() : parsed;
  const family = address.kind() === 'ipv4' ? 4 : 6;
  const width = family === 4 ? 32 : 128;
  const length = prefix === null ? width : Math.max(0, mapped ? prefix - 96 : prefix);
  const bits = bitsOf(address.toByteArray());
  const free = BigInt(width - length);
  const start = (bits >> free) << free;
  return { family, start, end: start + (1n << free) - 1n };
}

function merge(ranges: [bigint, bigint][]): Ranges {
  ranges.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
  const starts: bigint[] = [];
  const ends: bigint[] = [];
  for (const [start, end] of ranges) {
    const last = ends.length - 1;
    if (last >= 0 && start <= ends[last]! + 1n) {
      if (end > ends[last]!) ends[last] = end;
    } else {
      starts.push(start);
      ends.push(end);
    }
  }
  return { starts, ends };
}
