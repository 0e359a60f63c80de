import { SITE_CONFIG_LIMITS } from '@palisade/edge-state';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { toHostName } from '../domains/domain-name.ts';
import { addressListSchema } from './addresses.ts';
import { COUNTRY_CODES } from './countries.ts';
import { type CustomRule, customRuleSchema } from './custom-rules.schema.ts';
import { RULE_EXCLUSIONS_MAX, refuseTooManyPatterns, ruleExclusionSchema } from './rule-exclusions.schema.ts';

export const ORIGIN_HOST_REQUIRED = 'Origin host is required';
export const ORIGIN_HOST_INVALID = 'Please enter a valid host name or IP address for the origin';
export const PORT_INVALID = 'Port must be a whole number between 1 and 65535';
export const COUNTRY_EMPTY = 'Please select a country';
export const COUNTRY_REPEATED = 'Country already exists in the block list';

export const originHostSchema = z
  .string()
  .trim()
  .min(1, { error: ORIGIN_HOST_REQUIRED, abort: true })
  .max(253, ORIGIN_HOST_INVALID)
  .overwrite((text) => canonicalOriginHost(text) ?? text)
  .refine((text) => canonicalOriginHost(text) !== null, ORIGIN_HOST_INVALID);

/** A name as A-labels or an address; `null` for anything else. Single labels are refused: they mean nothing at the edge. */
function canonicalOriginHost(text: string): string | null {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return bare;
  if (bare.includes(':')) {
    return ipaddr.IPv6.isValid(bare) && !bare.includes('%') ? ipaddr.parse(bare).toString() : null;
  }
  return bare.toLowerCase() === 'localhost' ? 'localhost' : toHostName(bare);
}

export const portSchema = z.int(PORT_INVALID).min(1, PORT_INVALID).max(65_535, PORT_INVALID);
export const protocolSchema = z.enum(['http', 'https']);

const { min, max } = SITE_CONFIG_LIMITS.originTimeoutMs;
const WEIGHT_INVALID = 'Weight must be a whole number between 1 and 100';
const weightSchema = z.int(WEIGHT_INVALID).min(1, WEIGHT_INVALID).max(100, WEIGHT_INVALID);

const PATH_INVALID = 'A path must begin with a slash';
const pathSchema = z
  .string()
  .trim()
  .startsWith('/', PATH_INVALID)
  .max(SITE_CONFIG_LIMITS.pathPrefixLength)
  .regex(/^[\x21-\x7e]+$/, 'A path must not contain spaces or characters that are not percent-encoded');

const additionalOriginSchema = z
  .object({
    host: originHostSchema,
    port: portSchema,
    protocol: protocolSchema,
    weight: weightSchema,
    /** Gets requests only while no other origin is healthy. */
    backup: z.boolean(),
  })
  .meta({ id: 'AdditionalOrigin' });

const healthCheckSchema = z
  .object({
    enabled: z.boolean(),
    path: pathSchema,
    interval_seconds: z.int().min(1).max(300),
    timeout_seconds: z.int().min(1).max(60),
    /** So many failures, or successes, in a row change the verdict. */
    unhealthy_after: z.int().min(1).max(100),
    healthy_after: z.int().min(1).max(100),
    /** Statuses from–to count as healthy. */
    status_from: z.int().min(100).max(599),
    status_to: z.int().min(100).max(599),
  })
  .refine((check) => check.status_from <= check.status_to, {
    path: ['status_to'],
    error: 'The last healthy status must not be below the first',
  })
  .meta({ id: 'HealthCheck' });

const TIMEOUT_INVALID = `Timeout must be between ${min / 1000} and ${max / 1000} seconds`;

