import { originShape, policyShape } from '@palisade/site-policy';
import { z } from 'zod';

export const originConfigSchema = z.object(originShape).meta({ id: 'OriginConfig' });
export const policyConfigSchema = z.object(policyShape).meta({ id: 'PolicyConfig' });

/** A PUT: absent fields stay as they are. `null` for the DDoS level means none. */
export const sitePolicyUpdateSchema = z
  .object({
    originConfig: originConfigSchema.partial().optional(),
    policyConfig: policyConfigSchema
      .partial()
      .extend({ ddos_protection_level: z.nullish(policyShape.ddos_protection_level) })
      .optional(),
    /** The version that the change was made on; with it, a change made meanwhile by someone else is 409, not lost. */
    version: z.int().min(1).optional(),
  })
  .meta({ id: 'SitePolicyUpdate' });
export type SitePolicyUpdate = z.infer<typeof sitePolicyUpdateSchema>;

export const sitePolicySchema = z
  .object({
    originConfig: originConfigSchema,
    policyConfig: policyConfigSchema,
    version: z.int(),
    updated_at: z.iso.datetime(),
    /** The edge has been given this configuration. */
    published: z.boolean(),
    rollout: z.uuid().nullable().describe('The roll-out that runs; null where none does.'),
  })
  .meta({ id: 'SitePolicy' });

export const changeSchema = z
  .object({
    field: z
      .string()
      .describe(
        'Such as "policyConfig.enable_caching". Custom rules, rate limit rules and exclusions are shown one by one, as "policyConfig.custom_rules.<id>".',
      ),
    before: z
      .unknown()
      .describe(
        'Of a list: what was taken out of it. Of a custom rule, rate limit rule or exclusion: it as a whole, null if it was added. Of "policyConfig.custom_rules" or "policyConfig.rate_limit_rules": the names in their order.',
      ),
    after: z.unknown().describe('Of a list: what was put into it; otherwise like `before`.'),
  })
  .meta({ id: 'SitePolicyChange' });

export const sitePolicyVersionSchema = z
  .object({
    version: z.int(),
    created_at: z.iso.datetime(),
    author_id: z.uuid(),
    change_kind: z.enum(['created', 'saved', 'rolled_back', 'rolled_out']),
    /** The version whose content came back, for `rolled_back`. */
    restored_version: z.int().nullable(),
    is_current: z.boolean(),
    /** Against the version before it. */
    changes: z.array(changeSchema),
  })
  .meta({ id: 'SitePolicyVersion' });

export const sitePolicyVersionDetailSchema = sitePolicyVersionSchema
  .extend({ originConfig: originConfigSchema, policyConfig: policyConfigSchema })
  .meta({ id: 'SitePolicyVersionDetail' });
