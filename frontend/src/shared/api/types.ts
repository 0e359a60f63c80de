/**
 * What the API sends and takes, in its own snake_case. Names from the generated module are described by the OpenAPI
 * document; the shapes below stand for parts of it that are not described there yet.
 */
import type { LogEntry, PolicyConfig } from './openapi.gen.ts';

export type {
  AdminPlan,
  AdminUser,
  AdminUserCreate,
  AdminUserUpdate,
  CurrentUser as User,
  DashboardStats,
  DnsRecord,
  Domain,
  DomainCreate,
  Entitlements as EntitlementsDto,
  LogEntry,
  OriginConfig,
  Plan,
  PlanCreate,
  PolicyConfig,
  Session as SessionInfo,
  SmtpConfig,
  SmtpConfigCreate,
  SmtpConfigUpdate,
  WafConfig,
  WafConfigUpdate,
  WafConfigVersion,
} from './openapi.gen.ts';

export type LogMatch = LogEntry['matches'][number];
export type DdosLevel = PolicyConfig['ddos_protection_level'];

export interface Subscriber {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  created_at: string;
}

export type Audience = 'all' | 'newsletter' | 'plans' | 'custom';

export interface CampaignInput {
  name: string;
  subject: string;
  body_html: string;
  body_text: string;
  target_audience: Audience;
  custom_emails: string;
  smtp_config_id: number | null;
  emails_per_second: number;
}

export interface Campaign extends CampaignInput {
  id: number;
  status: 'draft' | 'sending' | 'paused' | 'completed' | 'failed';
  emails_sent: number;
  emails_failed: number;
  total_recipients: number;
  created_at: string;
}

export interface CampaignStats {
  progress_percent: number;
  success_rate_percent: number;
}

export interface EmailTemplate {
  id: string;
  name: string;
  description: string;
  category: 'security' | 'billing' | 'domains' | 'onboarding';
}
