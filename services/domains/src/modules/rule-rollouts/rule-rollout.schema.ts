import { ruleReleaseNameSchema } from '@palisade/site-policy';
import { z } from 'zod';
import { DECIDERS, STAGES } from '../rule-rollout-store/stages.rules.ts';

const count = z.int().min(0);

const figuresSchema = z
  .object({
    as_of: z.iso.datetime(),
    requests: count.describe('That the rules in force let pass, and the new ones judged as well.'),
    lost_requests: count.describe(
      'Of these, that the new rules would have blocked and the site answered (status 200 to 399).',
    ),
    failures: count.describe('On which the rule engine failed with the new rules.'),
    visitors: count.describe('Distinct addresses (of IPv6 networks, /48); of busy sites a sample.'),
    lost_visitors: count.describe('Of these, whom the new rules would have cost at least one request.'),
    rules: z
      .array(z.object({ rule_id: z.int(), requests: count }).meta({ id: 'ShadowRule' }))
      .describe('The new rules that would have blocked most of them.'),
  })
  .meta({ id: 'ShadowFigures' });

const siteFields = {
  id: z.uuid(),
  stage: z
    .enum(STAGES)
    .describe(
      'shadow: the new rules judge the site’s traffic and decide nothing; promoted: they judge the site; held: the site keeps its rules.',
    ),
  decided_by: z.enum(DECIDERS).nullable().describe('Null: it is still tried.'),
  reason: z.string().describe('Why it was decided so, in a sentence.'),
  figures: figuresSchema.nullable().describe('Null: nothing was seen yet.'),
  started_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
};

export const siteRuleRolloutSchema = z
  .object({
    ...siteFields,
    release: z.string().describe('As `rule_set` of the policy names it.'),
    candidate: z.string().describe('Names the new rules by their content.'),
    is_over: z.boolean().describe('The operator has ended it for all sites.'),
  })
  .meta({ id: 'SiteRuleRollout' });

export const ruleRolloutSiteSchema = z
  .object({ ...siteFields, domain_id: z.uuid(), domain_name: z.string() })
  .meta({ id: 'RuleRolloutSite' });

export const ruleRolloutSchema = z
  .object({
    id: z.uuid(),
    release: z.string(),
    candidate: z.string(),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
    sites: z
      .object({ waiting: count.nullable(), shadow: count, promoted: count, held: count })
      .describe('By stage; `waiting` have not begun (null: it is over).'),
    is_halted: z
      .boolean()
      .describe(
        'So many sites hold it that no other one takes it up by itself; an administrator may decide.',
      ),
  })
  .meta({ id: 'RuleRollout' });

export const ruleRolloutsSchema = z
  .object({
    rollouts: z.array(ruleRolloutSchema).describe('Newest first.'),
    candidates: z
      .array(
        z.object({ release: z.string(), candidate: z.string(), nodes: count }).meta({ id: 'RuleCandidate' }),
      )
      .nullable()
      .describe('That edge nodes have; null: they cannot be asked right now.'),
    nodes: count.describe('Edge nodes in all.'),
  })
  .meta({ id: 'RuleRollouts' });

export const ruleRolloutStartSchema = z
  .object({
    /** The release whose candidate is rolled out; "managed": the managed rules. */
    release: ruleReleaseNameSchema,
  })
  .meta({ id: 'RuleRolloutStart' });
export type RuleRolloutStart = z.infer<typeof ruleRolloutStartSchema>;

export const ruleDecisionSchema = z
  .object({
    decision: z
      .enum(['promote', 'hold', 'try_again'])
      .describe('try_again: it judges without effect once more, and what was seen before is forgotten.'),
  })
  .meta({ id: 'RuleRolloutDecision' });
export type RuleDecision = z.infer<typeof ruleDecisionSchema>['decision'];
