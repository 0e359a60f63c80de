import ipaddr from 'ipaddr.js';

/** The network of one visitor: an IPv4 address, or the /64 of an IPv6 address. */
export function clientNetwork(address: string): string {
  const plain = withoutMapping(address);
  return ipaddr.IPv6.isValid(plain) ? ipv6Prefix(plain, 4) : plain;
}

/**
 * The network that one visitor may be able to choose addresses from: the /24 of an IPv4 address, the /48 of an IPv6
 * address.
 */
export function clientBlock(address: string): string {
  const plain = withoutMapping(address);
  return ipaddr.IPv6.isValid(plain) ? ipv6Prefix(plain, 3) : `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}

/** ::ffff:192.0.2.1 is 192.0.2.1. */
const withoutMapping = (address: string): string =>
  ipaddr.IPv6.isValid(address) ? ipaddr.process(address).toString() : address;

/** @param groups of sixteen bits each */
function ipv6Prefix(address: string, groups: number): string {
  const kept = ipaddr.IPv6.parse(address).parts.slice(0, groups);
  return `${kept.map((group) => group.toString(16)).join(':')}::/${groups * 16}`;
}
