const V4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/;

/** The network around an address that one customer of a provider usually has: a /24, of IPv6 a /64. Null for what is no address. */
export function networkOf(address: string): string | null {
  const v4 = V4.exec(address)?.[1];
  if (v4) return `${v4}.0/24`;
  if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(':')) return null;
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = !tail ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => group.toLowerCase());
  return groups.length < 4 ? null : `${groups.join(':').replace(/(?::0)+$/, '')}::/64`;
}
