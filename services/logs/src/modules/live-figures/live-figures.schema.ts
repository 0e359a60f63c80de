import { z } from 'zod';

export const liveFiguresSchema = z
  .object({
    /** What all sites together had; null: too little to be said without saying it of one of them, or the operator keeps it. */
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