export const originConfigSchema = z
  .object({
    origin_host: originHostSchema,
    origin_port: portSchema,
    /** `https` means TLS to the origin. */
    origin_protocol: protocolSchema,
    /** Older name of `origin_protocol: https`, always in step with it. */
    origin_use_tls: z.boolean(),
    enable_hsts: z.boolean(),
    /** About visitors' connections. */
    enable_http2: z.boolean(),
    enable_websocket: z.boolean(),
    enable_compression: z.boolean(),
    timeout_seconds: z
      .int(TIMEOUT_INVALID)
      .min(min / 1000, TIMEOUT_INVALID)
      .max(max / 1000, TIMEOUT_INVALID),
    /** Header names with underscores are passed on; without this they are inspected and dropped. */
    pass_underscore_headers: z.boolean(),
    /** Visitors who come by HTTP are sent to HTTPS, once the site has a certificate. */
    redirect_to_https: z.boolean(),
    verify_origin_certificate: z.boolean(),
    /** Sent as Host and SNI; empty: the name that the visitor asked for. */
    origin_host_header: z.union([z.literal(''), originHostSchema]),
    /** HTTP/2 to the origin, where TLS negotiates it. */
    origin_http2: z.boolean(),
    /** The first origin's share of requests, beside `additional_origins`. */
    origin_weight: weightSchema,
    additional_origins: z.array(additionalOriginSchema).max(SITE_CONFIG_LIMITS.moreOrigins),
    /** A visitor stays with one origin while it is healthy. */
    sticky_sessions: z.boolean(),
    health_check: healthCheckSchema,
    websocket_max_message_kb: z
      .int()
      .min(1)
      .max(SITE_CONFIG_LIMITS.webSocketMessageBytes / 1024),
    /** The rules judge the text messages of visitors too. */
    websocket_inspect_text: z.boolean(),
  })
  .meta({ id: 'OriginConfig' });

const pathRateLimitSchema = z
  .object({
    path_prefix: pathSchema,
    requests: z.int().min(1).max(10_000_000),
    window_seconds: z
      .int()
      .min(SITE_CONFIG_LIMITS.rateLimitWindowSeconds.min)
      .max(SITE_CONFIG_LIMITS.rateLimitWindowSeconds.max),
  })
  .meta({ id: 'PathRateLimit' });

const cacheSecondsSchema = z.int().min(0).max(SITE_CONFIG_LIMITS.cacheSeconds);

const countryListSchema = z
  .array(
    z
      .string()
      .trim()
      .toUpperCase()
      .refine((code) => COUNTRY_CODES.has(code), COUNTRY_EMPTY),
  )
  .max(SITE_CONFIG_LIMITS.countries)
  .refine((codes) => new Set(codes).size === codes.length, COUNTRY_REPEATED);

const TWICE = 'Two entries have the same id';
const namedOnce = (entries: readonly { id: string }[]): boolean =>
  new Set(entries.map(({ id }) => id)).size === entries.length;

const { customRuleValues: MOST_VALUES, customRulePatterns: MOST_PATTERNS } = SITE_CONFIG_LIMITS;
/** So that two hundred versions of a configuration can still be looked through at once. */
const MOST_CHARACTERS = 200_000;

function refuseTooMuch(rules: readonly CustomRule[], context: z.RefinementCtx): void {
  const refuse = (most: number, what: string) =>
    context.addIssue({
      code: 'custom',
      message: `The rules of a domain take at most ${most.toLocaleString('en')} ${what} together`,
    });
  const conditions = rules.flatMap((rule) => rule.conditions);
  const values = conditions.flatMap((condition) => condition.values);
  const patterns = conditions.flatMap(({ operator, values }) => (operator === 'matches' ? values : []));
  if (values.length > MOST_VALUES) refuse(MOST_VALUES, 'values');
  if (patterns.length > MOST_PATTERNS) refuse(MOST_PATTERNS, 'regular expressions');
  if (values.reduce((sum, { length }) => sum + length, 0) > MOST_CHARACTERS)
    refuse(MOST_CHARACTERS, 'characters');
}

