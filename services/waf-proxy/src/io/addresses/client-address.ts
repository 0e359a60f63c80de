import { clientKeyOf } from '@palisade/edge-state';
import ipaddr from 'ipaddr.js';

/** A client's address, read once per connection and compared as numbers from then on. */
export interface ClientAddress {
  /** Canonical text; IPv4-mapped IPv6 is written as IPv4. */
  text: string;
  family: 4 | 6;
  /** The 32 or 128 bits. */
  bits: bigint;
  /** What limits and bans count by: the IPv4 address, or the /64 that an IPv6 client can roam in. */
  key: string;
  /** The site whose own proxies report this address; absent: the operator's do, or it is the peer's. */
  vouchedBy?: string;
}

export const UNKNOWN_ADDRESS: ClientAddress = { text: '0.0.0.0', family: 4, bits: 0n, key: '0.0.0.0' };

/** Null if the text is no address. A zone (`%eth0`) is dropped. */
export function parseAddress(text: string): ClientAddress | null {
  const bare = text.includes('%') ? text.slice(0, text.indexOf('%')) : text;
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null;
  const address = ipaddr.process(bare);
  const bits = bitsOf(address.toByteArray());
  if (address.kind() === 'ipv4') {
    const canonical = clientKeyOf(address);
    return { text: canonical, family: 4, bits, key: canonical };
  }
  return { text: address.toString(), family: 6, bits, key: clientKeyOf(address) };
}

export function bitsOf(bytes: readonly number[]): bigint {
  return bytes.reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n);
}
