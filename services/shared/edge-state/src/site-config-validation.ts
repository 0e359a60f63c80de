import { edgeV1 } from '@palisade/contracts';
import { HOST_NAME } from '@palisade/site-policy';
import { WIRE_SECTIONS } from '@palisade/site-policy/wire';
import { parse as parseDomain } from 'tldts';
import { z } from 'zod';
import { EdgeStateError } from './errors.ts';

/** Bounds of one site's document besides its policy's. They keep a single site from costing the edge memory or time out of proportion. */
const MAX_HOSTS = 100;
const MAX_CERTIFICATE_CHAIN_BYTES = 64 * 1024;
const MAX_SEALED_KEY_BYTES = 16 * 1024;

const identifier = z.string().min(1).max(128);

/** Lower case, A-labels, no port, no address, and no name below which strangers register theirs. */
const servedHost = z.string().refine(isServableHost, 'is not a lower-case host name in A-label form');

const tlsMaterial = z.object({
  certificateChainPem: z
    .string()
    .max(MAX_CERTIFICATE_CHAIN_BYTES)
    .refine((pem) => pem.includes('-----BEGIN CERTIFICATE-----'), 'is not a PEM certificate chain'),
  sealedPrivateKey: z
    .instanceof(Uint8Array)
    .refine((key) => key.length > 0 && key.length <= MAX_SEALED_KEY_BYTES, 'has a wrong size'),
});

const rollout = z.object({
  id: identifier,
  sharePercent: z.number().int().min(1).max(99),
  policy: WIRE_SECTIONS.policy!,
  delivery: WIRE_SECTIONS.delivery!,
});

const ruleRollout = z.object({
  id: identifier,
  candidate: identifier,
  stage: z.union([z.literal(edgeV1.RuleRolloutStage.SHADOW), z.literal(edgeV1.RuleRolloutStage.PROMOTED)]),
});

const identity = z.object({
  siteId: identifier,
  version: z.bigint().min(1n).max(BigInt(Number.MAX_SAFE_INTEGER)),
});

const liveSite = identity.extend({
  ownerId: identifier,
  issuedAtMs: z.bigint().min(0n),
  hosts: z.array(servedHost).min(1).max(MAX_HOSTS),
  ...WIRE_SECTIONS,
  tls: tlsMaterial.optional(),
  originClient: tlsMaterial.optional(),
  rollout: rollout.optional(),
  ruleRollout: ruleRollout.optional(),
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