export const policyConfigSchema = z
  .object({
    mode: z.enum(['On', 'DetectionOnly', 'Off']),
    enable_managed_rules: z.boolean(),
    enable_bot_protection: z.boolean(),
    enable_rate_limiting: z.boolean(),
    /** Per client address and minute. */
    rate_limit_requests: z
      .int('Rate limit must be a whole number of at least 1')
      .min(1, 'Rate limit must be a whole number of at least 1')
      .max(10_000_000),
    enable_ddos_protection: z.boolean(),
    ddos_protection_level: z.enum(['none', 'low', 'medium', 'high']),
    enable_geo_blocking: z.boolean(),
    enable_caching: z.boolean(),
    waf_sensitivity: z.enum(['low', 'medium', 'high']),
    allowed_ips: addressListSchema,
    blocked_ips: addressListSchema,
    blocked_countries: countryListSchema,
    /** Trusted: allowed addresses skip the managed rules too. */
    allowed_ips_skip_rules: z.boolean(),
    /** What happens to a request on which the rule engine itself fails. */
    on_engine_failure: z.enum(['open', 'closed']),
    /** Besides `rate_limit_requests`; each counts per client address by itself. */
    path_rate_limits: z.array(pathRateLimitSchema).max(SITE_CONFIG_LIMITS.pathRateLimits),
    /** For responses that name no freshness of their own; 0: those are not stored. */
    cache_default_ttl_seconds: cacheSecondsSchema,
    /** Exact names of query parameters that make no difference to the response, such as utm_source. */
    cache_ignored_query_parameters: z
      .array(z.string().trim().min(1).max(200))
      .max(SITE_CONFIG_LIMITS.ignoredQueryParameters),
    cache_stale_while_revalidate_seconds: cacheSecondsSchema,
    cache_stale_if_error_seconds: cacheSecondsSchema,
    /** Who is asked for a proof of work while bot protection is on. */
    bot_challenge: z.enum(['off', 'suspicious', 'all']),
    challenge_clearance_seconds: z
      .int()
      .min(SITE_CONFIG_LIMITS.clearanceSeconds.min)
      .max(SITE_CONFIG_LIMITS.clearanceSeconds.max),
    /** Paths of programs: refused with 403 or 429, never sent an HTML challenge. */
    api_path_prefixes: z.array(pathSchema).max(SITE_CONFIG_LIMITS.pathPrefixes),
    /** Uploads wait for the virus scanner; the two latter say what happens while it does not answer. */
    upload_scanning: z.enum(['off', 'fail_open', 'fail_closed']),
    /** Uploads beyond the scanner's size limit; passed ones are logged as not scanned. */
    upload_scan_over_limit: z.enum(['refuse', 'pass']),
    custom_rules: z
      .array(customRuleSchema)
      .max(SITE_CONFIG_LIMITS.customRules)
      .refine(namedOnce, TWICE)
      .superRefine(refuseTooMuch)
      .describe('In the order in which they are asked: the first whose conditions all hold decides.'),
    rule_exclusions: z
      .array(ruleExclusionSchema)
      .max(RULE_EXCLUSIONS_MAX)
      .refine(namedOnce, TWICE)
      .superRefine(refuseTooManyPatterns)
      .describe('Exceptions from the managed rules; those that have expired stay until they are removed.'),
  })
  .meta({ id: 'PolicyConfig' });

export type OriginConfig = z.infer<typeof originConfigSchema>;
export type PolicyConfig = z.infer<typeof policyConfigSchema>;
export interface WafConfig {
  originConfig: OriginConfig;
  policyConfig: PolicyConfig;
}

/** A PUT: absent fields stay as they are. `null` for the DDoS level means none. */
export const wafConfigUpdateSchema = z
  .object({
    originConfig: originConfigSchema.partial().optional(),
    policyConfig: policyConfigSchema
      .partial()
      .extend({ ddos_protection_level: policyConfigSchema.shape.ddos_protection_level.nullish() })
      .optional(),
    /** The version that the change was made on; with it, a change made meanwhile by someone else is 409, not lost. */
    version: z.int().min(1).optional(),
  })
  .meta({ id: 'WafConfigUpdate' });
