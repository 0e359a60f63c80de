import ipaddr from 'ipaddr.js';

/**
 * What limits and bans count a client by: its IPv4 address, or the /64 that an IPv6 client can roam in. IPv4-mapped
 * addresses are IPv4; a final `/64` and a zone are read over. Null if the text is no address.
 */
export function clientKey(text: string): string | null {
  const bare = text.trim().replace(/%.*$/s, '').replace(/\/64$/, '');
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null;
  return clientKeyOf(ipaddr.process(bare));
}

export function clientKeyOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address.kind() === 'ipv4') return address.toString();
  const prefix = ipaddr.fromByteArray([...address.toByteArray().slice(0, 8), 0, 0, 0, 0, 0, 0, 0, 0]);
  return `${prefix.toString()}/64`;
}
