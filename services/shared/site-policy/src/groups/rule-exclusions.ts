import * as z from 'zod/mini';
import { field } from '../model/field.ts';
import { group } from '../model/group.ts';
import { ID_TWICE, namedOnce } from '../model/list-entries.ts';
import { MAX_PATH_LENGTH, PATH_INVALID } from '../model/paths.ts';
import { refuse } from '../model/refuse.ts';

export const EXCLUSION_LIMITS = {
  exclusions: 200,
  value: 200,
  target: 200,
  path: MAX_PATH_LENGTH,
  note: 200,
  /** That name fields by a pattern: each keeps what it found out about strangers' field names. */
  patterns: 20,
} as const;

/** An exclusion of managed rules, as narrow as its owner makes it. */
export const ruleExclusionSchema = z
  .object({
    id: z
      .uuid()
      .check(z.describe('Chosen by the client; does not change. Identifies the exclusion in the log.')),
    by: z.enum(['rule_id', 'tag']).check(z.describe('One rule, or all rules of a family.')),
    value: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Please choose a rule'),
        z.maxLength(EXCLUSION_LIMITS.value, 'This name is too long'),
        z.describe('Such as "1002", or "family/sql-injection"; see GET /api/managed-rules.'),
      ),
    target: z
      .string()
      .check(
        z.trim(),
        z.maxLength(EXCLUSION_LIMITS.target, 'This field is too long'),
        z.describe('SecLang target, such as "ARGS:comment"; empty: everything that the rule inspects.'),
      ),
    path_prefix: z
      .union([
        z.literal(''),
        z
          .string()
          .check(
            z.trim(),
            z.startsWith('/', PATH_INVALID),
            z.maxLength(EXCLUSION_LIMITS.path, 'This path is too long'),
          ),
      ])
      .check(z.describe('Prefix of the normalized path that it applies to; empty: all paths.')),
    note: z
      .string()
      .check(
        z.trim(),
        z.maxLength(EXCLUSION_LIMITS.note, 'This note is too long'),
        z.describe('Why it exists.'),
      ),
    expires_at: z
      .nullable(z.iso.datetime())
      .check(z.describe('When it stops applying, to within a minute; null: it does not expire.')),
  })
  .check(
    z.refine(({ by, value }) => by !== 'rule_id' || /^\d{1,10}$/.test(value), {
      path: ['value'],
      error: 'A rule has a number, such as 1002',
    }),
  )
  .register(z.globalRegistry, { id: 'RuleExclusion' });
export type RuleExclusion = z.infer<typeof ruleExclusionSchema>;

/** `ARGS:/^field_/`, in quotes or not; the paths of `XML:/*` are no patterns. */
const PATTERN_TARGET = /^(?!XML\b)\w+[:.]'?\//i;

function refuseTooManyPatterns(context: z.core.ParsePayload<RuleExclusion[]>): void {
  const patterns = context.value.filter(({ target }) => PATTERN_TARGET.test(target)).length;
  if (patterns <= EXCLUSION_LIMITS.patterns) return;
  refuse(context, `At most ${EXCLUSION_LIMITS.patterns} exclusions of a domain can name fields by a pattern`);
}

export const ruleExclusions = group({
  section: 'policyConfig',
  killSwitch: null,
  fields: {
    rule_exclusions: field<RuleExclusion[]>({
      label: 'Exclusions',
      default: [],
      schema: z
        .array(ruleExclusionSchema)
        .check(
          z.maxLength(
            EXCLUSION_LIMITS.exclusions,
            `A domain has at most ${EXCLUSION_LIMITS.exclusions} exclusions`,
          ),
          z.refine(namedOnce, ID_TWICE),
          refuseTooManyPatterns,
          z.describe(
            'Exclusions from the managed rules. Expired ones stay in the list until they are removed.',
          ),
        ),
      wire: null,
    }),
  },
});

export function hasExpired({ expires_at: end }: Pick<RuleExclusion, 'expires_at'>, nowMs: number): boolean {
  return end !== null && Date.parse(end) <= nowMs;
}
