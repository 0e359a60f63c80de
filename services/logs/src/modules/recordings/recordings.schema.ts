import { z } from 'zod';

export const recordingsQuerySchema = z.object({
  /** Id or name of one of the user's domains. */
  domain: z.string().min(1).max(253),
});

export const recordingsSchema = z
  .object({
    requests: z.int(),
    /** Number of these that were refused, challenged, or would have been refused but for log-only mode. */
    refused: z.int(),
    /** Encrypted size. */
    bytes: z.number(),
    oldest: z.string().nullable(),
    newest: z.string().nullable(),
    /** The newest recording, as it is stored. */
    example: z.object({ request_id: z.string(), text: z.string(), masked_values: z.int() }).nullable(),
  })
  .meta({ id: 'Recordings' });

export const deletedRecordingsSchema = z.object({ deleted: z.int() }).meta({ id: 'DeletedRecordings' });
