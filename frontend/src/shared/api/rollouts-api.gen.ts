import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listRuleRollouts: build.query<
      ListRuleRolloutsApiResponse,
      ListRuleRolloutsApiArg
    >({
      query: () => ({ url: `/api/admin/edge/rule-rollouts` }),
    }),
    startRuleRollout: build.mutation<
      StartRuleRolloutApiResponse,
      StartRuleRolloutApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/edge/rule-rollouts`,
        method: "POST",
        body: queryArg.ruleRolloutStart,
      }),
    }),
    endRuleRollout: build.mutation<
      EndRuleRolloutApiResponse,
      EndRuleRolloutApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/edge/rule-rollouts/${queryArg.rolloutId}/end`,
        method: "POST",
      }),
    }),
    listRuleRolloutSites: build.query<
      ListRuleRolloutSitesApiResponse,
      ListRuleRolloutSitesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/edge/rule-rollouts/${queryArg.rolloutId}/sites`,
        params: {
          stage: queryArg.stage,
        },
      }),
    }),
    decideForSite: build.mutation<
      DecideForSiteApiResponse,
      DecideForSiteApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/edge/rule-rollouts/${queryArg.rolloutId}/sites/${queryArg.partId}/decide`,
        method: "POST",
        body: queryArg.ruleRolloutDecision,
      }),
    }),
    listRollouts: build.query<ListRolloutsApiResponse, ListRolloutsApiArg>({
      query: (queryArg) => ({ url: `/api/domains/${queryArg.id}/rollouts` }),
    }),
    startRollout: build.mutation<StartRolloutApiResponse, StartRolloutApiArg>({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/rollouts`,
        method: "POST",
        body: queryArg.rolloutStart,
      }),
    }),
    promoteRollout: build.mutation<
      PromoteRolloutApiResponse,
      PromoteRolloutApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/rollouts/${queryArg.rolloutId}/promote`,
        method: "POST",
      }),
    }),
    takeBackRollout: build.mutation<
      TakeBackRolloutApiResponse,
      TakeBackRolloutApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/rollouts/${queryArg.rolloutId}/take-back`,
        method: "POST",
      }),
    }),
    listSiteRuleRollouts: build.query<
      ListSiteRuleRolloutsApiResponse,
      ListSiteRuleRolloutsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/rule-rollouts`,
      }),
    }),
    decideRuleRollout: build.mutation<
      DecideRuleRolloutApiResponse,
      DecideRuleRolloutApiArg
    >({
      query: (queryArg) => ({
        url: `/api/domains/${queryArg.id}/rule-rollouts/${queryArg.partId}/decide`,
        method: "POST",
        body: queryArg.ruleRolloutDecision,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedRolloutsApi };
export type ListRuleRolloutsApiResponse = /** status 200  */ RuleRollouts;
export type ListRuleRolloutsApiArg = void;
export type StartRuleRolloutApiResponse = /** status 201  */ RuleRollout;
export type StartRuleRolloutApiArg = {
  ruleRolloutStart: RuleRolloutStart;
};
export type EndRuleRolloutApiResponse = /** status 200  */ RuleRollout;
export type EndRuleRolloutApiArg = {
  rolloutId: string;
};
export type ListRuleRolloutSitesApiResponse =
  /** status 200  */ RuleRolloutSite[];
export type ListRuleRolloutSitesApiArg = {
  rolloutId: string;
  stage: "shadow" | "promoted" | "held";
};
export type DecideForSiteApiResponse = /** status 200  */ RuleRolloutSite;
export type DecideForSiteApiArg = {
  rolloutId: string;
  partId: string;
  ruleRolloutDecision: RuleRolloutDecision;
};
export type ListRolloutsApiResponse = /** status 200  */ Rollout[];
export type ListRolloutsApiArg = {
  id: string;
};
export type StartRolloutApiResponse = /** status 201  */ Rollout;
export type StartRolloutApiArg = {
  id: string;
  rolloutStart: RolloutStart;
};
export type PromoteRolloutApiResponse = /** status 200  */ Rollout;
export type PromoteRolloutApiArg = {
  id: string;
  rolloutId: string;
};
export type TakeBackRolloutApiResponse = /** status 200  */ Rollout;
export type TakeBackRolloutApiArg = {
  id: string;
  rolloutId: string;
};
export type ListSiteRuleRolloutsApiResponse =
  /** status 200  */ SiteRuleRollout[];
export type ListSiteRuleRolloutsApiArg = {
  id: string;
};
export type DecideRuleRolloutApiResponse = /** status 200  */ SiteRuleRollout;
export type DecideRuleRolloutApiArg = {
  id: string;
  partId: string;
  ruleRolloutDecision: RuleRolloutDecision;
};
export type RuleCandidate = {
  candidate: string;
  nodes: number;
  release: string;
};
export type RuleRollout = {
  candidate: string;
  ended_at: string | null;
  id: string;
  /** So many sites hold it that no other one takes it up by itself; an administrator may decide. */
  is_halted: boolean;
  release: string;
  /** By stage; `waiting` have not begun (null: it is over). */
  sites: {
    held: number;
    promoted: number;
    shadow: number;
    waiting: number | null;
  };
  started_at: string;
};
export type RuleRollouts = {
  /** That edge nodes have; null: they cannot be asked right now. */
  candidates: RuleCandidate[] | null;
  /** Edge nodes in all. */
  nodes: number;
  /** Newest first. */
  rollouts: RuleRollout[];
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
export type RuleRolloutStart = {
  release: string;
};
export type ShadowRule = {
  requests: number;
  rule_id: number;
};
export type ShadowFigures = {
  as_of: string;
  /** On which the rule engine failed with the new rules. */
  failures: number;
  /** Of these, that the new rules would have blocked and the site answered (status 200 to 399). */
  lost_requests: number;
  /** Of these, whom the new rules would have cost at least one request. */
  lost_visitors: number;
  /** That the rules in force let pass, and the new ones judged as well. */
  requests: number;
  /** The new rules that would have blocked most of them. */
  rules: ShadowRule[];
  /** Distinct addresses (of IPv6 networks, /48); of busy sites a sample. */
  visitors: number;
};
export type RuleRolloutSite = {
  decided_at: string | null;
  /** Null: it is still tried. */
  decided_by: ("watcher" | "owner" | "operator") | null;
  domain_id: string;
  domain_name: string;
  /** Null: nothing was seen yet. */
  figures: ShadowFigures | null;
  id: string;
  /** Why it was decided so, in a sentence. */
  reason: string;
  /** shadow: the new rules judge the site’s traffic and decide nothing; promoted: they judge the site; held: the site keeps its rules. */
  stage: "shadow" | "promoted" | "held";
  started_at: string;
};
export type RuleRolloutDecision = {
  /** try_again: it judges without effect once more, and what was seen before is forgotten. */
  decision: "promote" | "hold" | "try_again";
};
export type SitePolicyChange = {
  /** Of a list: what was put into it; otherwise like `before`. */
  after: any;
  /** Of a list: what was taken out of it. Of a custom rule, rate limit rule or exclusion: it as a whole, null if it was added. Of "policyConfig.custom_rules" or "policyConfig.rate_limit_rules": the names in their order. */
  before: any;
  /** Such as "policyConfig.enable_caching". Custom rules, rate limit rules and exclusions are shown one by one, as "policyConfig.custom_rules.<id>". */
  field: string;
};
export type RolloutArm = {
  blocked_requests: number;
  /** Of these, those that were blocked at least once. */
  blocked_visitors: number;
  /** Answered with 500 or more. */
  failed_requests: number;
  /** Of these, those that saw a failure at least once. */
  failed_visitors: number;
  requests: number;
  /** Distinct addresses (of IPv6 networks, /48); of busy sites a sample, the same for both policies. */
  visitors: number;
};
export type Rollout = {
  /** The version that was in force when it began. */
  base_version: number;
  changes: SitePolicyChange[];
  decided_by: ("owner" | "watcher") | null;
  ended_at: string | null;
  /** Of the share of now, or the last one; null while nothing was seen. */
  figures: {
    as_of: string;
    /** Visitors who are judged by the change. */
    candidate: RolloutArm;
    /** Visitors who are judged by the policy in force. */
    live: RolloutArm;
    share_percent: number;
  } | null;
  id: string;
  /** Why it was decided so, in a sentence; empty while it runs. */
  reason: string;
  /** Of visitors who are judged by the change now; at the end, the last one. */
  share_percent: number;
  shares: number[];
  started_at: string;
  state: "running" | "promoted" | "taken_back";
  step_minutes: number;
  step_started_at: string;
  tolerance_percent: number;
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
export type RolloutStart = {
  /** The change. Fields that are absent stay as they are. */
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
  /** In the place of `policyConfig`: back to the policy of this version. Where requests are sent stays as it is. */
  restore_version?: number;
  /** Percentages of visitors, one after the other; after the last one the change holds for everybody. */
  shares?: number[];
  /** How long each share is watched at least. */
  step_minutes?: number;
  /** So many more visitors in a hundred may be blocked, or see errors, than under the policy in force, before the change is taken back. */
  tolerance_percent?: number;
  /** The version that the change was made on; with it, a change made meanwhile by someone else is 409. */
  version?: number;
};
export type SiteRuleRollout = {
  /** Names the new rules by their content. */
  candidate: string;
  decided_at: string | null;
  /** Null: it is still tried. */
  decided_by: ("watcher" | "owner" | "operator") | null;
  /** Null: nothing was seen yet. */
  figures: ShadowFigures | null;
  id: string;
  /** The operator has ended it for all sites. */
  is_over: boolean;
  /** Why it was decided so, in a sentence. */
  reason: string;
  /** As `rule_set` of the policy names it. */
  release: string;
  /** shadow: the new rules judge the site’s traffic and decide nothing; promoted: they judge the site; held: the site keeps its rules. */
  stage: "shadow" | "promoted" | "held";
  started_at: string;
};
