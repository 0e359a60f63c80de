import ipaddr from 'ipaddr.js';

/** IPv4 first, IPv6 behind it, as numbers of one line. */
const V6_OFFSET = 1n << 32n;
const LINE_END = V6_OFFSET + (1n << 128n);

/** Disjoint ranges in ascending order, each from its first address to the one behind its last. */
export type AddressSet = readonly (readonly [from: bigint, to: bigint])[];

export const ALL_ADDRESSES: AddressSet = [[0n, LINE_END]];

/** As the edge takes a list: IPv4 that is written as IPv6 is IPv4. */
export function addressSet(entries: readonly string[]): AddressSet {
  const ranges = entries.map(rangeOf).sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
  const merged: [bigint, bigint][] = [];
  for (const [from, to] of ranges) {
    const last = merged.at(-1);
    if (last === undefined || from > last[1]) merged.push([from, to]);
    else if (to > last[1]) last[1] = to;
  }
  return merged;
}

function rangeOf(entry: string): [bigint, bigint] {
  const [parsed, prefix] = entry.includes('/') ? ipaddr.parseCIDR(entry) : [ipaddr.parse(entry), null];
  const mapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress();
  const address = mapped ? parsed.toIPv4Address() : parsed;
  const [width, offset] = address.kind() === 'ipv4' ? [32, 0n] : [128, V6_OFFSET];
  const length = prefix === null ? width : Math.max(0, mapped ? prefix - 96 : prefix);
  const free = BigInt(width - length);
  const bits = address.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const from = offset + ((bits >> free) << free);
  return [from, from + (1n << free)];
}

export function withoutAddresses(set: AddressSet): AddressSet {
  const outside: [bigint, bigint][] = [];
  let from = 0n;
  for (const [start, end] of set) {
    if (start > from) outside.push([from, start]);
    from = end;
  }
  if (from < LINE_END) outside.push([from, LINE_END]);
  return outside;
}

export function commonAddresses(a: AddressSet, b: AddressSet): AddressSet {
  const common: [bigint, bigint][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [start, end] = a[i]!;
    const [otherStart, otherEnd] = b[j]!;
    const endsFirst = end < otherEnd;
    // `Math.max` and `Math.min` take no big integers.
    const from = [start, otherStart][Number(otherStart > start)]!;
    const to = endsFirst ? end : otherEnd;
    if (from < to) common.push([from, to]);
    if (endsFirst) i++;
    else j++;
  }
  return common;
}

/** Of a range for documentation, where nothing says otherwise. */
const USUAL = addressSet(['203.0.113.0/24']);

/** One of them, as people write it; of a network not the address that is its name, if there is another. */
export function someAddress(set: AddressSet): string {
  const usual = commonAddresses(set, USUAL);
  const [from, to] = (usual.length > 0 ? usual : set)[0]!;
  const bits = to - from > 1n ? from + 1n : from;
  const isV4 = bits < V6_OFFSET;
  const width = isV4 ? 4 : 16;
  const value = isV4 ? bits : bits - V6_OFFSET;
  const bytes = Array.from({ length: width }, (_, at) =>
    Number((value >> BigInt(8 * (width - 1 - at))) & 255n),
  );
  return ipaddr.fromByteArray(bytes).toString();
}