export type WafConfigUpdate = z.infer<typeof wafConfigUpdateSchema>;

export const wafConfigSchema = z
  .object({
    originConfig: originConfigSchema,
    policyConfig: policyConfigSchema,
    version: z.int(),
    updated_at: z.iso.datetime(),
    /** The edge has been given this configuration. */
    published: z.boolean(),
  })
  .meta({ id: 'WafConfig' });

const changeSchema = z
  .object({
    field: z
      .string()
      .describe(
        'Such as "policyConfig.enable_caching". Custom rules and exclusions are shown one by one, as "policyConfig.custom_rules.<id>".',
      ),
    before: z
      .unknown()
      .describe(
        'Of a list: what was taken out of it. Of a custom rule or exclusion: it as a whole, null if it was added. Of "policyConfig.custom_rules": the names in their order.',
      ),
    after: z.unknown().describe('Of a list: what was put into it; otherwise like `before`.'),
  })
  .meta({ id: 'WafConfigChange' });
export type WafConfigChange = z.infer<typeof changeSchema>;

export const wafConfigVersionSchema = z
  .object({
    version: z.int(),
    created_at: z.iso.datetime(),
    author_id: z.uuid(),
    change_kind: z.enum(['created', 'saved', 'rolled_back']),
    /** The version whose content came back, for `rolled_back`. */
    restored_version: z.int().nullable(),
    is_current: z.boolean(),
    /** Against the version before it. */
    changes: z.array(changeSchema),
  })
  .meta({ id: 'WafConfigVersion' });

export const wafConfigVersionDetailSchema = wafConfigVersionSchema
  .extend({ originConfig: originConfigSchema, policyConfig: policyConfigSchema })
  .meta({ id: 'WafConfigVersionDetail' });

export function defaultWafConfig(origin: {
  origin_host: string;
  origin_port: number;
  origin_protocol: 'http' | 'https';
}): WafConfig {
  return {
    originConfig: {
      ...origin,
      origin_use_tls: origin.origin_protocol === 'https',
      enable_hsts: false,
      enable_http2: true,
      enable_websocket: false,
      enable_compression: true,
      timeout_seconds: 30,
      pass_underscore_headers: false,
      redirect_to_https: false,
      verify_origin_certificate: true,
      origin_host_header: '',
      origin_http2: false,
      origin_weight: 1,
      additional_origins: [],
      sticky_sessions: false,
      health_check: {
        enabled: false,
        path: '/',
        interval_seconds: 30,
        timeout_seconds: 5,
        unhealthy_after: 3,
        healthy_after: 2,
        status_from: 200,
        status_to: 399,
      },
      websocket_max_message_kb: 1_024,
      websocket_inspect_text: false,
    },
    policyConfig: {
      mode: 'On',
      enable_managed_rules: true,
      enable_bot_protection: false,
      enable_rate_limiting: false,
      rate_limit_requests: 100,
      enable_ddos_protection: false,
      ddos_protection_level: 'none',
      enable_geo_blocking: false,
      enable_caching: false,
      waf_sensitivity: 'medium',
      allowed_ips: [],
      blocked_ips: [],
      blocked_countries: [],
      allowed_ips_skip_rules: false,
      on_engine_failure: 'open',
      path_rate_limits: [],
      cache_default_ttl_seconds: 0,
      cache_ignored_query_parameters: [],
      cache_stale_while_revalidate_seconds: 0,
      cache_stale_if_error_seconds: 0,
      bot_challenge: 'suspicious',
      challenge_clearance_seconds: 3_600,
      api_path_prefixes: [],
      upload_scanning: 'off',
      upload_scan_over_limit: 'refuse',
      custom_rules: [],
      rule_exclusions: [],
    },
  };
}
