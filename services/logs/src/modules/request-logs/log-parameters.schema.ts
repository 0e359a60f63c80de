import { z } from 'zod';

/** Clients send an empty text or "null" for all. */
const allOr = <Text extends string>(schema: z.ZodType<Text>) =>
  z
    .union([z.enum(['', 'null', 'undefined', 'all']).transform(() => null), schema])
    .optional()
    .transform((value) => value ?? null);

/** Id or name of one of the user's domains; absent: all of them. */
export const domainParameter = allOr(z.string().max(253));
export const statusFilterParameter = allOr(z.enum(['blocked', 'allowed']));
