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
  ApplicationPackDetails,
  Ban,
  BlockingForecast,
  Bounce,
  Campaign,
  CampaignInput,
  CampaignStats,
  Certificate,
  CurrentUser as User,
  CustomRule,
  CustomRuleCondition,
  DashboardStats,
  DnsRecord,
  Domain,
  EdgeControls,
  EdgeNode,
  EdgeNodes,
  EmailTemplate,
  Entitlements as EntitlementsDto,
  LogEntry,
  ManagedRules,
  OriginConfig,
  OwnershipRequest,
  Plan,
  PlanCreate,
  PolicyConfig,
  RuleExclusion,
  ServiceBacklog,
  SingleMail,
  SmtpConfig,
  Subscriber,
  Subscription,
  Suppression,
  WafConfig,
  WafConfigUpdate,
  WafConfigVersion,
} from './openapi.gen.ts';

export type LogMatch = LogEntry['matches'][number];
export type DdosLevel = PolicyConfig['ddos_protection_level'];

export type Audience = Campaign['target_audience'];
