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
});

const origin = z.object({
  host: originHost,
  port: z.number().int().min(1).max(65_535),
  useTls: z.boolean(),
  timeoutMs: z
    .number()
    .int()
    .min(SITE_CONFIG_LIMITS.originTimeoutMs.min)
    .max(SITE_CONFIG_LIMITS.originTimeoutMs.max),
  skipTlsVerification: z.boolean().optional(),
});

const delivery = z.object({
  hsts: z.boolean(),
  http2: z.boolean(),
  websocket: z.boolean(),
  compression: z.boolean(),
  passUnderscoreHeaders: z.boolean(),
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
