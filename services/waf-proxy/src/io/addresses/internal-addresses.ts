import { PortRanges } from '@palisade/edge-state';
import { AddressList } from './address-list.ts';
import { type ClientAddress, parseAddress } from './client-address.ts';

/**
 * Networks that no public origin lives in: a site's owner who names one wants to reach something of ours.
 * IANA special-purpose registries (RFC 6890 and its successors), cloud metadata included through link-local.
 */
const INTERNAL = new AddressList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/127',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]);

/** Prefixes whose last or middle 32 bits are an IPv4 address that the packet will reach. */
const NAT64 = new AddressList(['64:ff9b::/96']);
const NAT64_LOCAL = new AddressList(['64:ff9b:1::/48']);
const SIX_TO_FOUR = new AddressList(['2002::/16']);
const V4_COMPATIBLE = new AddressList(['::/96']);

/** What an operator says of origins at addresses that are not public. */
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
