import { MAX_PURGE_VALUE, PURGES_A_MINUTE } from '@palisade/edge-state';
import { z } from 'zod';

const MAX_VALUES = 30;
const PREFIX = 'Please enter a path prefix, such as /shop/';
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these may not stand in a tag.
const NO_CONTROL = /^[^\x00-\x1f\x7f]*$/;

const prefix = z
  .string()
  .max(MAX_PURGE_VALUE)
  .regex(/^\/[\x21-\x7e]*$/, PREFIX);
const tag = z.string().trim().min(1, 'Please enter a tag').max(MAX_PURGE_VALUE).regex(NO_CONTROL);

export const cachePurgeSchema = z
  .discriminatedUnion('kind', [
    /** Everything stored for the domain. */
    z.object({ kind: z.literal('all') }),
    /** Every path with this prefix, on all hosts of the domain. */
    z.object({
      kind: z.literal('prefix'),
      values: z
        .array(prefix)
        .min(1)
        .max(MAX_VALUES)
        .describe(
          'Path prefixes. If a custom rule rewrites a path, the response is stored under the path that the origin received.',
        ),
    }),
    /** Every response with one of these in Cache-Tag or Surrogate-Key. */
    z.object({ kind: z.literal('tag'), values: z.array(tag).min(1).max(MAX_VALUES) }),
  ])
  .meta({ id: 'CachePurge' });
export type CachePurgeInput = z.infer<typeof cachePurgeSchema>;

export const purgeRecordSchema = z
  .object({
    kind: z.enum(['all', 'prefix', 'tag']),
    values: z.array(z.string()),
    requested_at: z.iso.datetime(),
    requested_by: z.string(),
  })
  .meta({ id: 'CachePurgeRecord' });
export type PurgeRecord = z.infer<typeof purgeRecordSchema>;

export const purgeListSchema = z
  .object({
    purges: z.array(purgeRecordSchema),
    /** Maximum values purged per minute. */
    limit_per_minute: z.int(),
  })
  .meta({ id: 'CachePurgeList' });

export const LIMIT_PER_MINUTE = PURGES_A_MINUTE;
