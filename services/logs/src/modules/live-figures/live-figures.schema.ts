import { z } from 'zod';

export const liveFiguresSchema = z
  .object({
    /**
     * Sums over all sites; null where they would reveal a single site's figures, or the operator has switched them off.
     */
    figures: z
      .object({
        since: z.iso.datetime(),
        sites: z.int(),
        requests: z.int(),
        blocked: z.int(),
      })
      .nullable(),
  })
  .meta({ id: 'LiveFigures' });
export type LiveFigures = z.infer<typeof liveFiguresSchema>;
