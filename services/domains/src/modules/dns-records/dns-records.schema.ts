import { z } from 'zod';

export const dnsStateSchema = z
  .object({
    cname_target: z.string(),
    /** The zone's name servers, which reveal the DNS provider. Empty: unknown. */
    name_servers: z.array(z.string()),
    records: z.array(
      z
        .object({
          purpose: z.enum(['ownership', 'traffic']),
          type: z.enum(['CNAME', 'TXT']),
          name: z.string(),
          value: z.string(),
          state: z.enum(['ok', 'missing', 'wrong', 'unreachable']),
          found: z.array(z.string()),
          message: z.string(),
          checked_at: z.iso.datetime(),
        })
        .meta({ id: 'DnsRecord' }),
    ),
  })
  .meta({ id: 'DnsState' });
