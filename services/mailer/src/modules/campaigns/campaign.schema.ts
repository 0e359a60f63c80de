import { z } from 'zod';
import { pageSize, requiredLine, rowId } from '../../http/http-fields.ts';
import { CAMPAIGN_VARIABLES } from '../../templating/campaign-body.ts';
import { namesIn } from '../../templating/placeholders.ts';
import { splitAddresses } from './custom-emails.ts';
import { markupFault } from './mail-markup.ts';

export const AUDIENCES = ['all', 'newsletter', 'plans', 'custom'] as const;
export const STATUSES = ['draft', 'sending', 'paused', 'completed', 'failed'] as const;

export const campaignSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    subject: z.string(),
    body_html: z.string(),
    body_text: z.string(),
    target_audience: z.enum(AUDIENCES),
    target_plans: z.array(z.string()),
    custom_emails: z.string(),
    smtp_config_id: z.int().nullable(),
    emails_per_second: z.int(),
    status: z.enum(STATUSES),
    /** Grows with each change of the draft. */
    version: z.int(),
    /** Why it failed, or paused by itself. */
    problem: z.string().nullable(),
    emails_sent: z.int(),
    emails_failed: z.int(),
    /** In flight when a process died: the mail may have arrived, or not. */
    emails_unknown: z.int(),
    total_recipients: z.int(),
    created_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Campaign' });
export type CampaignView = z.infer<typeof campaignSchema>;

/** A campaign without its texts, which may be large. */
export const campaignSummarySchema = campaignSchema
  .omit({ body_html: true, body_text: true, custom_emails: true })
  .meta({ id: 'CampaignSummary' });
export type CampaignSummary = z.infer<typeof campaignSummarySchema>;

export const campaignsQuerySchema = z.object({
  before: rowId.optional().describe('Only those made before: the id of the last one of the page before.'),
  limit: pageSize,
});
export type CampaignsQuery = z.infer<typeof campaignsQuerySchema>;

export const campaignStatsSchema = z
  .object({
    status: z.enum(STATUSES),
    total_recipients: z.int(),
    emails_sent: z.int(),
    emails_failed: z.int(),
    emails_unknown: z.int(),
    emails_pending: z.int(),
    progress_percent: z.number(),
    success_rate_percent: z.number(),
    failures_by_reason: z.record(z.string(), z.int()),
    /** Number of people left out when the campaign began, by reason. */
    left_out: z.record(z.string(), z.int()),
    /** Seconds until every open recipient has been tried once. */
    estimated_seconds: z.int(),
  })
  .meta({ id: 'CampaignStats' });

const KNOWN = new Set<string>(CAMPAIGN_VARIABLES);
const onlyKnown = (text: string) => namesIn(text).every((name) => KNOWN.has(name));
const UNKNOWN_VARIABLE = `Variables are ${CAMPAIGN_VARIABLES.map((name) => `{{${name}}}`).join(', ')}`;
const MAX_BODY = 500_000;

const fields = {
  name: requiredLine(200, 'Name'),
  subject: requiredLine(200, 'Subject').refine(onlyKnown, UNKNOWN_VARIABLE),
  body_html: z
    .string('Body is required')
    .trim()
    .min(1, 'Body is required')
    .max(MAX_BODY, { message: 'The body takes at most 500 kB', abort: true })
    .refine(onlyKnown, UNKNOWN_VARIABLE)
    .superRefine((html, context) => {
      const message = markupFault(html);
      if (message !== null) context.addIssue({ code: 'custom', message });
    }),
  body_text: z.string().max(MAX_BODY).refine(onlyKnown, UNKNOWN_VARIABLE),
  target_audience: z.enum(AUDIENCES),
  target_plans: z.array(z.string().max(40)).max(50),
  custom_emails: z.string().max(MAX_BODY),
  smtp_config_id: rowId.nullable(),
  emails_per_second: z.coerce.number().int().min(1, 'At least 1 per second').max(50, 'At most 50 per second'),
};

/** @returns the first invalid address of a custom list; '' if the list is empty; null if all are valid */
function badAddress(input: {
  target_audience?: string | undefined;
  custom_emails?: string | undefined;
}): string | null {
  if (input.target_audience !== 'custom') return null;
  const { addresses, bad } = splitAddresses(input.custom_emails ?? '');
  return bad ?? (addresses.length === 0 ? '' : null);
}

type Audience = { target_audience?: string | undefined; custom_emails?: string | undefined };
const checkAudience = (input: Audience, context: z.RefinementCtx) => {
  const bad = badAddress(input);
  if (bad === null) return;
  const message =
    bad === '' ? 'Please enter at least one address' : `${bad.slice(0, 100)} is not an email address`;
  context.addIssue({ code: 'custom', path: ['custom_emails'], message });
};

export const campaignCreateSchema = z
  .object({
    ...fields,
    body_text: fields.body_text.default(''),
    target_audience: fields.target_audience.default('newsletter'),
    target_plans: fields.target_plans.default([]),
    custom_emails: fields.custom_emails.default(''),
    smtp_config_id: fields.smtp_config_id.default(null),
    emails_per_second: fields.emails_per_second.default(5),
  })
  .superRefine(checkAudience)
  .meta({ id: 'CampaignInput' });
export type CampaignInput = z.infer<typeof campaignCreateSchema>;

const version = z
  .int()
  .min(1)
  .optional()
  .describe('The version that was looked at; with it, a change made meanwhile by someone else is 409.');

export const campaignUpdateSchema = campaignCreateSchema
  .safeExtend({ version })
  .meta({ id: 'CampaignUpdate' });
export type CampaignUpdate = z.infer<typeof campaignUpdateSchema>;

export const campaignSendSchema = z.object({ version }).prefault({}).meta({ id: 'CampaignSend' });
export type CampaignSend = z.infer<typeof campaignSendSchema>;

export const campaignTestSchema = z
  .object({ test_email: z.string('Please enter a test email address').trim().max(254).pipe(z.email()) })
  .meta({ id: 'CampaignTest' });
export type CampaignTest = z.infer<typeof campaignTestSchema>;

export const previewSchema = z
  .object({ subject: z.string(), html: z.string(), text: z.string() })
  .meta({ id: 'CampaignPreview' });
