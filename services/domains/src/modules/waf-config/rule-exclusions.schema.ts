import { z } from 'zod';

/** An exception from the managed rules, as narrow as its owner makes it. */
export const ruleExclusionSchema = z
  .object({
    id: z.uuid().describe('Chosen by the client; stays through changes, and names the exclusion in the log.'),
    by: z.enum(['rule_id', 'tag']).describe('A rule, or all rules of a family.'),
    value: z
      .string()
      .trim()
      .min(1, 'Please choose a rule')
      .max(200)
      .describe('Such as "1002", or "family/sql-injection"; see GET /api/managed-rules.'),
    target: z
      .string()
      .trim()
      .max(200)
      .describe('SecLang target, such as "ARGS:comment"; empty: everything that the rule looks at.'),
    path_prefix: z
      .union([z.literal(''), z.string().trim().startsWith('/', 'A path must begin with a slash').max(500)])
      .describe('Only for requests whose normalised path begins with this; empty: all.'),
    note: z.string().trim().max(200).describe('Why, for whoever reads it later.'),
    expires_at: z.iso
      .datetime()
      .nullable()
      .describe(
        'From then on, give or take a minute, it does not apply any more; null: until it is removed.',
      ),
  })
  .refine(({ by, value }) => by !== 'rule_id' || /^\d{1,10}$/.test(value), {
    path: ['value'],
    error: 'A rule has a number, such as 1002',
  })
  .meta({ id: 'RuleExclusion' });
export type RuleExclusion = z.infer<typeof ruleExclusionSchema>;

export const RULE_EXCLUSIONS_MAX = 200;
/** Each keeps what it found out about strangers' field names. */
const MOST_PATTERNS = 20;
/** `ARGS:/^field_/`, in quotes or not; the paths of `XML:/*` are no patterns. */
const PATTERN_TARGET = /^(?!XML\b)\w+[:.]'?\//i;

export function refuseTooManyPatterns(exclusions: readonly RuleExclusion[], context: z.RefinementCtx): void {
  const patterns = exclusions.filter(({ target }) => PATTERN_TARGET.test(target)).length;
  if (patterns <= MOST_PATTERNS) return;
  const message = `At most ${MOST_PATTERNS} exceptions of a domain can name fields by a pattern`;
  context.addIssue({ code: 'custom', message });
}

export function hasExpired({ expires_at: end }: Pick<RuleExclusion, 'expires_at'>, nowMs: number): boolean {
  return end !== null && Date.parse(end) <= nowMs;
}
