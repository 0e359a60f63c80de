import { z } from 'zod';
import { OWNERSHIP_EVENTS } from './ownership-history.repository.ts';

export const ownershipAnswerSchema = z
  .object({ answer: z.enum(['accept', 'refuse']) })
  .meta({ id: 'OwnershipAnswer' });
export type OwnershipAnswer = z.infer<typeof ownershipAnswerSchema>;

export const ownershipHistorySchema = z
  .array(
    z.object({
      event: z.enum(OWNERSHIP_EVENTS),
      details: z.record(z.string(), z.string()),
      at: z.iso.datetime(),
    }),
  )
  .meta({ id: 'OwnershipHistory' });
