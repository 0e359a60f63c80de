import ipaddr from 'ipaddr.js';
import { commonRanges, type RangeSet, rangesOf, withoutRanges } from './range-set.ts';

/** IPv4 first, IPv6 behind it, as numbers of one line. */
const V6_OFFSET = 1n << 32n;
const LINE_END = V6_OFFSET + (1n << 128n);

export type AddressSet = RangeSet;

export const ALL_ADDRESSES: AddressSet = [[0n, LINE_END]];

/** As the edge takes a list: IPv4 that is written as IPv6 is IPv4. */
export const addressSet = (entries: readonly string[]): AddressSet => rangesOf(entries.map(rangeOf));

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

export const withoutAddresses = (set: AddressSet): AddressSet => withoutRanges(set, LINE_END);

/** Of a range for documentation, where nothing says otherwise. */
const USUAL = addressSet(['203.0.113.0/24']);

/** One of them, as people write it; of a network not the address that is its name, if there is another. */
export function someAddress(set: AddressSet): string {
  const usual = commonRanges(set, USUAL);
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
