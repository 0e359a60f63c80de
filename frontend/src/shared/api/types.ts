/**
 * What the API sends and takes, in its own snake_case. Names from the generated module are described by the OpenAPI
 * document; the shapes below stand for parts of it that are not described there yet.
 */
import type { CurrentUser, PolicyConfig } from './openapi.gen.ts';

export type {
  AdminPlan,
  CurrentUser as User,
  DnsRecord,
  Domain,
  DomainCreate,
  Entitlements as EntitlementsDto,
  OriginConfig,
  Plan,
  PlanCreate,
  PolicyConfig,
  Session as SessionInfo,
  WafConfig,
  WafConfigUpdate,
  WafConfigVersion,
} from './openapi.gen.ts';

export type DdosLevel = PolicyConfig['ddos_protection_level'];

export interface DashboardStats {
  stats: {
    total_requests: number;
    blocked_threats: number;
    block_rate: number;
    allowed_requests: number;
    uptime_percentage: number | null;
    avg_response_time: number | null;
  };
  weekly_traffic: { date: string; total_requests: number; blocked_requests: number }[];
  threat_types: { threat_type: string; percentage: number }[];
  recent_logs: {
    id: string;
    timestamp: string;
    attack_type: string;
    ip_address: string;
    country: string;
    status: string;
  }[];
}

/** One target that a rule matched; offsets and lengths count characters of `value`. */
export interface LogMatchTarget {
  name: string;
  value: string;
  match_offset: number;
  match_length: number;
  transformations?: string[];
  operator?: string;
}

export interface LogMatch {
  rule_id: number;
  message: string;
  severity: string;
  score: number;
  tags?: string[];
  targets: LogMatchTarget[];
}

export interface LogEntry {
  id: string;
  request_id?: string;
  timestamp: string;
  server_name: string;
  remote_addr: string;
  geo_country: string | null;
  geo_city: string | null;
  domain_name: string;
  request_method: string;
  request_uri: string;
  user_agent: string | null;
  status: string;
  action?: string;
  modsec_rule_id: number | string | null;
  modsec_message: string | null;
  threat_type?: string | null;
  severity?: string | null;
  response_status?: number | null;
  anomaly_score?: number | null;
  matches?: LogMatch[];
}

export interface MfaStatus {
  enabled: boolean;
  enabled_at: string | null;
  has_secret: boolean;
  has_backup_codes: boolean;
}

export interface MfaConfig {
  id: string;
  name: string;
  type: string;
  created_at: string;
  has_secret: boolean;
  has_backup_codes: boolean;
  backup_codes_count: number;
}

export interface MfaSetup {
  secret: string;
  qr_code: string;
  backup_codes: string[];
  manual_entry_key: string;
}

export interface Order {
  id: string;
  order_number: string;
  plan_id: number;
  billing_period: string;
  created_at: string;
  amount: number;
  status: string;
  payment_method: string;
}

export interface AdminUser extends CurrentUser {
  is_active: boolean;
  created_at: string;
  domain_count: number;
  domains: {
    id: string;
    domain_name: string;
    is_active: boolean;
    total_requests: number;
    blocked_requests: number;
  }[];
  total_requests: number;
  blocked_requests: number;
}

export interface AdminUserInput {
  email: string;
  username: string;
  full_name: string;
  plan: string;
  is_admin: boolean;
  is_active?: boolean;
  password?: string;
}

export interface AdminStats {
  total_users: number;
  total_domains: number;
  total_subscribers: number;
  mrr: number;
  arr: number;
  plan_distribution: Record<string, number>;
}

export interface SmtpConfig {
  id: number;
  name: string;
  host: string;
  port: number;
  username: string;
  use_tls: boolean;
  use_ssl: boolean;
  from_email: string;
  from_name: string | null;
  is_default: boolean;
  is_active: boolean;
  sent_count: number;
}

export interface SmtpInput {
  name: string;
  host: string;
  port: number;
  username: string;
  password?: string;
  use_tls: boolean;
  use_ssl: boolean;
  from_email: string;
  from_name: string;
  is_default?: boolean;
  is_active?: boolean;
}

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
