/** A range of addresses of one kind, both ends included. */
export interface AddressRange {
  bits: 32 | 128;
  from: bigint;
  to: bigint;
}

function parseV4(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4) return null;
  let value = 0n;
  for (const part of parts) {
    if (!/^(?:0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return null;
    value = (value << 8n) | BigInt(part);
  }
  return value;
}

function parseV6(text: string): bigint | null {
  // The last 32 bits may be written as an IPv4 address.
  const [, head = text, tail] = /^(.*:)(\d+(?:\.\d+){3})$/.exec(text) ?? [];
  const four = tail === undefined ? null : parseV4(tail);
  if (tail !== undefined && four === null) return null;
  const full = four === null ? head : `${head}${(four >> 16n).toString(16)}:${(four & 0xffffn).toString(16)}`;
  const halves = full.split('::');
  if (halves.length > 2) return null;
  const [left = [], right] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - left.length - (right?.length ?? 0);
  if (right === undefined ? missing !== 0 : missing < 1) return null;
  const groups = right === undefined ? left : [...left, ...Array<string>(missing).fill('0'), ...right];
  let value = 0n;
  for (const group of groups) {
    if (!/^[0-9a-f]{1,4}$/i.test(group)) return null;
    value = (value << 16n) | BigInt(`0x${group}`);
  }
  return value;
}

/** An IPv4 or IPv6 address, or a range of them in CIDR notation; null for anything else. */
export function addressOrRange(text: string): AddressRange | null {
  const [address = '', prefix, ...rest] = text.split('/');
  if (rest.length > 0) return null;
  const bits = address.includes(':') ? 128 : 32;
  const value = bits === 128 ? parseV6(address) : parseV4(address);
  if (value === null || (prefix !== undefined && (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits)))
    return null;
  const free = BigInt(bits - Number(prefix ?? bits));
  const from = (value >> free) << free;
  return { bits, from, to: from + (1n << free) - 1n };
}

export const isWithin = (range: AddressRange, address: AddressRange): boolean =>
  range.bits === address.bits && range.from <= address.from && address.to <= range.to;
