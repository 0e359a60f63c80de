/** What the API sends and takes, in its own snake_case, as its description says. */
import type { Campaign, LogEntry, PolicyConfig } from './openapi.gen.ts';

export type {
  AdditionalOrigin,
  AdminOrder,
  AdminPlan,
  AdminStats,
  AdminUser,
  AdminUserCreate,
  AdminUserUpdate,
  Analytics,
  Ban,
  Bounce,
  Campaign,
  CampaignInput,
  CampaignStats,
  Certificate,
  CurrentUser as User,
  DashboardStats,
  DnsRecord,
  Domain,
  DomainCreate,
  EdgeControls,
  EdgeNode,
  EmailTemplate,
  EdgeNodes,
  Entitlements as EntitlementsDto,
  HealthCheck,
  LogEntry,
  OriginConfig,
  PathRateLimit,
  Plan,
  PlanCreate,
  PolicyConfig,
  PlanUpdate,
  ServiceBacklog,
  Session as SessionInfo,
  SingleMail,
  SmtpConfig,
  SmtpConfigCreate,
  SmtpConfigUpdate,
  Subscriber,
  Suppression,
  Subscription,
  WafConfig,
  WafConfigUpdate,
  WafConfigVersion,
} from './openapi.gen.ts';

export type LogMatch = LogEntry['matches'][number];
export type DdosLevel = PolicyConfig['ddos_protection_level'];

export type Audience = Campaign['target_audience'];
