import { z } from 'zod';
import { EXPORT_FORMAT_NAMES } from '../log-download/export-formats.rules.ts';
import { exportQuerySchema } from '../log-download/export-query.schema.ts';
import { EXPORT_STATES } from './log-export-row.types.ts';

export const newExportQuerySchema = exportQuerySchema.extend({
  format: z.enum(EXPORT_FORMAT_NAMES).default('csv').describe('What is in the gzip file.'),
});
export type NewExportQuery = z.infer<typeof newExportQuerySchema>;

export const logExportSchema = z
  .object({
    id: z.uuid(),
    /** Empty: all sites. */
    domain_name: z.string(),
    format: z.enum(EXPORT_FORMAT_NAMES),
    is_filtered: z.boolean(),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    state: z.enum(EXPORT_STATES),
    /** Percentage of the time range that is included, newest first. */
    percent: z.number(),
    rows: z.int(),
    /** Compressed. */
    bytes: z.int(),
    /** Whether it is complete; if not, it has the newest entries, as many as the plan includes. */
    is_whole: z.boolean(),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    /** When it is deleted. */
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'LogExport' });
export type LogExportView = z.infer<typeof logExportSchema>;

export const logExportListSchema = z
  .object({
    exports: z.array(logExportSchema),
    /** Maximum exports at a time. */
    max_exports: z.int(),
    /** Maximum entries of one export, by the plan. */
    max_rows: z.int(),
  })
  .meta({ id: 'LogExportList' });
