import ipaddr from 'ipaddr.js';
import type { ClientAddress } from '../../../io/addresses/client-address.ts';
import type { LogPrivacy } from '../../../request/site.ts';
import type { ClientPseudonyms } from './client-pseudonyms.ts';

const V6_NETWORK_BITS = 48;

/** What records say about a client: its address, its network, or its pseudonym of the day. */
export function keptAddress(
  client: ClientAddress,
  { addresses }: Pick<LogPrivacy, 'addresses'>,
  pseudonyms: ClientPseudonyms,
): string {
  switch (addresses) {
    case 'full':
      return client.text;
    case 'network':
      return keptNetwork(client);
    case 'pseudonym':
      return pseudonyms.of(client);
    default:
      return addresses satisfies never;
  }
}

/** "192.0.2.0/24", "2001:db8:1::/48", as searches write networks. */
export function keptNetwork({ text, family }: Pick<ClientAddress, 'text' | 'family'>): string {
  if (family === 4) return `${text.slice(0, text.lastIndexOf('.'))}.0/24`;
  const { parts } = ipaddr.IPv6.parse(text);
  return `${new ipaddr.IPv6(parts.map((part, index) => (index < 3 ? part : 0)))}/${V6_NETWORK_BITS}`;
}
