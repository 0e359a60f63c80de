import { edgeV1 } from '@palisade/contracts';
import ipaddr from 'ipaddr.js';
import { parse as parseDomain } from 'tldts';
import { z } from 'zod';
import { EdgeStateError } from './errors.ts';

/** Bounds of one site's document. They keep a single site from costing the edge memory or time out of proportion. */
export const SITE_CONFIG_LIMITS = {
  hosts: 100,
  addressesPerList: 10_000,
  countries: 250,
  exclusions: 1_000,
  certificateChainBytes: 64 * 1024,
  sealedKeyBytes: 16 * 1024,
  originTimeoutMs: { min: 1_000, max: 600_000 },
  moreOrigins: 15,
  originWeight: { min: 1, max: 100 },
  healthCheckMs: { min: 1_000, max: 300_000 },
  pathPrefixes: 50,
  pathPrefixLength: 500,
  pathRateLimits: 20,
  rateLimitWindowSeconds: { min: 1, max: 3_600 },
  cacheSeconds: 31_536_000,
  ignoredQueryParameters: 50,
  clearanceSeconds: { min: 60, max: 2_592_000 },
  webSocketMessageBytes: 64 * 1024 * 1024,
  customRules: 500,
  customRuleName: 100,
  conditionsPerRule: 10,
  valuesPerCondition: 200,
  conditionName: 100,
  conditionValue: 500,
  /** Of all custom rules of a site together. */
  customRuleValues: 10_000,
  /** The same of regular expressions: the costliest that is accepted takes some 10 ms to compile. */
  customRulePatterns: 100,
} as const;

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const HOST_NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`);

const identifier = z.string().min(1).max(128);

/** Lower case, A-labels, no port, no address, and no name below which strangers register theirs. */
const servedHost = z.string().refine(isServableHost, 'is not a lower-case host name in A-label form');

const originHost = z
  .string()
  .max(253)
  .refine((host) => ipaddr.isValid(host) || HOST_NAME.test(host), 'is neither a host name nor an address');

const addressOrRange = z.string().max(64).refine(isAddressOrRange, 'is neither an address nor a CIDR range');

const addressList = z.array(addressOrRange).max(SITE_CONFIG_LIMITS.addressesPerList);

const ruleExclusion = z.object({
  name: z.string().max(200),
  by: z.discriminatedUnion('case', [
    z.object({ case: z.literal('ruleId'), value: z.string().regex(/^\d{1,10}(?:-\d{1,10})?$/) }),
    z.object({ case: z.literal('tag'), value: z.string().min(1).max(200) }),
  ]),
  target: z.string().max(500),
  pathPrefix: z.string().max(2_000),
});

const seconds = z.number().int().min(0).max(SITE_CONFIG_LIMITS.cacheSeconds);
const pathPrefix = z.string().startsWith('/').max(SITE_CONFIG_LIMITS.pathPrefixLength);

const cacheSettings = z.object({
  defaultTtlSeconds: seconds,
  ignoredQueryParameters: z.array(z.string().min(1).max(200)).max(SITE_CONFIG_LIMITS.ignoredQueryParameters),
  staleWhileRevalidateSeconds: seconds,
  staleIfErrorSeconds: seconds,
});

const botSettings = z.object({
  challenge: z.enum(edgeV1.ChallengeMode),
  clearanceSeconds: z
    .number()
    .int()
    .min(SITE_CONFIG_LIMITS.clearanceSeconds.min)
    .max(SITE_CONFIG_LIMITS.clearanceSeconds.max),
  apiPathPrefixes: z.array(pathPrefix).max(SITE_CONFIG_LIMITS.pathPrefixes),
});

const uploadScan = z.object({
  onScannerFailure: z.enum(edgeV1.FailurePolicy),
  overLimit: z.enum(edgeV1.UploadOverLimit),
});

const pathRateLimit = z.object({
  pathPrefix,
  requests: z.number().int().min(1).max(10_000_000),
  windowSeconds: z
    .number()
    .int()
    .min(SITE_CONFIG_LIMITS.rateLimitWindowSeconds.min)
    .max(SITE_CONFIG_LIMITS.rateLimitWindowSeconds.max),
});

const customCondition = z.object({
  field: z.enum(edgeV1.ConditionField),
  name: z.string().max(SITE_CONFIG_LIMITS.conditionName),
  operator: z.enum(edgeV1.ConditionOperator),
  negate: z.boolean(),
  values: z
    .array(z.string().min(1).max(SITE_CONFIG_LIMITS.conditionValue))
    .max(SITE_CONFIG_LIMITS.valuesPerCondition),
});

const customRule = z.object({
  id: identifier,
  name: z.string().min(1).max(SITE_CONFIG_LIMITS.customRuleName),
  action: z.enum(edgeV1.CustomRuleAction),
  conditions: z.array(customCondition).min(1).max(SITE_CONFIG_LIMITS.conditionsPerRule),
  skips: z.array(z.enum(edgeV1.SkippedCheck)).max(3),
});

const customRules = z
  .array(customRule)
  .max(SITE_CONFIG_LIMITS.customRules)
  .refine((rules) => valuesIn(rules) <= SITE_CONFIG_LIMITS.customRuleValues, 'have too many values')
  .refine(
    (rules) => valuesIn(rules, edgeV1.ConditionOperator.MATCHES) <= SITE_CONFIG_LIMITS.customRulePatterns,
    'have too many regular expressions',
  );

function valuesIn(rules: readonly z.infer<typeof customRule>[], by?: edgeV1.ConditionOperator): number {
  return rules
    .flatMap(({ conditions }) => conditions)
    .filter(({ operator }) => by === undefined || operator === by)
    .reduce((sum, { values }) => sum + values.length, 0);
}

const policy = z.object({
  managedRules: z.boolean(),
  paranoiaLevel: z.number().int().min(1).max(3),
  botProtection: z.boolean(),
  rateLimiting: z.boolean(),
  rateLimitRequests: z.number().int().min(0).max(10_000_000),
  ddosProtectionLevel: z.enum(['none', 'low', 'medium', 'high']),
  geoBlocking: z.boolean(),
  blockedCountries: z.array(z.string().regex(/^[A-Z]{2}$/)).max(SITE_CONFIG_LIMITS.countries),
  caching: z.boolean(),
  allowedIps: addressList,
  blockedIps: addressList,
  allowedIpsSkipRules: z.boolean(),
  mode: z.union([
    z.literal(edgeV1.EngineMode.ON),
    z.literal(edgeV1.EngineMode.DETECTION_ONLY),
    z.literal(edgeV1.EngineMode.OFF),
  ]),
  onEngineFailure: z.enum(edgeV1.FailurePolicy),
  exclusions: z.array(ruleExclusion).max(SITE_CONFIG_LIMITS.exclusions),
  cache: cacheSettings.optional(),
  bots: botSettings.optional(),
  uploadScan: uploadScan.optional(),
  pathRateLimits: z.array(pathRateLimit).max(SITE_CONFIG_LIMITS.pathRateLimits),
  customRules,
});

const port = z.number().int().min(1).max(65_535);
/** 0 stands for a field that an older document does not have. */
const weight = z.number().int().min(0).max(SITE_CONFIG_LIMITS.originWeight.max);

const origin = z.object({
  host: originHost,
  port,
  useTls: z.boolean(),
  timeoutMs: z
    .number()
    .int()
    .min(SITE_CONFIG_LIMITS.originTimeoutMs.min)
    .max(SITE_CONFIG_LIMITS.originTimeoutMs.max),
  skipTlsVerification: z.boolean().optional(),
  hostHeader: z.union([z.literal(''), originHost]),
  http2: z.boolean(),
  weight,
});

const milliseconds = z
  .number()
  .int()
  .min(SITE_CONFIG_LIMITS.healthCheckMs.min)
  .max(SITE_CONFIG_LIMITS.healthCheckMs.max);
const repetitions = z.number().int().min(1).max(100);
const status = z.number().int().min(100).max(599);

const loadBalancing = z.object({
  moreOrigins: z
    .array(z.object({ host: originHost, port, useTls: z.boolean(), weight, backup: z.boolean() }))
    .max(SITE_CONFIG_LIMITS.moreOrigins),
  sticky: z.boolean(),
  healthCheck: z
    .object({
      path: pathPrefix,
      intervalMs: milliseconds,
      timeoutMs: milliseconds,
      unhealthyAfter: repetitions,
      healthyAfter: repetitions,
      statusFrom: status,
      statusTo: status,
    })
    .optional(),
});

const delivery = z.object({
  hsts: z.boolean(),
  http2: z.boolean(),
  websocket: z.boolean(),
  compression: z.boolean(),
  passUnderscoreHeaders: z.boolean(),
  httpsRedirect: z.boolean(),
  websocketLimits: z
    .object({
      maxMessageBytes: z.number().int().min(0).max(SITE_CONFIG_LIMITS.webSocketMessageBytes),
      inspectText: z.boolean(),
    })
    .optional(),
});

const tlsMaterial = z.object({
  certificateChainPem: z
    .string()
    .max(SITE_CONFIG_LIMITS.certificateChainBytes)
    .refine((pem) => pem.includes('-----BEGIN CERTIFICATE-----'), 'is not a PEM certificate chain'),
  sealedPrivateKey: z
    .instanceof(Uint8Array)
    .refine((key) => key.length > 0 && key.length <= SITE_CONFIG_LIMITS.sealedKeyBytes, 'has a wrong size'),
});

const identity = z.object({
  siteId: identifier,
  version: z.bigint().min(1n).max(BigInt(Number.MAX_SAFE_INTEGER)),
});

const liveSite = identity.extend({
  ownerId: identifier,
  issuedAtMs: z.bigint().min(0n),
  hosts: z.array(servedHost).min(1).max(SITE_CONFIG_LIMITS.hosts),
  origin,
  policy,
  delivery,
  tls: tlsMaterial.optional(),
  loadBalancing: loadBalancing.optional(),
  entitlements: z.object({ planSlug: z.string(), logRetentionDays: z.number().int().min(1).max(3_650) }),
});

/** Refuses a document that the edge could not serve. Errors: `site_config_invalid`, naming fields, not values. */
export function validateSiteConfig(config: edgeV1.SiteConfig): void {
  const result = (config.removed ? identity : liveSite).safeParse(config);
  if (result.success) return;
  const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new EdgeStateError('site_config_invalid', faults.slice(0, 20).join('; '));
}

function isServableHost(host: string): boolean {
  if (!HOST_NAME.test(host)) return false;
  const parsed = parseDomain(host, { allowPrivateDomains: false });
  if (parsed.isIp) return false;
  return !(parsed.isIcann && parsed.publicSuffix === host);
}

function isAddressOrRange(text: string): boolean {
  return text.includes('/')
    ? ipaddr.isValidCIDR(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}
