import { clientKey } from '@palisade/edge-state';
import { z } from 'zod';

const MINUTE = 60;
const THIRTY_DAYS = 30 * 24 * 60 * MINUTE;
const ADDRESS_INVALID = 'Please enter a valid IPv4 or IPv6 address';

/** An address in the form of bans: IPv4, or an IPv6 /64. */
const bannedAddressSchema = z
  .string()
  .max(64, ADDRESS_INVALID)
  .refine((text) => clientKey(text) !== null, ADDRESS_INVALID)
  .overwrite((text) => clientKey(text) ?? text);

export const banSchema = z
  .object({
    /** An IPv4 address, or the /64 network that an IPv6 client can roam in; of a rate limit rule `limit/<rule>/<key>`, of a client that a custom rule has put on a list `list/<list>/<address>`, of a program that has touched something hidden `trap/<digest>/<address>`. */
    address: z.string(),
    until: z.iso.datetime(),
    /** `rate_limit`, `path_rate_limit`, `limit:<id>`, `deception:link`, `deception:field` and further codes of the edge; `manual` for one made here. */
    reason: z.string(),
    /** The owner's note; empty for bans made by the edge. */
    note: z.string(),
    /** Null for older bans without a date. */
    created_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Ban' });
export type BanView = z.infer<typeof banSchema>;

export const banListSchema = z
  .object({
    bans: z.array(banSchema),
    total: z.int(),
    listings: z
      .int()
      .describe('How many clients custom rules have put on a list for a time, whichever kind was asked for.'),
  })
  .meta({ id: 'BanList' });
export type BanListView = z.infer<typeof banListSchema>;

export const banPageSchema = z.object({
  kind: z
    .enum(['bans', 'listings'])
    .default('bans')
    .describe('`listings`: clients that custom rules have put on a list for a time; they are not banned.'),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type BanPage = z.infer<typeof banPageSchema>;

export const banCreateSchema = z
  .object({
    address: bannedAddressSchema,
    /** Seconds from now. */
    duration_seconds: z
      .int()
      .min(MINUTE)
      .max(THIRTY_DAYS)
      .default(60 * MINUTE),
    note: z.string().trim().max(200).default(''),
  })
  .meta({ id: 'BanCreate' });
export type BanCreate = z.infer<typeof banCreateSchema>;

/**
 * A key blocked by a rate limit rule, as the edge names it: the rule's digest and the key, hashed where it may be
 * secret.
 */
const blockedKeySchema = z
  .string()
  .max(64)
  .regex(/^limit\/[\w-]{12}\/[\w.:/-]{1,45}$/);

/** A client that a custom rule added to a list, as the edge names it. */
const listedClientSchema = z
  .string()
  .max(100)
  .regex(/^list\/[0-9a-f-]{36}\/[\w.:/-]{1,45}$/);

/** A program that touched a honeypot, as the edge names it: a digest of its fingerprint, and its address. */
const trappedClientSchema = z
  .string()
  .max(100)
  .regex(/^trap\/[\w-]{12}\/[\w.:/-]{1,45}$/);

export const banLiftSchema = z.object({
  address: z.union([blockedKeySchema, listedClientSchema, trappedClientSchema, bannedAddressSchema]),
});
