import { BlockList, isIP, isIPv6 } from 'node:net';

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Whether a connection comes from one of these addresses or networks (CIDR).
 * @throws for what is neither
 */
export function peersOf(places: readonly string[]): (address: string | undefined) => boolean {
  const peers = new BlockList();
  for (const place of places) {
    const [address = '', prefix] = place.split('/');
    if (prefix === undefined) peers.addAddress(address, familyOf(address));
    else peers.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => address !== undefined && peers.check(address, familyOf(address));
}

/** Proxies in front, whose forwarding header is believed. */
export interface TrustedProxies {
  /** Addresses and networks (CIDR). */
  places: readonly string[];
  /** Number of proxies in a row; 0: all that are listed. Clients within a listed network are then no proxies. */
  hops: number;
}

/**
 * As Fastify asks: whether the address is believed about the one before it, the connection's own being hop 0. Hops alone are not enough, since anybody
 * could be the first, and nor is a network alone that clients are in as well.
 */
export function believes({
  places,
  hops,
}: TrustedProxies): false | ((address: string, hop: number) => boolean) {
  if (places.length === 0) return false;
  const isNamed = peersOf(places);
  return (address, hop) => (hops === 0 || hop < hops) && isIP(address) !== 0 && isNamed(address);
}
