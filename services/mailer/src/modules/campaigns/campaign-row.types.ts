export type CampaignStatus = 'draft' | 'sending' | 'paused' | 'completed' | 'failed';

/** A row of campaigns. */
export interface CampaignRow {
  id: number;
  name: string;
  subject: string;
  body_html: string;
  body_text: string;
  target_audience: 'all' | 'newsletter' | 'plans' | 'custom';
  target_plans: string[];
  custom_emails: string;
  smtp_config_id: number | null;
  emails_per_second: number;
  status: CampaignStatus;
  /** Grows with each change of the draft. */
  version: number;
  problem: string | null;
  /** Since when no server accepts its mails. */
  stalled_since: Date | null;
  total_recipients: number;
  left_out: Record<string, number>;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

/** Outcomes of a campaign's recipients; counts arrive as text. */
export interface CampaignCounts {
  sent: string;
  failed: string;
  unknown: string;
  open: string;
}
