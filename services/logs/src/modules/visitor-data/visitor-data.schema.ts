import { z } from 'zod';
import { keptClient } from '../search/log-filter.schema.ts';

const MAX_ADDRESS = 64;

export const visitorDataQuerySchema = z
  .object({
    /** Id or name of one of the user's domains. */
    domain: z.string().min(1).max(253),
    address: z
      .string()
      .max(MAX_ADDRESS)
      .transform((text, context): string => {
        const client = keptClient(text);
        if (client !== null) return client;
        context.addIssue({ code: 'custom', message: 'is neither an address nor a network' });
        return z.NEVER;
      })
      .describe(
        'As records have it: an address, or of sites that keep less a network such as 192.0.2.0/24 or a pseudonym.',
      ),
    from: z.iso.datetime().describe('ISO 8601; what was stored from then on.'),
    to: z.iso.datetime().describe('ISO 8601; what was stored before then.'),
  })
  // An invalid time is reported at its own field.
  .refine(({ from, to }) => !(Date.parse(from) >= Date.parse(to)), {
    path: ['to'],
    message: 'is not after "from"',
  });
export type VisitorDataQuery = z.output<typeof visitorDataQuerySchema>;

export const visitorDataSchema = z
  .object({
    /** Log records of requests from there. */
    records: z.int(),
    /** False: there may be more records than were counted. */
    is_complete: z.boolean(),
    /** Number of these requests that were also recorded for policy replay. */
    recordings: z.int(),
    /** Visitors' reports from block pages. */
    reports: z.int(),
    /** Exports of these hours, which may contain some of it. */
    exports: z.int(),
    /** If an address was given: the network that its records are stored under while the site keeps networks only. */
    network: z.string().nullable(),
  })
  .meta({ id: 'VisitorData' });

/** Kinds of data stored about a site's visitors. */
export const KEPT_DATA = [
  'records',
  'recordings',
  'reports',
  'values_by_hour',
  'sums_by_minute',
  'sums_by_hour',
  'rollout_visitors',
  'exports',
  'stream_backlog',
] as const;

export const keptDataSchema = z
  .array(z.object({ kind: z.enum(KEPT_DATA), days: z.int() }))
  .max(KEPT_DATA.length)
  .meta({ id: 'KeptData' });

export const deletedVisitorDataSchema = visitorDataSchema
  .pick({ records: true, recordings: true, reports: true, exports: true })
  .extend({
    /**
     * Whether records that edges deliver within 30 days are deleted, too; not where the site has 10,000 such deletions.
     */
    is_repeated: z.boolean(),
  })
  .meta({ id: 'DeletedVisitorData' });
