import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import type { Domain } from '../domains/domain.entity.ts';
import { type OwnerPlan, toMessage } from '../plans/owner-plan.ts';
import { effectivePolicy } from '../waf-config/gating.ts';
import type { PolicyConfig, WafConfig } from '../waf-config/waf-config.schema.ts';

const PARANOIA_LEVEL = { low: 1, medium: 2, high: 3 } as const satisfies Record<
  PolicyConfig['waf_sensitivity'],
  number
>;
const MODE = {
  On: edgeV1.EngineMode.ON,
  DetectionOnly: edgeV1.EngineMode.DETECTION_ONLY,
  Off: edgeV1.EngineMode.OFF,
} as const satisfies Record<PolicyConfig['mode'], edgeV1.EngineMode>;
const FAILURE = {
  open: edgeV1.FailurePolicy.OPEN,
  closed: edgeV1.FailurePolicy.CLOSED,
} as const satisfies Record<PolicyConfig['on_engine_failure'], edgeV1.FailurePolicy>;

/** Everything the edge needs to serve a site, with only what the owner's plan includes switched on. */
export function buildSiteConfig(
  domain: Domain,
  hosts: readonly string[],
  config: WafConfig,
  plan: OwnerPlan,
  version: bigint,
): edgeV1.SiteConfig {
  const { originConfig: origin } = config;
  const policy = effectivePolicy(config.policyConfig, plan.entitlements);
  return create(edgeV1.SiteConfigSchema, {
    siteId: domain.id,
    ownerId: domain.ownerId,
    version,
    issuedAtMs: BigInt(Date.now()),
    hosts: [...hosts],
    isActive: domain.isActive,
    origin: {
      host: origin.origin_host,
      port: origin.origin_port,
      useTls: origin.origin_use_tls,
      timeoutMs: origin.timeout_seconds * 1000,
    },
    policy: {
      managedRules: policy.enable_managed_rules,
      paranoiaLevel: PARANOIA_LEVEL[policy.waf_sensitivity],
      botProtection: policy.enable_bot_protection,
      rateLimiting: policy.enable_rate_limiting,
      rateLimitRequests: policy.rate_limit_requests,
      ddosProtectionLevel: ddosLevel(policy),
      geoBlocking: policy.enable_geo_blocking,
      blockedCountries: policy.blocked_countries,
      caching: policy.enable_caching,
      allowedIps: policy.allowed_ips,
      blockedIps: policy.blocked_ips,
      allowedIpsSkipRules: policy.allowed_ips_skip_rules,
      mode: MODE[policy.mode],
      onEngineFailure: FAILURE[policy.on_engine_failure],
    },
    delivery: {
      hsts: origin.enable_hsts,
      http2: origin.enable_http2,
      websocket: origin.enable_websocket,
      compression: origin.enable_compression,
      passUnderscoreHeaders: origin.pass_underscore_headers,
    },
    entitlements: toMessage(plan.planSlug, plan.entitlements),
  });
}

/** Two fields say one thing: protection that is on without a chosen level works at the middle one. */
function ddosLevel(policy: PolicyConfig): string {
  if (!policy.enable_ddos_protection) return 'none';
  return policy.ddos_protection_level === 'none' ? 'medium' : policy.ddos_protection_level;
}
