import { z } from 'zod';
import { conditionSchema } from './condition.schema.ts';
import { RULE_STATES } from './rule-state.rules.ts';

export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

const MAX_CHANNELS = 20;
const MAX_SILENCE_MINUTES = 30 * 24 * 60;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

export const ruleInputSchema = z
  .object({
    name: z
      .string('Name is required')
      .trim()
      .min(1, 'Name is required')
      .max(60, 'Name takes at most 60 characters')
      .refine((text) => !CONTROL.test(text), 'Name must be one line of text'),
    severity: z.enum(SEVERITIES).default('warning'),
    /** Id or name of a domain; null: all of the account's domains together. */
    domain: z.string().max(253).nullable().default(null),
    condition: conditionSchema,
    /** Ids of the account's alert channels; deleted ones are ignored. */
    channel_ids: z.array(z.uuid()).max(MAX_CHANNELS).default([]),
    /** Instructions for when it fires. */
    note: z.string().trim().max(1000, 'Note takes at most 1000 characters').default(''),
    is_active: z.boolean().default(true),
  })
  .meta({ id: 'AlertRuleInput' });
export type RuleInput = z.infer<typeof ruleInputSchema>;

export const silenceSchema = z
  .object({
    /** 0: not any more. */
    minutes: z.int().min(0).max(MAX_SILENCE_MINUTES),
  })
  .meta({ id: 'AlertSilence' });

export const ruleSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    severity: z.enum(SEVERITIES),
    domain: z.object({ id: z.string(), name: z.string() }).nullable(),
    condition: conditionSchema,
    channel_ids: z.array(z.uuid()),
    note: z.string(),
    is_active: z.boolean(),
    silenced_until: z.iso.datetime().nullable(),
    state: z.enum(RULE_STATES),
    state_since: z.iso.datetime(),
    /** The last measurement, and what it was compared with; null before the first one, and where there is no result. */
    last_value: z.number().nullable(),
    last_limit: z.number().nullable(),
    /** Stable code of why it could not be evaluated; null on success. */
    last_problem: z.string().nullable(),
    evaluated_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AlertRule' });
export type RuleView = z.infer<typeof ruleSchema>;

export const ruleListSchema = z
  .object({ rules: z.array(ruleSchema), max_rules: z.int() })
  .meta({ id: 'AlertRuleList' });

export const alertSchema = z
  .object({
    id: z.uuid(),
    rule_id: z.uuid(),
    rule_name: z.string(),
    severity: z.enum(SEVERITIES),
    domain_name: z.string().nullable(),
    /**
     * The condition that raised it, at that time: its filter and window find the requests. Null for alerts from before
     * it was stored.
     */
    condition: conditionSchema.nullable(),
    summary: z.string(),
    note: z.string(),
    /** Nobody was notified, as the rule was muted. */
    is_silent: z.boolean(),
    fired_at: z.iso.datetime(),
    resolved_at: z.iso.datetime().nullable(),
    acknowledged_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Alert' });
export type AlertView = z.infer<typeof alertSchema>;

export const alertListSchema = z.object({ alerts: z.array(alertSchema) }).meta({ id: 'AlertList' });

export const previewInputSchema = ruleInputSchema
  .pick({ domain: true, condition: true })
  .meta({ id: 'AlertPreviewInput' });
export type PreviewInput = z.infer<typeof previewInputSchema>;

export const previewSchema = z
  .object({
    /**
     * Start of the preview; null where a preview is impossible: only rules on all, blocked or allowed requests have
     * one.
     */
    from: z.iso.datetime().nullable(),
    /** When it would have fired, and when it would have been resolved; null: it would still be firing. */
    fired: z.array(z.object({ at: z.iso.datetime(), until: z.iso.datetime().nullable() })),
    /** Its current measurement; null without a result. */
    value: z.number().nullable(),
    limit: z.number().nullable(),
  })
  .meta({ id: 'AlertPreview' });
export type PreviewView = z.infer<typeof previewSchema>;
