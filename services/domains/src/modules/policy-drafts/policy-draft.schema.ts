import { z } from 'zod';
import {
  changeSchema,
  originConfigSchema,
  policyConfigSchema,
  sitePolicyUpdateSchema,
} from '../site-policy/site-policy.schema.ts';

/** Maximum per domain. */
export const MAX_DRAFTS = 20;
/** An unchanged draft is deleted after this time: by then the site has changed. */
export const DRAFT_DAYS = 90;

export const draftInputSchema = sitePolicyUpdateSchema
  .extend({
    name: z.string().trim().min(1, 'Please name the draft').max(80, 'A name has at most 80 characters'),
    note: z
      .string()
      .trim()
      .max(1_000, 'A note has at most 1000 characters')
      .default('')
      .describe('A note for its reviewers.'),
  })
  .meta({ id: 'PolicyDraftInput' });
export type DraftInput = z.infer<typeof draftInputSchema>;

export const draftReplacementSchema = draftInputSchema
  .extend({
    revision: z
      .int()
      .min(1)
      .optional()
      .describe('The revision of the draft that was read; 409 if it was edited since.'),
  })
  .meta({ id: 'PolicyDraftReplacement' });
export type DraftReplacement = z.infer<typeof draftReplacementSchema>;
export type DraftChange = Pick<DraftInput, 'originConfig' | 'policyConfig'>;

export const draftApplySchema = z
  .object({
    revision: z
      .int()
      .min(1)
      .describe('The revision of the draft that was reviewed; 409 if it was edited since.'),
    version: z.int().min(1).describe('The version that the draft was reviewed against; 409 at any other.'),
  })
  .meta({ id: 'PolicyDraftApply' });
export type DraftApply = z.infer<typeof draftApplySchema>;

export const draftSchema = z
  .object({
    id: z.uuid(),
    revision: z.int().describe('One more each time that it is written.'),
    name: z.string(),
    note: z.string(),
    originConfig: originConfigSchema.partial().optional(),
    policyConfig: policyConfigSchema.partial().optional(),
    changes: z.array(changeSchema).describe('Against what is in force now.'),
    base_version: z.int().describe('The version in force when it was written last.'),
    version: z.int().describe('The version in force now, which `changes` are against.'),
    overlaps: z
      .array(z.string())
      .describe('Fields that it changes and that were saved otherwise since then: it would take that back.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    expires_at: z.iso.datetime().describe('It is dropped then, unless it is written to.'),
  })
  .meta({ id: 'PolicyDraft' });
