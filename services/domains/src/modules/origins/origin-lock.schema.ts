import { z } from 'zod';

export const originLockSchema = z
  .object({
    /** `locked`: the site's servers respond to the edge only; `unknown`: this installation cannot tell. */
    state: z.enum(['locked', 'open', 'unknown']),
    checked_at: z.iso.datetime(),
  })
  .meta({ id: 'OriginLock' });
export type OriginLock = z.infer<typeof originLockSchema>;
