import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAdminPlans: build.query<
      ListAdminPlansApiResponse,
      ListAdminPlansApiArg
    >({
      query: () => ({ url: `/api/admin/plans` }),
    }),
    createPlan: build.mutation<CreatePlanApiResponse, CreatePlanApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/plans`,
        method: "POST",
        body: queryArg.planCreate,
      }),
    }),
    deletePlan: build.mutation<DeletePlanApiResponse, DeletePlanApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/plans/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    updatePlan: build.mutation<UpdatePlanApiResponse, UpdatePlanApiArg>({
      query: (queryArg) => ({
        url: `/api/admin/plans/${queryArg.id}`,
        method: "PUT",
        body: queryArg.planUpdate,
      }),
    }),
    login: build.mutation<LoginApiResponse, LoginApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/login`,
        method: "POST",
        body: queryArg.loginRequest,
      }),
    }),
    logout: build.mutation<LogoutApiResponse, LogoutApiArg>({
      query: () => ({ url: `/api/auth/logout`, method: "POST" }),
    }),
    getMe: build.query<GetMeApiResponse, GetMeApiArg>({
      query: () => ({ url: `/api/auth/me` }),
    }),
    register: build.mutation<RegisterApiResponse, RegisterApiArg>({
      query: (queryArg) => ({
        url: `/api/auth/register`,
        method: "POST",
        body: queryArg.registerRequest,
      }),
    }),
    revokeOtherSessions: build.mutation<
      RevokeOtherSessionsApiResponse,
      RevokeOtherSessionsApiArg
    >({
      query: () => ({ url: `/api/auth/sessions`, method: "DELETE" }),
    }),
    listSessions: build.query<ListSessionsApiResponse, ListSessionsApiArg>({
      query: () => ({ url: `/api/auth/sessions` }),
    }),
    revokeSession: build.mutation<
      RevokeSessionApiResponse,
      RevokeSessionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/auth/sessions/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    listDomains: build.query<ListDomainsApiResponse, ListDomainsApiArg>({
      query: () => ({ url: `/api/domains` }),
    }),
    addDomain: build.mutation<AddDomainApiResponse, AddDomainApiArg>({
      query: (queryArg) => ({
        url: `/api/domains`,
        method: "POST",
        body: queryArg.domainCreate,
      }),
    }),
    removeDomain: build.mutation<RemoveDomainApiResponse, RemoveDomainApiArg>({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    getDomain: build.query<GetDomainApiResponse, GetDomainApiArg>({
      query: (queryArg) => ({ url: `/api/domains/${queryArg.id}` }),
    }),
    updateDomain: build.mutation<UpdateDomainApiResponse, UpdateDomainApiArg>({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}`,
        method: "PATCH",
        body: queryArg.domainUpdate,
      }),
    }),
    getDomainDns: build.query<GetDomainDnsApiResponse, GetDomainDnsApiArg>({
      query: (queryArg) => ({ url: `/api/domains/${queryArg.id}/dns` }),
    }),
    verifyDomain: build.mutation<VerifyDomainApiResponse, VerifyDomainApiArg>({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/verify`,
        method: "POST",
      }),
    }),
    getWafConfig: build.query<GetWafConfigApiResponse, GetWafConfigApiArg>({
      query: (queryArg) => ({ url: `/api/domains/${queryArg.id}/waf-config` }),
    }),
    updateWafConfig: build.mutation<
      UpdateWafConfigApiResponse,
      UpdateWafConfigApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/waf-config`,
        method: "PUT",
        body: queryArg.wafConfigUpdate,
      }),
    }),
    listWafConfigVersions: build.query<
      ListWafConfigVersionsApiResponse,
      ListWafConfigVersionsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/waf-config/versions`,
      }),
    }),
    getWafConfigVersion: build.query<
      GetWafConfigVersionApiResponse,
      GetWafConfigVersionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/waf-config/versions/${queryArg.version}`,
      }),
    }),
    rollBackWafConfig: build.mutation<
      RollBackWafConfigApiResponse,
      RollBackWafConfigApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/waf-config/versions/${queryArg.version}/rollback`,
        method: "POST",
      }),
    }),
    listPlans: build.query<ListPlansApiResponse, ListPlansApiArg>({
      query: () => ({ url: `/api/plans` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedApi };
export type ListAdminPlansApiResponse = /** status 200  */ AdminPlan[];
export type ListAdminPlansApiArg = void;
export type CreatePlanApiResponse = /** status 201  */ AdminPlan;
export type CreatePlanApiArg = {
  planCreate: PlanCreate;
};
export type DeletePlanApiResponse = unknown;
export type DeletePlanApiArg = {
  id: number;
};
export type UpdatePlanApiResponse = /** status 200  */ AdminPlan;
export type UpdatePlanApiArg = {
  id: number;
  planUpdate: PlanUpdate;
};
export type LoginApiResponse = /** status 200  */ LoginResult;
export type LoginApiArg = {
  loginRequest: LoginRequest;
};
export type LogoutApiResponse = /** status 200  */ Message;
export type LogoutApiArg = void;
export type GetMeApiResponse = /** status 200  */ CurrentUser;
export type GetMeApiArg = void;
export type RegisterApiResponse = /** status 201  */ SessionToken;
export type RegisterApiArg = {
  registerRequest: RegisterRequest;
};
export type RevokeOtherSessionsApiResponse = /** status 200  */ Message;
export type RevokeOtherSessionsApiArg = void;
export type ListSessionsApiResponse = /** status 200  */ SessionList;
export type ListSessionsApiArg = void;
export type RevokeSessionApiResponse = /** status 200  */ Message;
export type RevokeSessionApiArg = {
  id: string;
};
export type ListDomainsApiResponse = /** status 200  */ Domain[];
export type ListDomainsApiArg = void;
export type AddDomainApiResponse = /** status 201  */ Domain;
export type AddDomainApiArg = {
  domainCreate: DomainCreate;
};
export type RemoveDomainApiResponse = unknown;
export type RemoveDomainApiArg = {
  id: string;
};
export type GetDomainApiResponse = /** status 200  */ Domain;
export type GetDomainApiArg = {
  id: string;
};
export type UpdateDomainApiResponse = /** status 200  */ Domain;
export type UpdateDomainApiArg = {
  id: string;
  domainUpdate: DomainUpdate;
};
export type GetDomainDnsApiResponse = /** status 200  */ DnsState;
export type GetDomainDnsApiArg = {
  id: string;
};
export type VerifyDomainApiResponse = /** status 200  */ DomainVerification;
export type VerifyDomainApiArg = {
  id: string;
};
export type GetWafConfigApiResponse = /** status 200  */ WafConfig;
export type GetWafConfigApiArg = {
  id: string;
};
export type UpdateWafConfigApiResponse = /** status 200  */ WafConfig;
export type UpdateWafConfigApiArg = {
  id: string;
  wafConfigUpdate: WafConfigUpdate;
};
export type ListWafConfigVersionsApiResponse =
  /** status 200  */ WafConfigVersion[];
export type ListWafConfigVersionsApiArg = {
  id: string;
};
export type GetWafConfigVersionApiResponse =
  /** status 200  */ WafConfigVersionDetail;
export type GetWafConfigVersionApiArg = {
  id: string;
  version: number;
};
export type RollBackWafConfigApiResponse = /** status 200  */ WafConfig;
export type RollBackWafConfigApiArg = {
  id: string;
  version: number;
};
export type ListPlansApiResponse = /** status 200  */ Plan[];
export type ListPlansApiArg = void;
export type Entitlements = {
  bandwidth_bytes: number | null;
  bot_protection: boolean;
  ddos_protection: boolean;
  edge_caching: boolean;
  geo_blocking: boolean;
  ip_management: boolean;
  log_retention_days: number;
  max_custom_rules: number | null;
  max_domains: number | null;
  max_rate_limit_requests: number | null;
  rate_limiting: boolean;
};
export type AdminPlan = {
  description: string;
  entitlements: Entitlements;
  features: string[];
  id: number;
  is_active: boolean;
  name: string;
  price: number;
  rendered_features: string[];
  slug: string;
  user_count: number;
};
export type Problem = {
  code: string;
  detail: string;
  errors?: {
    message: string;
    path: string;
  }[];
  request_id: string;
  status: number;
  title: string;
  type: string;
};
export type PlanCreate = {
  description?: string;
  entitlements?: Entitlements;
  features?: string[];
  is_active?: boolean;
  name: string;
  price: number;
  slug: string;
};
export type PlanUpdate = {
  description?: string;
  entitlements?: {
    bandwidth_bytes?: number | null;
    bot_protection?: boolean;
    ddos_protection?: boolean;
    edge_caching?: boolean;
    geo_blocking?: boolean;
    ip_management?: boolean;
    log_retention_days?: number;
    max_custom_rules?: number | null;
    max_domains?: number | null;
    max_rate_limit_requests?: number | null;
    rate_limiting?: boolean;
  };
  features?: string[];
  is_active?: boolean;
  name?: string;
  price?: number;
  slug?: string;
};
export type UserEntitlements = {
  bandwidth_bytes: number | null;
  bot_protection: boolean;
  ddos_protection: boolean;
  edge_caching: boolean;
  geo_blocking: boolean;
  ip_management: boolean;
  log_retention_days: number;
  max_custom_rules: number | null;
  max_domains: number | null;
  max_rate_limit_requests: number | null;
  rate_limiting: boolean;
};
export type CurrentUser = {
  created_at: string;
  email: string;
  email_confirmed: boolean;
  entitlements: UserEntitlements;
  full_name: string;
  id: string;
  is_active: boolean;
  is_admin: boolean;
  mfa_enabled: boolean;
  /** An administrator who has no rights until MFA is set up. */
  mfa_setup_required: boolean;
  paid_until: string | null;
  /** Slug of the plan, such as "starter". */
  plan: string;
  plan_name: string;
  plan_status: string;
  trial_ends_at: string | null;
  username: string;
};
export type LoginResult = {
  access_token: string | null;
  expires_at: string | null;
  /** True: no session was made; ask again with mfa_token. */
  requires_mfa: boolean;
  token_type: "bearer";
  user: CurrentUser | null;
};
export type LoginRequest = {
  email: string;
  /** Six digits of the authenticator app, or a backup code. */
  mfa_token?: string | null;
  password: string;
  remember_me?: boolean | null;
};
export type Message = {
  message: string;
};
export type SessionToken = {
  access_token: string;
  expires_at: string;
  token_type: "bearer";
  user: CurrentUser;
};
export type RegisterRequest = {
  email: string;
  full_name?: string | null;
  password: string;
  username: string;
};
export type Session = {
  created_at: string;
  /** The session that asks. */
  current: boolean;
  expires_at: string;
  id: string;
  ip_address: string;
  last_seen_at: string;
  user_agent: string;
};
export type SessionList = Session[];
export type Domain = {
  allowed_requests: number;
  blocked_requests: number;
  cname_target: string;
  created_at: string;
  dns_verified: boolean;
  domain_name: string;
  hosts: string[];
  id: string;
  is_active: boolean;
  origin_host: string;
  origin_port: number;
  origin_protocol: "http" | "https";
  paused: boolean;
  total_requests: number;
  verification_subdomain: string;
  verification_token: string;
};
export type DomainCreate = {
  domain_name: string;
  origin_host: string;
  origin_port?: number;
  origin_protocol?: "http" | "https";
};
export type DomainUpdate = {
  hosts?: string[];
  is_active?: boolean;
};
export type DnsRecord = {
  checked_at: string;
  found: string[];
  message: string;
  name: string;
  purpose: "ownership" | "traffic";
  state: "ok" | "missing" | "wrong" | "unreachable";
  type: "CNAME";
  value: string;
};
export type DnsState = {
  cname_target: string;
  records: DnsRecord[];
};
export type DomainVerification = {
  message: string;
  verified: boolean;
};
export type OriginConfig = {
  enable_compression: boolean;
  enable_hsts: boolean;
  enable_http2: boolean;
  enable_websocket: boolean;
  origin_host: string;
  origin_port: number;
  origin_protocol: "http" | "https";
  origin_use_tls: boolean;
  pass_underscore_headers: boolean;
  timeout_seconds: number;
};
export type PolicyConfig = {
  allowed_ips: string[];
  allowed_ips_skip_rules: boolean;
  blocked_countries: string[];
  blocked_ips: string[];
  ddos_protection_level: "none" | "low" | "medium" | "high";
  enable_bot_protection: boolean;
  enable_caching: boolean;
  enable_ddos_protection: boolean;
  enable_geo_blocking: boolean;
  enable_managed_rules: boolean;
  enable_rate_limiting: boolean;
  mode: "On" | "DetectionOnly" | "Off";
  on_engine_failure: "open" | "closed";
  rate_limit_requests: number;
  waf_sensitivity: "low" | "medium" | "high";
};
export type WafConfig = {
  originConfig: OriginConfig;
  policyConfig: PolicyConfig;
  published: boolean;
  updated_at: string;
  version: number;
};
export type WafConfigUpdate = {
  originConfig?: {
    enable_compression?: boolean;
    enable_hsts?: boolean;
    enable_http2?: boolean;
    enable_websocket?: boolean;
    origin_host?: string;
    origin_port?: number;
    origin_protocol?: "http" | "https";
    origin_use_tls?: boolean;
    pass_underscore_headers?: boolean;
    timeout_seconds?: number;
  };
  policyConfig?: {
    allowed_ips?: string[];
    allowed_ips_skip_rules?: boolean;
    blocked_countries?: string[];
    blocked_ips?: string[];
    ddos_protection_level?: ("none" | "low" | "medium" | "high") | null;
    enable_bot_protection?: boolean;
    enable_caching?: boolean;
    enable_ddos_protection?: boolean;
    enable_geo_blocking?: boolean;
    enable_managed_rules?: boolean;
    enable_rate_limiting?: boolean;
    mode?: "On" | "DetectionOnly" | "Off";
    on_engine_failure?: "open" | "closed";
    rate_limit_requests?: number;
    waf_sensitivity?: "low" | "medium" | "high";
  };
  version?: number;
};
export type WafConfigChange = {
  after: any;
  before: any;
  field: string;
};
export type WafConfigVersion = {
  author_id: string;
  change_kind: "created" | "saved" | "rolled_back";
  changes: WafConfigChange[];
  created_at: string;
  is_current: boolean;
  restored_version: number | null;
  version: number;
};
export type WafConfigVersionDetail = {
  author_id: string;
  change_kind: "created" | "saved" | "rolled_back";
  changes: WafConfigChange[];
  created_at: string;
  is_current: boolean;
  originConfig: OriginConfig;
  policyConfig: PolicyConfig;
  restored_version: number | null;
  version: number;
};
export type Plan = {
  description: string;
  entitlements: Entitlements;
  features: string[];
  id: number;
  name: string;
  price: number;
  slug: string;
};
