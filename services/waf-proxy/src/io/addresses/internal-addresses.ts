import { EMBEDDING_NETWORKS, INTERNAL_NETWORKS, PortRanges } from '@palisade/edge-state';
import { AddressList } from './address-list.ts';
import { type ClientAddress, parseAddress } from './client-address.ts';

const INTERNAL = new AddressList(INTERNAL_NETWORKS);

/** Prefixes whose last or middle 32 bits are an IPv4 address that the packet will reach. */
const NAT64 = new AddressList([EMBEDDING_NETWORKS.nat64]);
const NAT64_LOCAL = new AddressList([EMBEDDING_NETWORKS.nat64Local]);
const SIX_TO_FOUR = new AddressList([EMBEDDING_NETWORKS.sixToFour]);
const V4_COMPATIBLE = new AddressList([EMBEDDING_NETWORKS.v4Compatible]);

/** The operator's rules for origins at addresses that are not public. */
export interface OriginAddressRules {
  /** Addresses, ranges and host names that may be origins all the same. */
  allow: readonly string[];
  /** Ports there that may not; see PortRanges. */
  refusedPorts: string;
}

/** Decides which addresses an origin may have. Asked for every connection, with the address that will be used. */
export class OriginAddressPolicy {
  private readonly allowedAddresses: AddressList;
  private readonly allowedHosts: ReadonlySet<string>;

  /** Ports of internal addresses that stay closed although the address is an exception: the operator's own servers. */
  private readonly refusedPorts: PortRanges;

  /** @param allow the operator's exceptions: addresses, ranges, host names. */
  constructor({ allow, refusedPorts }: OriginAddressRules) {
    this.refusedPorts = new PortRanges(refusedPorts);
    const isAddress = (entry: string) => parseAddress(entry.split('/')[0]!) !== null;
    this.allowedAddresses = new AddressList(allow.filter(isAddress));
    this.allowedHosts = new Set(
      allow.filter((entry) => !isAddress(entry)).map((entry) => entry.toLowerCase()),
    );
  }

  permits(host: string, addressText: string, port: number): boolean {
    const address = parseAddress(addressText);
    if (address === null) return false;
    if (!isInternal(address)) return true;
    if (this.refusedPorts.has(port)) return false;
    return this.allowedHosts.has(host) || this.allowedAddresses.has(address);
  }
}

export function isInternal(address: ClientAddress): boolean {
  if (INTERNAL.has(address)) return true;
  if (address.family === 4) return false;
  if (NAT64_LOCAL.has(address)) return true;
  if (NAT64.has(address) || V4_COMPATIBLE.has(address)) return isInternal(v4Of(address.bits & 0xffff_ffffn));
  if (SIX_TO_FOUR.has(address)) return isInternal(v4Of((address.bits >> 80n) & 0xffff_ffffn));
  return false;
}

function v4Of(bits: bigint): ClientAddress {
  const text = [24n, 16n, 8n, 0n].map((shift) => String((bits >> shift) & 0xffn)).join('.');
  return { text, family: 4, bits, key: text };
}
