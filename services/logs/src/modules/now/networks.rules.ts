import { isIP } from 'node:net';
import { clientBlock } from '@palisade/nest-kit';

export interface AddressCount {
  address: string;
  asnName: string;
  requests: number;
}

export interface NetworkShare {
  /** In CIDR notation, as the block list takes it. */
  network: string;
  asnName: string | null;
  /** Of all that were counted, 0 to 1. */
  share: number;
}

/** The network that an attacker likely has more addresses of; null for what is no address. Some sites keep nothing else of one. */
const networkOf = (address: string): string | null => {
  if (address.includes('/')) return address;
  return isIP(address) === 0 ? null : clientBlock(address);
};

/** The busiest networks of what was counted by address. */
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
