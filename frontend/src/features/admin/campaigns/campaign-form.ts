import type { Audience, Campaign, CampaignInput } from '../../../shared/api/types.ts';
import { requiredText } from '../../../shared/lib/form-fields.ts';
import * as z from '../../../shared/lib/zod.ts';
import { MAX_PER_SECOND } from './send-time.ts';

const AUDIENCES = ['all', 'newsletter', 'plans', 'custom'] as const satisfies readonly Audience[];

export const campaignSchema = z
  .object({
    name: requiredText('Please enter a name'),
    subject: requiredText('Please enter a subject'),
    // Not trimmed, since blanks belong to a mail.
    body_html: z.string().check(z.refine((text) => text.trim() !== '', 'Please enter the body')),
    body_text: z.string(),
    target_audience: z.enum(AUDIENCES),
    target_plans: z.array(z.string()),
    custom_emails: z.string(),
    /** The server's id; empty: servers take turns. */
    smtp_config_id: z.string(),
    emails_per_second: z.number().check(z.minimum(1), z.maximum(MAX_PER_SECOND)),
  })
  .check(
    z.refine(
      ({ target_audience, custom_emails }) => target_audience !== 'custom' || custom_emails.trim() !== '',
      { path: ['custom_emails'], error: 'Please enter at least one address' },
    ),
  );
export type CampaignForm = z.infer<typeof campaignSchema>;

export const blankCampaign: CampaignForm = {
  name: '',
  subject: '',
  body_html: '',
  body_text: '',
  target_audience: 'newsletter',
  target_plans: [],
  custom_emails: '',
  smtp_config_id: '',
  emails_per_second: 5,
};

/** The editable fields of a campaign. */
export const formOf = (campaign: Campaign): CampaignForm => ({
  name: campaign.name,
  subject: campaign.subject,
  body_html: campaign.body_html,
  body_text: campaign.body_text,
  target_audience: campaign.target_audience,
  target_plans: campaign.target_plans,
  custom_emails: campaign.custom_emails,
  smtp_config_id: campaign.smtp_config_id === null ? '' : String(campaign.smtp_config_id),
  emails_per_second: campaign.emails_per_second,
});

export const inputOf = (form: CampaignForm): CampaignInput => ({
  ...form,
  // Plans chosen earlier for another audience are dropped.
  target_plans: form.target_audience === 'plans' ? form.target_plans : [],
  smtp_config_id: form.smtp_config_id === '' ? null : Number(form.smtp_config_id),
});
