import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDrafts: build.query<ListDraftsApiResponse, ListDraftsApiArg>({
      query: (queryArg) => ({ url: `/api/domains/${queryArg.id}/drafts` }),
    }),
    createDraft: build.mutation<CreateDraftApiResponse, CreateDraftApiArg>({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/drafts`,
        method: "POST",
        body: queryArg.policyDraftInput,
      }),
    }),
    deleteDraft: build.mutation<DeleteDraftApiResponse, DeleteDraftApiArg>({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/drafts/${queryArg.draftId}`,
        method: "DELETE",
      }),
    }),
    replaceDraft: build.mutation<ReplaceDraftApiResponse, ReplaceDraftApiArg>({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/drafts/${queryArg.draftId}`,
        method: "PUT",
        body: queryArg.policyDraftReplacement,
      }),
    }),
    applyDraft: build.mutation<ApplyDraftApiResponse, ApplyDraftApiArg>({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/drafts/${queryArg.draftId}/apply`,
        method: "POST",
        body: queryArg.policyDraftApply,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedDraftsApi };
export type ListDraftsApiResponse = /** status 200  */ PolicyDraft[];
export type ListDraftsApiArg = {
  id: string;
};
export type CreateDraftApiResponse = /** status 201  */ PolicyDraft;
export type CreateDraftApiArg = {
  id: string;
  policyDraftInput: PolicyDraftInput;
};
export type DeleteDraftApiResponse = unknown;
export type DeleteDraftApiArg = {
  id: string;
  draftId: string;
};
export type ReplaceDraftApiResponse = /** status 200  */ PolicyDraft;
export type ReplaceDraftApiArg = {
  id: string;
  draftId: string;
  policyDraftReplacement: PolicyDraftReplacement;
};
export type ApplyDraftApiResponse = /** status 200  */ SitePolicy;
export type ApplyDraftApiArg = {
  id: string;
  draftId: string;
  policyDraftApply: PolicyDraftApply;
};
export type SitePolicyChange = {
  /** Of a list: what was put into it; otherwise like `before`. */
  after: any;
  /** Of a list: what was taken out of it. Of a custom rule, rate limit rule or exclusion: it as a whole, null if it was added. Of "policyConfig.custom_rules" or "policyConfig.rate_limit_rules": the names in their order. */
  before: any;
  /** Such as "policyConfig.enable_caching". Custom rules, rate limit rules and exclusions are shown one by one, as "policyConfig.custom_rules.<id>". */
  field: string;
};
export type AdditionalOrigin = {
  backup: boolean;
  /** Null: in service. A time: new visitors go to other origins; visitors with its cookie stay until then. */
  drain_until?: string | null;
  host: string;
  /** Visitors from these places prefer this origin: country codes (ISO 3166-1 alpha-2), or continents such as "south-america". */
  places?: string[];
  port: number;
  protocol: "http" | "https";
  weight: number;
};
export type HealthCheck = {
  enabled: boolean;
  healthy_after: number;
  interval_seconds: number;
  path: string & string;
  status_from: number;
  status_to: number;
  timeout_seconds: number;
  unhealthy_after: number;
};
export type ApplicationPack = {
  name:
    | "wordpress"
    | "woocommerce"
    | "drupal"
    | "nextcloud"
    | "phpbb"
    | "discourse"
    | "magento"
    | "cms"
    | "graphql";
  /** Where the application is installed, such as "/" or "/blog". */
  path: string & string;
};
export type CustomRuleCondition = {
  /** `path` is the path as origins read it: escapes undone, dot segments gone; `ja4` the fingerprint of the client’s TLS handshake, which a request without one lacks, as does one that comes by the operator’s own proxies; `bot_kind` what the crawler is for that the client says to be, which is not believed without proof where a rule lets it pass; `attack_score` what the managed rules found, asked behind them: of requests that they have not looked at no condition on it holds; `answer_status` the status of the answer, for rules that log or add to a list. */
  field:
    | "ip"
    | "country"
    | "method"
    | "host"
    | "path"
    | "query"
    | "query_parameter"
    | "header"
    | "cookie"
    | "user_agent"
    | "scheme"
    | "asn"
    | "http_version"
    | "form_field"
    | "json_path"
    | "file_name"
    | "file_type"
    | "ja4"
    | "tls_version"
    | "bot_kind"
    | "attack_score"
    | "answer_status";
  /** Name of the header, cookie, query parameter or form field, or a path in JSON such as `items[*].sku`; empty for other fields. */
  name: string;
  /** Negates the operator. */
  negate: boolean;
  /** `matches` takes a regular expression that can be evaluated in linear time. `equals` on `ip` also takes ranges. `in_list` takes ids of lists of the field’s kind: addresses for `ip`, and `asn`, `country`, `user_agent` and `ja4` for those fields. `at_least` compares a number with one value. */
  operator:
    | "equals"
    | "contains"
    | "starts_with"
    | "ends_with"
    | "matches"
    | "exists"
    | "in_list"
    | "at_least";
  /** One of them has to match; none for `exists`. */
  values: string[];
};
export type HeaderRule = {
  name: string;
  /** `set` replaces all headers of that name, `append` adds one, `remove` removes all. */
  operation: "set" | "append" | "remove";
  /** `request`: to your server. */
  target: "request" | "response";
  /** Empty if the header is removed. */
  value: string;
};
export type CustomRuleListing = {
  /** Id of a list. */
  list: string;
  minutes: number;
};
export type CustomRulePage = {
  /** The content of the HTML body, and styles. Scripts, forms and external resources are removed. Programs get problem+json with the same status if it is 400 or higher. */
  html: string;
  language: string;
  status: 200 | 403 | 404 | 410 | 429 | 451 | 503;
};
export type CustomRuleRedirect = {
  /** Appends the request’s query to the target. */
  keep_query: boolean;
  status: 301 | 302 | 307 | 308;
  /** A path or a URL. Visitors who are already there are not redirected. */
  to: string;
};
export type CustomRuleRewrite = {
  /** A path, such as "/old"; "/old/*" matches all paths that begin with "/old/", "/*" all. */
  from: string & string;
  /** The path that your server gets; a "*" at the end is replaced by what the "*" of `from` matched. */
  to: string & string;
};
export type CustomRule = {
  /** After `log`, `rewrite`, `change_headers` and `add_to_list` the following rules are evaluated; the other actions end the evaluation. All except `block`, `challenge`, `log` and `skip` have a member with their details. */
  action:
    | "block"
    | "challenge"
    | "log"
    | "skip"
    | "redirect"
    | "page"
    | "rewrite"
    | "change_headers"
    | "add_to_list";
  /** Further groups of conditions. The rule also applies if all conditions of one group hold. */
  alternatives?: CustomRuleCondition[][];
  /** All of them must hold. */
  conditions: CustomRuleCondition[];
  /** Only enabled rules apply and count towards the plan’s limit. */
  enabled: boolean;
  /** The header changes of `change_headers`, in order. */
  headers?: HeaderRule[];
  /** Chosen by the client; does not change. Appears in the log as `custom:<id>`. */
  id: string;
  listing?: CustomRuleListing;
  name: string;
  page?: CustomRulePage;
  redirect?: CustomRuleRedirect;
  rewrite?: CustomRuleRewrite;
  /** What `skip` leaves out; empty for other actions. */
  skip: ("managed_rules" | "bot_protection" | "rate_limiting")[];
};
export type OwnPage = {
  /** The content of the HTML body, and styles. Scripts, forms and external resources are removed. */
  html: string;
  /** `block`: blocked requests; `error`: the origin does not respond, or not correctly. */
  kind: "block" | "challenge" | "error" | "maintenance";
  /** Visitors get the page in their browser’s preferred language, or else the first of its kind. */
  language: string;
};
export type PathRateLimit = {
  path_prefix: string & string;
  requests: number;
  window_seconds: number;
};
export type RateLimitKeyPart = {
  /** Name of the header, cookie, query parameter, claim or form field, or a path in JSON; empty for other parts. */
  name: string;
  /** `network` is the /24 of an IPv4 address and the /48 of an IPv6 one; `api_key` the X-Api-Key header, else Authorization; `jwt_claim` a claim of the bearer token, whose signature is not checked; `ja4` the fingerprint of the client’s TLS handshake; `form_field` and `json_path` stand in the body, and such limits are asked once it is there. */
  part:
    | "address"
    | "network"
    | "path"
    | "host"
    | "method"
    | "user_agent"
    | "country"
    | "asn"
    | "header"
    | "cookie"
    | "query_parameter"
    | "api_key"
    | "jwt_claim"
    | "form_field"
    | "json_path"
    | "ja4";
};
export type RateLimitRule = {
  /** The action for requests over the limit: `refuse` answers 429 with Retry-After, `block` blocks the key within the scope of the limit for `block_seconds`. */
  action: "log" | "challenge" | "refuse" | "slow_down" | "block";
  /** A `sliding_window` moves with time; a `token_bucket` holds `burst` and gains `amount` in each window. Distinct paths are counted in consecutive windows. */
  algorithm: "sliding_window" | "token_bucket";
  amount: number;
  /** For `block`; 0 for the others. */
  block_seconds: number;
  /** Capacity of a `token_bucket`; 0 for a window. */
  burst: number;
  /** Conditions that must all hold for a request to count. None: every request. */
  conditions: CustomRuleCondition[];
  /** `failures` counts the origin’s responses that have one of `statuses`; `bytes` counts those of requests and responses together. */
  counts: "requests" | "failures" | "bytes" | "distinct_paths";
  /** For `slow_down`: how long each request is delayed; 0 for the others. */
  delay_ms: number;
  /** Only enabled limits apply and count towards the plan’s number. */
  enabled: boolean;
  /** Chosen by the client; does not change. Appears in the log as `limit:<id>`. */
  id: string;
  /** What requests are counted by. Several parts form one key. */
  key: RateLimitKeyPart[];
  name: string;
  /** The statuses that `failures` counts; empty for the others. */
  statuses: number[];
  window_seconds: number;
};
export type Redirect = {
  /** A path, such as "/old"; "/old/*" matches all paths that begin with "/old/". */
  from: string & string;
  /** Appends the request’s query to the target. */
  keep_query: boolean;
  status: 301 | 302 | 307 | 308;
  /** A path or a URL; a "*" at the end is replaced by what the "*" of `from` matched. */
  to: string;
};
export type RuleAdjustment = {
  /** Its matches are logged, but do not add to the score or block. */
  log_only: boolean;
  /** A rule of the site’s rule set. */
  rule_id: number;
  /** What a match adds to the anomaly score; null: the rule’s own score. */
  score: number | null;
};
export type RuleExclusion = {
  /** One rule, or all rules of a family. */
  by: "rule_id" | "tag";
  /** When it stops applying, to within a minute; null: it does not expire. */
  expires_at: string | null;
  /** Chosen by the client; does not change. Identifies the exclusion in the log. */
  id: string;
  /** Why it exists. */
  note: string;
  /** Prefix of the normalized path that it applies to; empty: all paths. */
  path_prefix: "" | string;
  /** SecLang target, such as "ARGS:comment"; empty: everything that the rule inspects. */
  target: string;
  /** Such as "1002", or "family/sql-injection"; see GET /api/managed-rules. */
  value: string;
};
export type PolicyDraft = {
  /** The version in force when it was written last. */
  base_version: number;
  /** Against what is in force now. */
  changes: SitePolicyChange[];
  created_at: string;
  /** It is dropped then, unless it is written to. */
  expires_at: string;
  id: string;
  name: string;
  note: string;
  originConfig?: {
    additional_origins?: AdditionalOrigin[];
    client_certificate_allowed?: string[];
    client_certificate_authorities?: string[];
    client_certificate_forwarded?: boolean;
    client_certificate_paths?: (string & string)[];
    client_certificate_revocations?: string[];
    client_certificates?: "off" | "optional" | "required";
    enable_compression?: boolean;
    enable_hsts?: boolean;
    enable_http2?: boolean;
    enable_http3?: boolean;
    enable_websocket?: boolean;
    health_check?: HealthCheck;
    health_quorum?: boolean;
    origin_client_certificate?: "off" | "automatic" | "uploaded";
    /** Null: in service. A time: new visitors go to other origins; visitors with its cookie stay until then. */
    origin_drain_until?: string | null;
    origin_host?: string;
    origin_host_header?: "" | string;
    origin_http2?: boolean;
    /** Visitors from these places prefer this origin: country codes (ISO 3166-1 alpha-2), or continents such as "south-america". */
    origin_places?: string[];
    origin_port?: number;
    origin_protocol?: "http" | "https";
    origin_use_tls?: boolean;
    origin_weight?: number;
    pass_underscore_headers?: boolean;
    prefer_fastest?: boolean;
    redirect_to_https?: boolean;
    sticky_sessions?: boolean;
    timeout_seconds?: number;
    tls_ciphers?: "standard" | "strong";
    tls_min_version?: "1.2" | "1.3";
    trusted_proxies?: string[];
    trusted_proxy_header?: string;
    trusted_proxy_hops?: number;
    verify_origin_certificate?: boolean;
    websocket_inspect_text?: boolean;
    websocket_max_message_kb?: number;
  };
  /** Fields that it changes and that were saved otherwise since then: it would take that back. */
  overlaps: string[];
  policyConfig?: {
    allowed_ips?: string[];
    allowed_ips_skip_rules?: boolean;
    allowed_lists?: string[];
    api_path_prefixes?: (string & string)[];
    /** See GET /api/managed-rules/packs for what each of them changes. */
    application_packs?: ApplicationPack[];
    block_ai_crawlers?: boolean;
    blocked_countries?: string[];
    blocked_ips?: string[];
    blocked_lists?: string[];
    body_beyond_inspection?: "refuse" | "pass";
    bot_challenge?: "off" | "suspicious" | "all";
    cache_default_ttl_seconds?: number;
    cache_ignored_query_parameters?: string[];
    cache_stale_if_error_seconds?: number;
    cache_stale_while_revalidate_seconds?: number;
    challenge_clearance_seconds?: number;
    challenged_lists?: string[];
    crawler_robots_rules?: boolean;
    crawlers_ai_assistant?: "allow" | "challenge" | "block" | "slow";
    crawlers_ai_training?: "allow" | "challenge" | "block" | "slow";
    crawlers_feed?: "allow" | "challenge" | "block" | "slow";
    crawlers_monitor?: "allow" | "challenge" | "block" | "slow";
    crawlers_preview?: "allow" | "challenge" | "block" | "slow";
    crawlers_search?: "allow" | "challenge" | "block" | "slow";
    crawlers_seo?: "allow" | "challenge" | "block" | "slow";
    csp_reports?: boolean;
    /** In order of evaluation. */
    custom_rules?: CustomRule[];
    ddos_protection_level?: "none" | "low" | "medium" | "high";
    deception?: "off" | "log" | "challenge" | "block" | "tarpit";
    deception_fields?: boolean;
    deception_links?: boolean;
    deception_minutes?: number;
    enable_bot_protection?: boolean;
    enable_caching?: boolean;
    enable_ddos_protection?: boolean;
    enable_geo_blocking?: boolean;
    enable_managed_rules?: boolean;
    enable_rate_limiting?: boolean;
    files_beyond_inspection?: "pass" | "refuse";
    /** In the order in which they are applied. */
    header_rules?: HeaderRule[];
    inbound_anomaly_threshold?: number;
    inspected_body_kb?: number;
    inspected_upload_kb?: number;
    leaked_password_fields?: string[];
    leaked_password_paths?: (string & string)[];
    leaked_passwords?: "off" | "log" | "header" | "challenge" | "block";
    log_addresses?: "full" | "network" | "pseudonym";
    log_mask_query_values?: boolean;
    log_omit_fingerprints?: boolean;
    log_omit_user_agents?: boolean;
    maintenance_allowed_ips?: string[];
    maintenance_mode?: boolean;
    maintenance_retry_after_seconds?: number;
    mode?: "On" | "DetectionOnly" | "Off";
    on_engine_failure?: "open" | "closed";
    own_pages?: OwnPage[];
    paranoia_level?: number;
    path_rate_limits?: PathRateLimit[];
    rate_limit_requests?: number;
    /** In order of evaluation. Every rule that applies counts the request, until one stops it. */
    rate_limit_rules?: RateLimitRule[];
    recording_masked_fields?: string[];
    recording_rate_percent?: number;
    /** An exact path takes precedence over a prefix, a longer prefix over a shorter one. */
    redirects?: Redirect[];
    /** Rules that only log, or have another score, on this site. */
    rule_adjustments?: RuleAdjustment[];
    /** Exclusions from the managed rules. Expired ones stay in the list until they are removed. */
    rule_exclusions?: RuleExclusion[];
    rule_set?: string;
    tiered_cache?: boolean;
    traffic_recording?: "off" | "blocked" | "sampled" | "all";
    upload_scan_over_limit?: "refuse" | "pass";
    upload_scanning?: "off" | "fail_open" | "fail_closed";
    visitor_reports?: boolean;
    waf_sensitivity?: "low" | "medium" | "high";
  };
  /** One more each time that it is written. */
  revision: number;
  updated_at: string;
  /** The version in force now, which `changes` are against. */
  version: number;
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
export type PolicyDraftInput = {
  name: string;
  /** A note for its reviewers. */
  note?: string;
  originConfig?: {
    additional_origins?: AdditionalOrigin[];
    client_certificate_allowed?: string[];
    client_certificate_authorities?: string[];
    client_certificate_forwarded?: boolean;
    client_certificate_paths?: (string & string)[];
    client_certificate_revocations?: string[];
    client_certificates?: "off" | "optional" | "required";
    enable_compression?: boolean;
    enable_hsts?: boolean;
    enable_http2?: boolean;
    enable_http3?: boolean;
    enable_websocket?: boolean;
    health_check?: HealthCheck;
    health_quorum?: boolean;
    origin_client_certificate?: "off" | "automatic" | "uploaded";
    /** Null: in service. A time: new visitors go to other origins; visitors with its cookie stay until then. */
    origin_drain_until?: string | null;
    origin_host?: string;
    origin_host_header?: "" | string;
    origin_http2?: boolean;
    /** Visitors from these places prefer this origin: country codes (ISO 3166-1 alpha-2), or continents such as "south-america". */
    origin_places?: string[];
    origin_port?: number;
    origin_protocol?: "http" | "https";
    origin_use_tls?: boolean;
    origin_weight?: number;
    pass_underscore_headers?: boolean;
    prefer_fastest?: boolean;
    redirect_to_https?: boolean;
    sticky_sessions?: boolean;
    timeout_seconds?: number;
    tls_ciphers?: "standard" | "strong";
    tls_min_version?: "1.2" | "1.3";
    trusted_proxies?: string[];
    trusted_proxy_header?: string;
    trusted_proxy_hops?: number;
    verify_origin_certificate?: boolean;
    websocket_inspect_text?: boolean;
    websocket_max_message_kb?: number;
  };
  policyConfig?: {
    allowed_ips?: string[];
    allowed_ips_skip_rules?: boolean;
    allowed_lists?: string[];
    api_path_prefixes?: (string & string)[];
    /** See GET /api/managed-rules/packs for what each of them changes. */
    application_packs?: ApplicationPack[];
    block_ai_crawlers?: boolean;
    blocked_countries?: string[];
    blocked_ips?: string[];
    blocked_lists?: string[];
    body_beyond_inspection?: "refuse" | "pass";
    bot_challenge?: "off" | "suspicious" | "all";
    cache_default_ttl_seconds?: number;
    cache_ignored_query_parameters?: string[];
    cache_stale_if_error_seconds?: number;
    cache_stale_while_revalidate_seconds?: number;
    challenge_clearance_seconds?: number;
    challenged_lists?: string[];
    crawler_robots_rules?: boolean;
    crawlers_ai_assistant?: "allow" | "challenge" | "block" | "slow";
    crawlers_ai_training?: "allow" | "challenge" | "block" | "slow";
    crawlers_feed?: "allow" | "challenge" | "block" | "slow";
    crawlers_monitor?: "allow" | "challenge" | "block" | "slow";
    crawlers_preview?: "allow" | "challenge" | "block" | "slow";
    crawlers_search?: "allow" | "challenge" | "block" | "slow";
    crawlers_seo?: "allow" | "challenge" | "block" | "slow";
    csp_reports?: boolean;
    /** In order of evaluation. */
    custom_rules?: CustomRule[];
    ddos_protection_level?: ("none" | "low" | "medium" | "high") | null;
    deception?: "off" | "log" | "challenge" | "block" | "tarpit";
    deception_fields?: boolean;
    deception_links?: boolean;
    deception_minutes?: number;
    enable_bot_protection?: boolean;
    enable_caching?: boolean;
    enable_ddos_protection?: boolean;
    enable_geo_blocking?: boolean;
    enable_managed_rules?: boolean;
    enable_rate_limiting?: boolean;
    files_beyond_inspection?: "pass" | "refuse";
    /** In the order in which they are applied. */
    header_rules?: HeaderRule[];
    inbound_anomaly_threshold?: number;
    inspected_body_kb?: number;
    inspected_upload_kb?: number;
    leaked_password_fields?: string[];
    leaked_password_paths?: (string & string)[];
    leaked_passwords?: "off" | "log" | "header" | "challenge" | "block";
    log_addresses?: "full" | "network" | "pseudonym";
    log_mask_query_values?: boolean;
    log_omit_fingerprints?: boolean;
    log_omit_user_agents?: boolean;
    maintenance_allowed_ips?: string[];
    maintenance_mode?: boolean;
    maintenance_retry_after_seconds?: number;
    mode?: "On" | "DetectionOnly" | "Off";
    on_engine_failure?: "open" | "closed";
    own_pages?: OwnPage[];
    paranoia_level?: number;
    path_rate_limits?: PathRateLimit[];
    rate_limit_requests?: number;
    /** In order of evaluation. Every rule that applies counts the request, until one stops it. */
    rate_limit_rules?: RateLimitRule[];
    recording_masked_fields?: string[];
    recording_rate_percent?: number;
    /** An exact path takes precedence over a prefix, a longer prefix over a shorter one. */
    redirects?: Redirect[];
    /** Rules that only log, or have another score, on this site. */
    rule_adjustments?: RuleAdjustment[];
    /** Exclusions from the managed rules. Expired ones stay in the list until they are removed. */
    rule_exclusions?: RuleExclusion[];
    rule_set?: string;
    tiered_cache?: boolean;
    traffic_recording?: "off" | "blocked" | "sampled" | "all";
    upload_scan_over_limit?: "refuse" | "pass";
    upload_scanning?: "off" | "fail_open" | "fail_closed";
    visitor_reports?: boolean;
    waf_sensitivity?: "low" | "medium" | "high";
  };
  version?: number;
};
export type PolicyDraftReplacement = {
  name: string;
  /** A note for its reviewers. */
  note?: string;
  originConfig?: {
    additional_origins?: AdditionalOrigin[];
    client_certificate_allowed?: string[];
    client_certificate_authorities?: string[];
    client_certificate_forwarded?: boolean;
    client_certificate_paths?: (string & string)[];
    client_certificate_revocations?: string[];
    client_certificates?: "off" | "optional" | "required";
    enable_compression?: boolean;
    enable_hsts?: boolean;
    enable_http2?: boolean;
    enable_http3?: boolean;
    enable_websocket?: boolean;
    health_check?: HealthCheck;
    health_quorum?: boolean;
    origin_client_certificate?: "off" | "automatic" | "uploaded";
    /** Null: in service. A time: new visitors go to other origins; visitors with its cookie stay until then. */
    origin_drain_until?: string | null;
    origin_host?: string;
    origin_host_header?: "" | string;
    origin_http2?: boolean;
    /** Visitors from these places prefer this origin: country codes (ISO 3166-1 alpha-2), or continents such as "south-america". */
    origin_places?: string[];
    origin_port?: number;
    origin_protocol?: "http" | "https";
    origin_use_tls?: boolean;
    origin_weight?: number;
    pass_underscore_headers?: boolean;
    prefer_fastest?: boolean;
    redirect_to_https?: boolean;
    sticky_sessions?: boolean;
    timeout_seconds?: number;
    tls_ciphers?: "standard" | "strong";
    tls_min_version?: "1.2" | "1.3";
    trusted_proxies?: string[];
    trusted_proxy_header?: string;
    trusted_proxy_hops?: number;
    verify_origin_certificate?: boolean;
    websocket_inspect_text?: boolean;
    websocket_max_message_kb?: number;
  };
  policyConfig?: {
    allowed_ips?: string[];
    allowed_ips_skip_rules?: boolean;
    allowed_lists?: string[];
    api_path_prefixes?: (string & string)[];
    /** See GET /api/managed-rules/packs for what each of them changes. */
    application_packs?: ApplicationPack[];
    block_ai_crawlers?: boolean;
    blocked_countries?: string[];
    blocked_ips?: string[];
    blocked_lists?: string[];
    body_beyond_inspection?: "refuse" | "pass";
    bot_challenge?: "off" | "suspicious" | "all";
    cache_default_ttl_seconds?: number;
    cache_ignored_query_parameters?: string[];
    cache_stale_if_error_seconds?: number;
    cache_stale_while_revalidate_seconds?: number;
    challenge_clearance_seconds?: number;
    challenged_lists?: string[];
    crawler_robots_rules?: boolean;
    crawlers_ai_assistant?: "allow" | "challenge" | "block" | "slow";
    crawlers_ai_training?: "allow" | "challenge" | "block" | "slow";
    crawlers_feed?: "allow" | "challenge" | "block" | "slow";
    crawlers_monitor?: "allow" | "challenge" | "block" | "slow";
    crawlers_preview?: "allow" | "challenge" | "block" | "slow";
    crawlers_search?: "allow" | "challenge" | "block" | "slow";
    crawlers_seo?: "allow" | "challenge" | "block" | "slow";
    csp_reports?: boolean;
    /** In order of evaluation. */
    custom_rules?: CustomRule[];
    ddos_protection_level?: ("none" | "low" | "medium" | "high") | null;
    deception?: "off" | "log" | "challenge" | "block" | "tarpit";
    deception_fields?: boolean;
    deception_links?: boolean;
    deception_minutes?: number;
    enable_bot_protection?: boolean;
    enable_caching?: boolean;
    enable_ddos_protection?: boolean;
    enable_geo_blocking?: boolean;
    enable_managed_rules?: boolean;
    enable_rate_limiting?: boolean;
    files_beyond_inspection?: "pass" | "refuse";
    /** In the order in which they are applied. */
    header_rules?: HeaderRule[];
    inbound_anomaly_threshold?: number;
    inspected_body_kb?: number;
    inspected_upload_kb?: number;
    leaked_password_fields?: string[];
    leaked_password_paths?: (string & string)[];
    leaked_passwords?: "off" | "log" | "header" | "challenge" | "block";
    log_addresses?: "full" | "network" | "pseudonym";
    log_mask_query_values?: boolean;
    log_omit_fingerprints?: boolean;
    log_omit_user_agents?: boolean;
    maintenance_allowed_ips?: string[];
    maintenance_mode?: boolean;
    maintenance_retry_after_seconds?: number;
    mode?: "On" | "DetectionOnly" | "Off";
    on_engine_failure?: "open" | "closed";
    own_pages?: OwnPage[];
    paranoia_level?: number;
    path_rate_limits?: PathRateLimit[];
    rate_limit_requests?: number;
    /** In order of evaluation. Every rule that applies counts the request, until one stops it. */
    rate_limit_rules?: RateLimitRule[];
    recording_masked_fields?: string[];
    recording_rate_percent?: number;
    /** An exact path takes precedence over a prefix, a longer prefix over a shorter one. */
    redirects?: Redirect[];
    /** Rules that only log, or have another score, on this site. */
    rule_adjustments?: RuleAdjustment[];
    /** Exclusions from the managed rules. Expired ones stay in the list until they are removed. */
    rule_exclusions?: RuleExclusion[];
    rule_set?: string;
    tiered_cache?: boolean;
    traffic_recording?: "off" | "blocked" | "sampled" | "all";
    upload_scan_over_limit?: "refuse" | "pass";
    upload_scanning?: "off" | "fail_open" | "fail_closed";
    visitor_reports?: boolean;
    waf_sensitivity?: "low" | "medium" | "high";
  };
  /** The revision of the draft that was read; 409 if it was edited since. */
  revision?: number;
  version?: number;
};
export type OriginConfig = {
  additional_origins: AdditionalOrigin[];
  client_certificate_allowed: string[];
  client_certificate_authorities: string[];
  client_certificate_forwarded: boolean;
  client_certificate_paths: (string & string)[];
  client_certificate_revocations: string[];
  client_certificates: "off" | "optional" | "required";
  enable_compression: boolean;
  enable_hsts: boolean;
  enable_http2: boolean;
  enable_http3: boolean;
  enable_websocket: boolean;
  health_check: HealthCheck;
  health_quorum: boolean;
  origin_client_certificate: "off" | "automatic" | "uploaded";
  /** Null: in service. A time: new visitors go to other origins; visitors with its cookie stay until then. */
  origin_drain_until: string | null;
  origin_host: string;
  origin_host_header: "" | string;
  origin_http2: boolean;
  /** Visitors from these places prefer this origin: country codes (ISO 3166-1 alpha-2), or continents such as "south-america". */
  origin_places: string[];
  origin_port: number;
  origin_protocol: "http" | "https";
  origin_use_tls: boolean;
  origin_weight: number;
  pass_underscore_headers: boolean;
  prefer_fastest: boolean;
  redirect_to_https: boolean;
  sticky_sessions: boolean;
  timeout_seconds: number;
  tls_ciphers: "standard" | "strong";
  tls_min_version: "1.2" | "1.3";
  trusted_proxies: string[];
  trusted_proxy_header: string;
  trusted_proxy_hops: number;
  verify_origin_certificate: boolean;
  websocket_inspect_text: boolean;
  websocket_max_message_kb: number;
};
export type PolicyConfig = {
  allowed_ips: string[];
  allowed_ips_skip_rules: boolean;
  allowed_lists: string[];
  api_path_prefixes: (string & string)[];
  /** See GET /api/managed-rules/packs for what each of them changes. */
  application_packs: ApplicationPack[];
  block_ai_crawlers: boolean;
  blocked_countries: string[];
  blocked_ips: string[];
  blocked_lists: string[];
  body_beyond_inspection: "refuse" | "pass";
  bot_challenge: "off" | "suspicious" | "all";
  cache_default_ttl_seconds: number;
  cache_ignored_query_parameters: string[];
  cache_stale_if_error_seconds: number;
  cache_stale_while_revalidate_seconds: number;
  challenge_clearance_seconds: number;
  challenged_lists: string[];
  crawler_robots_rules: boolean;
  crawlers_ai_assistant: "allow" | "challenge" | "block" | "slow";
  crawlers_ai_training: "allow" | "challenge" | "block" | "slow";
  crawlers_feed: "allow" | "challenge" | "block" | "slow";
  crawlers_monitor: "allow" | "challenge" | "block" | "slow";
  crawlers_preview: "allow" | "challenge" | "block" | "slow";
  crawlers_search: "allow" | "challenge" | "block" | "slow";
  crawlers_seo: "allow" | "challenge" | "block" | "slow";
  csp_reports: boolean;
  /** In order of evaluation. */
  custom_rules: CustomRule[];
  ddos_protection_level: "none" | "low" | "medium" | "high";
  deception: "off" | "log" | "challenge" | "block" | "tarpit";
  deception_fields: boolean;
  deception_links: boolean;
  deception_minutes: number;
  enable_bot_protection: boolean;
  enable_caching: boolean;
  enable_ddos_protection: boolean;
  enable_geo_blocking: boolean;
  enable_managed_rules: boolean;
  enable_rate_limiting: boolean;
  files_beyond_inspection: "pass" | "refuse";
  /** In the order in which they are applied. */
  header_rules: HeaderRule[];
  inbound_anomaly_threshold: number;
  inspected_body_kb: number;
  inspected_upload_kb: number;
  leaked_password_fields: string[];
  leaked_password_paths: (string & string)[];
  leaked_passwords: "off" | "log" | "header" | "challenge" | "block";
  log_addresses: "full" | "network" | "pseudonym";
  log_mask_query_values: boolean;
  log_omit_fingerprints: boolean;
  log_omit_user_agents: boolean;
  maintenance_allowed_ips: string[];
  maintenance_mode: boolean;
  maintenance_retry_after_seconds: number;
  mode: "On" | "DetectionOnly" | "Off";
  on_engine_failure: "open" | "closed";
  own_pages: OwnPage[];
  paranoia_level: number;
  path_rate_limits: PathRateLimit[];
  rate_limit_requests: number;
  /** In order of evaluation. Every rule that applies counts the request, until one stops it. */
  rate_limit_rules: RateLimitRule[];
  recording_masked_fields: string[];
  recording_rate_percent: number;
  /** An exact path takes precedence over a prefix, a longer prefix over a shorter one. */
  redirects: Redirect[];
  /** Rules that only log, or have another score, on this site. */
  rule_adjustments: RuleAdjustment[];
  /** Exclusions from the managed rules. Expired ones stay in the list until they are removed. */
  rule_exclusions: RuleExclusion[];
  rule_set: string;
  tiered_cache: boolean;
  traffic_recording: "off" | "blocked" | "sampled" | "all";
  upload_scan_over_limit: "refuse" | "pass";
  upload_scanning: "off" | "fail_open" | "fail_closed";
  visitor_reports: boolean;
  waf_sensitivity: "low" | "medium" | "high";
};
export type SitePolicy = {
  originConfig: OriginConfig;
  policyConfig: PolicyConfig;
  published: boolean;
  /** The roll-out that runs; null where none does. */
  rollout: string | null;
  updated_at: string;
  version: number;
};
export type PolicyDraftApply = {
  /** The revision of the draft that was reviewed; 409 if it was edited since. */
  revision: number;
  /** The version that the draft was reviewed against; 409 at any other. */
  version: number;
};
