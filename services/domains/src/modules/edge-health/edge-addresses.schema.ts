import { z } from 'zod';

const addresses = z.array(z.string());

export const edgeAddressesSchema = z
  .object({
    /** Addresses and networks (CIDR) from which the edge connects to origins. */
    ipv4: addresses,
    ipv6: addresses,
    /** False: a node has not reported its addresses, so that a firewall with this list could shut it out. */
    complete: z.boolean(),
  })
  .meta({ id: 'EdgeAddresses' });
export type EdgeAddresses = z.infer<typeof edgeAddressesSchema>;
