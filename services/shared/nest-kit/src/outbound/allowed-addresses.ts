import { BlockList, isIP } from 'node:net';
import { isPublicAddress } from '@palisade/edge-state';

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Whether it is a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}

/** Which addresses requests on owners' behalf may go to: public ones, and those of networks that the operator names. */
export class AllowedAddresses {
  private readonly named = new BlockList();

  /** @param networks in CIDR notation */
  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      this.named.addSubnet(address, Number(bits), familyOf(address));
    }
  }

  allows(address: string): boolean {
    return isPublicAddress(address) || this.isNamed(address);
  }

  /** Whether the operator has named its network. */
  isNamed(address: string): boolean {
    return isIP(address) !== 0 && !address.includes('%') && this.named.check(address, familyOf(address));
  }
}
