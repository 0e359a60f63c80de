import { policyShape } from '@palisade/site-policy';
import { z } from 'zod';
import { changeSchema, policyConfigSchema } from '../site-policy/site-policy.schema.ts';

const SHARES = { default: [5, 25], max: 5 };
const STEP_MINUTES = { default: 30, min: 5, max: 24 * 60 };
const TOLERANCE_PERCENT = { default: 0.5, max: 100 };

const rises = (shares: number[]) => shares.every((share, index) => index === 0 || share > shares[index - 1]!);

export const rolloutStartSchema = z
  .object({
    policyConfig: policyConfigSchema
      .partial()
      .extend({ ddos_protection_level: z.nullish(policyShape.ddos_protection_level) })
      .optional()
      .describe('The change. Fields that are absent stay as they are.'),
    restore_version: z
      .int()
      .min(1)
      .optional()
      .describe(
        'In the place of `policyConfig`: back to the policy of this version. Where requests are sent stays as it is.',
      ),
    version: z
      .int()
      .min(1)
      .optional()
      .describe(
        'The version that the change was made on; with it, a change made meanwhile by someone else is 409.',
      ),
    shares: z
      .array(z.int().min(1).max(99))
      .min(1)
      .max(SHARES.max)
      .refine(rises, 'Each share is larger than the one before it')
      .default(SHARES.default)
      .describe(
        'Percentages of visitors, one after the other; after the last one the change holds for everybody.',
      ),
    step_minutes: z
      .int()
      .min(STEP_MINUTES.min)
      .max(STEP_MINUTES.max)
      .default(STEP_MINUTES.default)
      .describe('How long each share is watched at least.'),
    tolerance_percent: z
      .number()
      .min(0)
      .max(TOLERANCE_PERCENT.max)
      .default(TOLERANCE_PERCENT.default)
      .describe(
        'So many more visitors in a hundred may be blocked, or see errors, than under the policy in force, before the change is taken back.',
      ),
  })
  .refine(
    ({ policyConfig, restore_version: restored }) =>
      (policyConfig === undefined) !== (restored === undefined),
    'Either `policyConfig` or `restore_version` says what is rolled out',
  )
  .meta({ id: 'RolloutStart' });
export type RolloutStart = z.infer<typeof rolloutStartSchema>;

const count = z.int().min(0);

const armSchema = z
  .object({
    requests: count,
    blocked_requests: count,
    failed_requests: count.describe('Answered with 500 or more.'),
    visitors: count.describe(
      'Distinct addresses (of IPv6 networks, /48); of busy sites a sample, the same for both policies.',
    ),
    blocked_visitors: count.describe('Of these, those that were blocked at least once.'),
    failed_visitors: count.describe('Of these, those that saw a failure at least once.'),
  })
  .meta({ id: 'RolloutArm' });

export const rolloutSchema = z
  .object({
    id: z.uuid(),
    state: z.enum(['running', 'promoted', 'taken_back']),
    base_version: z.int().describe('The version that was in force when it began.'),
    changes: z.array(changeSchema),
    shares: z.array(z.int()),
    share_percent: z
      .int()
      .describe('Of visitors who are judged by the change now; at the end, the last one.'),
    step_minutes: z.int(),
    tolerance_percent: z.number(),
    started_at: z.iso.datetime(),
    step_started_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
    decided_by: z.enum(['owner', 'watcher']).nullable(),
    reason: z.string().describe('Why it was decided so, in a sentence; empty while it runs.'),
    figures: z
      .object({
        share_percent: z.int(),
        as_of: z.iso.datetime(),
        live: armSchema.describe('Visitors who are judged by the policy in force.'),
        candidate: armSchema.describe('Visitors who are judged by the change.'),
      })
      .nullable()
      .describe('Of the share of now, or the last one; null while nothing was seen.'),
  })
  .meta({ id: 'Rollout' });
