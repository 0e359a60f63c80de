import { z } from 'zod';

/** An exception from the managed rules, as narrow as its owner makes it. */
export const ruleExclusionSchema = z
  .object({
    /** Chosen by the client; stays through changes, and names the exclusion in the log. */
    id: z.uuid(),
    /** A rule, or all rules of a family. */
    by: z.enum(['rule_id', 'tag']),
    /** Such as "1002", or "family/sql-injection". */
    value: z.string().trim().min(1, 'Please choose a rule').max(200),
    /** SecLang target, such as "ARGS:comment"; empty: everything that the rule looks at. */
    target: z.string().trim().max(200),
    /** Only for requests whose normalised path begins with this; empty: all. */
    path_prefix: z.union([
      z.literal(''),
      z.string().trim().startsWith('/', 'A path must begin with a slash').max(500),
    ]),
    /** Why, for whoever reads it later. */
    note: z.string().trim().max(200),
    /** From then on it does not apply any more; null: until it is removed. */
    expires_at: z.iso.datetime().nullable(),
  })
  .refine(({ by, value }) => by !== 'rule_id' || /^\d{1,10}$/.test(value), {
    path: ['value'],
    error: 'A rule has a number, such as 1002',
  })
  .meta({ id: 'RuleExclusion' });
export type RuleExclusion = z.infer<typeof ruleExclusionSchema>;

export const RULE_EXCLUSIONS_MAX = 200;
