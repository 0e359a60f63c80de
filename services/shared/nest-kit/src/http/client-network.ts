import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** What one visitor is likely to keep: an IPv4 address, or the /64 of an IPv6 address. */
export function clientNetwork(address: string): string {
  const plain = MAPPED_IPV4.exec(address)?.[1] ?? address;
  return isIPv6(plain) ? ipv6Prefix(plain, 4) : plain;
}

/** What one visitor may be able to choose addresses from: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function clientBlock(address: string): string {
  const plain = MAPPED_IPV4.exec(address)?.[1] ?? address;
  return isIPv6(plain) ? ipv6Prefix(plain, 3) : `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}

/** @param groups of sixteen bits each */
function ipv6Prefix(address: string, groups: number): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  const kept = [...front, ...zeros, ...back].slice(0, groups).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${kept.join(':')}::/${groups * 16}`;
}
