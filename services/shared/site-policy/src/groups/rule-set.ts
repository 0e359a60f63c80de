import * as z from 'zod/mini';
import { field, whole, wholeNumber } from '../model/field.ts';
import { group } from '../model/group.ts';

/** The rule set that every site has until its owner names a release of the operator's. */
export const MANAGED_RULE_SET = 'managed';

export const RULE_SET_LIMITS = {
  name: 64,
  adjustments: 200,
  /** Rules have larger numbers in no rule set that we know; the document has 32 bits for them. */
  ruleId: { min: 1, max: 4_294_967_295 },
  score: { min: 0, max: 100 },
} as const;
export const PARANOIA_LEVELS = { min: 1, max: 4 } as const;
export const INBOUND_THRESHOLDS = { min: 1, max: 1_000 } as const;

/** As operators may call a release: it is the name of a file or folder on the edges. */
export const ruleReleaseNameSchema = z
  .string()
  .check(
    z.maxLength(RULE_SET_LIMITS.name, 'This name is too long'),
    z.regex(
      /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/,
      'A rule set has a name of small letters, digits, dots and dashes, such as crs-4.7.0',
    ),
  );

const SCORE_INVALID = `A score must be a whole number between ${RULE_SET_LIMITS.score.min} and ${RULE_SET_LIMITS.score.max}`;

/** A change of one rule on a site; switching it off is an exclusion of the whole rule. */
export const ruleAdjustmentSchema = z
  .object({
    rule_id: wholeNumber(RULE_SET_LIMITS.ruleId, 'A rule has a number, such as 942100').check(
      z.describe('A rule of the site’s rule set.'),
    ),
    log_only: z.boolean().check(z.describe('Its matches are logged, but do not add to the score or block.')),
    score: z
      .nullable(wholeNumber(RULE_SET_LIMITS.score, SCORE_INVALID))
      .check(z.describe('What a match adds to the anomaly score; null: the rule’s own score.')),
  })
  .check(
    z.refine(({ log_only, score }) => log_only || score !== null, {
      path: ['score'],
      error: 'Please choose what changes: log only, or another score',
    }),
  )
  .register(z.globalRegistry, { id: 'RuleAdjustment' });
export type RuleAdjustment = z.infer<typeof ruleAdjustmentSchema>;

const ruleOnce = (entries: readonly RuleAdjustment[]): boolean =>
  new Set(entries.map(({ rule_id }) => rule_id)).size === entries.length;

/** Which rules judge a site, and what single rules of them do there. */
export const ruleSet = group({
  section: 'policyConfig',
  killSwitch: 'rule_releases',
  gate: {
    feature: 'ruleSetChoice',
    field: 'rule_set',
    switchesOn: (stored, wanted) =>
      wanted.rule_set !== MANAGED_RULE_SET && wanted.rule_set !== stored.rule_set,
  },
  fields: {
    rule_set: field<string>({
      label: 'Rule set',
      default: MANAGED_RULE_SET,
      schema: ruleReleaseNameSchema,
      words: { [MANAGED_RULE_SET]: 'Managed rules' },
      wire: null,
    }),
    paranoia_level: whole({ label: 'Paranoia level', default: 1, limits: PARANOIA_LEVELS, wire: null }),
    inbound_anomaly_threshold: whole({
      label: 'Inbound anomaly threshold',
      default: 5,
      limits: INBOUND_THRESHOLDS,
      wire: null,
    }),
    rule_adjustments: field<RuleAdjustment[]>({
      label: 'Adjusted rules',
      default: [],
      schema: z
        .array(ruleAdjustmentSchema)
        .check(
          z.maxLength(
            RULE_SET_LIMITS.adjustments,
            `A domain has at most ${RULE_SET_LIMITS.adjustments} adjusted rules`,
          ),
          z.refine(ruleOnce, 'Two entries are about the same rule'),
          z.describe('Rules that only log, or have another score, on this site.'),
        ),
      wire: null,
    }),
  },
  underPlan: (values, plan) => (plan.ruleSetChoice ? values : { ...values, rule_set: MANAGED_RULE_SET }),
});
