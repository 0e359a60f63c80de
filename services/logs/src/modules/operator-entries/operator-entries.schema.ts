import { z } from 'zod';
import { logEntrySchema } from '../dashboard/dashboard.schema.ts';

/** Made by edges, with the time of the request. */
export const requestIdSchema = z.uuidv7();

export const operatorLogEntrySchema = z
  .object({
    entry: logEntrySchema,
    domain_id: z.string(),
    /** The account that owns the domain. */
    owner_id: z.string(),
  })
  .meta({ id: 'OperatorLogEntry' });
export type OperatorLogEntry = z.infer<typeof operatorLogEntrySchema>;
