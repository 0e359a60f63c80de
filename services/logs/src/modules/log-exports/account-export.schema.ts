import { z } from 'zod';
import { EXPORT_STATES } from './log-export-row.types.ts';

const accountExportSchema = z
  .object({
    id: z.uuid(),
    state: z.enum(EXPORT_STATES),
    /** Size of the ZIP. */
    bytes: z.int(),
    /** False: there was more than an export can hold. */
    is_whole: z.boolean(),
    created_at: z.iso.datetime(),
    /** When it is deleted. */
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'AccountExport' });

export const accountExportAnswerSchema = z
  .object({ export: accountExportSchema.nullable() })
  .meta({ id: 'AccountExportAnswer' });
export type AccountExportAnswer = z.infer<typeof accountExportAnswerSchema>;
