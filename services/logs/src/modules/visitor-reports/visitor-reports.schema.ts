import { z } from 'zod';
import { logEntrySchema } from '../dashboard/dashboard.schema.ts';
import { domainParameter } from '../request-logs/log-parameters.schema.ts';

export const REPORT_STATES = ['open', 'excepted', 'dismissed'] as const;
export const REPORTS_SHOWN = 100;
/** In characters. */
const MAX_CURSOR = 100;

export const reportsQuerySchema = z.object({
  state: z.enum(REPORT_STATES).optional().describe('Those in this state only.'),
  domain: domainParameter,
  after: z
    .string()
    .max(MAX_CURSOR)
    .pipe(z.templateLiteral([z.iso.datetime(), '_', z.uuid()]))
    .transform((text) => {
      const [reportedAt, id] = text.split('_');
      return { reportedAt: reportedAt!, id: id! };
    })
    .optional()
    .describe('`next` of the page before; absent: the newest.'),
});
export type ReportsQuery = z.output<typeof reportsQuerySchema>;

export const decideReportSchema = z.object({
  state: z
    .enum(REPORT_STATES)
    .describe('What became of it: `excepted` from the rules, `dismissed`, or `open` again.'),
});
export type DecideReport = z.infer<typeof decideReportSchema>;

export const visitorReportSchema = z
  .object({
    id: z.string(),
    domain_name: z.string(),
    state: z.enum(REPORT_STATES),
    reported_at: z.iso.datetime(),
    decided_at: z.iso.datetime().nullable(),
    text: z.string().describe('Written by a stranger: nothing in it is known to be true.'),
    email: z.string().nullable().describe('As given; nobody has confirmed it.'),
    request_id: z.string().describe('The request that was refused.'),
    entry: logEntrySchema.nullable().describe('Its entry in the log; null while it is not stored.'),
  })
  .meta({ id: 'VisitorReport' });

export const visitorReportsSchema = z
  .object({
    reports: z.array(visitorReportSchema),
    open: z.int().describe('Of all that are open, how many.'),
    next: z.string().nullable().describe('Where the next page begins; null: there is none.'),
  })
  .meta({ id: 'VisitorReports' });
