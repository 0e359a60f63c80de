import { BlockList, isIP } from 'node:net';
import { EMBEDDING_NETWORKS, INTERNAL_NETWORKS } from './internal-networks.ts';

/** What holds an IPv4 address of whatever network is not looked into: nobody's server has its name there. */
const NOT_PUBLIC = new BlockList();
for (const network of [...INTERNAL_NETWORKS, ...Object.values(EMBEDDING_NETWORKS)]) {
  const [address = '', prefix] = network.split('/');
  NOT_PUBLIC.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** Whether strangers can reach the address; false for what is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  return !NOT_PUBLIC.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
