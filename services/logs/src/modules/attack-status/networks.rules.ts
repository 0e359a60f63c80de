import { isIP } from 'node:net';
import { clientBlock } from '@palisade/nest-kit';

export interface AddressCount {
  address: string;
  asnName: string;
  requests: number;
}

export interface NetworkShare {
  /** In CIDR notation, as in the block list. */
  network: string;
  asnName: string | null;
  /** Share of all counted requests, 0 to 1. */
  share: number;
}

/**
 * The network in which an attacker likely has more addresses; null for a value that is no address. Some sites store
 * networks only.
 */
const networkOf = (address: string): string | null => {
  if (address.includes('/')) return address;
  return isIP(address) === 0 ? null : clientBlock(address);
};

/** The busiest networks, from counts by address. */
export function busiestNetworks(counts: readonly AddressCount[], most: number): NetworkShare[] {
  const networks = new Map<string, { asnName: string; requests: number }>();
  let all = 0;
  for (const { address, asnName, requests } of counts) {
    all += requests;
    const network = networkOf(address);
    if (network === null) continue;
    const known = networks.get(network);
    if (known) known.requests += requests;
    else networks.set(network, { asnName, requests });
  }
  return [...networks]
    .sort(([, a], [, b]) => b.requests - a.requests)
    .slice(0, most)
    .map(([network, { asnName, requests }]) => ({
      network,
      asnName: asnName === '' ? null : asnName,
      share: requests / all,
    }));
}
