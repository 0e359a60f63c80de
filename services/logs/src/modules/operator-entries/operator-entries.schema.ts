import { z } from 'zod';
import { logEntrySchema } from '../dashboard/dashboard.schema.ts';

/** The edge makes them: they say when the request was. */
export const requestIdSchema = z.uuidv7();

export const operatorLogEntrySchema = z
  .object({
    entry: logEntrySchema,
    domain_id: z.string(),
    /** The account that the domain belongs to. */
    owner_id: z.string(),
  })
  .meta({ id: 'OperatorLogEntry' });
export type OperatorLogEntry = z.infer<typeof operatorLogEntrySchema>;
