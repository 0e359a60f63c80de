import type { ClientAddress } from '../addresses/client-address.ts';
import type { Shares } from './pools.ts';

/** Holder of a part of a pool. Null: nobody in particular. */
export interface Holder {
  client: Pick<ClientAddress, 'key' | 'family' | 'bits' | 'vouchedBy'> | null;
  site: { siteId: string; ownerId: string } | null;
}

const V4_NETWORK_SHIFT = 8n;
const V6_NETWORK_SHIFT = 80n;

/** The IPv4 /24 or IPv6 /48 of an address. */
export function networkOf({ family, bits }: NonNullable<Holder['client']>): string {
  return family === 4 ? `4:${bits >> V4_NETWORK_SHIFT}` : `6:${bits >> V6_NETWORK_SHIFT}`;
}

/** A client where sites share a resource: an address that a site's own proxies report is one of that site's. */
export const shareKeyOf = ({ key, vouchedBy = '' }: Pick<ClientAddress, 'key' | 'vouchedBy'>): string =>
  vouchedBy === '' ? key : `${vouchedBy} ${key}`;

/**
 * The identities of one holder, by kind, each with its part of a pool. What a site's own proxies say counts for that
 * site: otherwise its owner could use up the share of anybody's address on all sites.
 */
export function sharesOf({ client, site }: Holder, shares: Shares): [key: string, share: number][] {
  const found: [string, number][] = [];
  if (client !== null) {
    const { vouchedBy = '' } = client;
    if (shares.client !== undefined) found.push([`client ${shareKeyOf(client)}`, shares.client]);
    if (shares.network !== undefined)
      found.push([`network ${vouchedBy === '' ? '' : `${vouchedBy} `}${networkOf(client)}`, shares.network]);
  }
  if (site !== null) {
    if (shares.site !== undefined) found.push([`site ${site.siteId}`, shares.site]);
    if (shares.owner !== undefined) found.push([`owner ${site.ownerId}`, shares.owner]);
  }
  return found;
}
