import { BlockList, isIPv6 } from 'node:net';

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
