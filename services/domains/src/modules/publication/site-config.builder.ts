import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import type { TlsMaterialRow } from '../certificates/certificate-store.ts';
import type { Domain } from '../domains/domain.entity.ts';
import { type OwnerPlan, toMessage } from '../plans/owner-plan.ts';
import { effectivePolicy } from '../waf-config/gating.ts';
import type { OriginConfig, PolicyConfig, WafConfig } from '../waf-config/waf-config.schema.ts';
import { customRuleMessages, exclusionMessages } from './policy-rules.ts';

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

const CHALLENGE = {
  off: edgeV1.ChallengeMode.OFF,
  suspicious: edgeV1.ChallengeMode.SUSPICIOUS,
  all: edgeV1.ChallengeMode.ALL,
} as const satisfies Record<PolicyConfig['bot_challenge'], edgeV1.ChallengeMode>;
const OVER_LIMIT = {
  refuse: edgeV1.UploadOverLimit.REFUSE,
  pass: edgeV1.UploadOverLimit.PASS,
} as const satisfies Record<PolicyConfig['upload_scan_over_limit'], edgeV1.UploadOverLimit>;

/** Everything the edge needs to serve a site, with only what the owner's plan includes and what has not expired by `nowMs`. */
export function buildSiteConfig(
  domain: Domain,
  hosts: readonly string[],
  config: WafConfig,
  plan: OwnerPlan,
  version: bigint,
  tls: TlsMaterialRow | null,
  nowMs: number,
): edgeV1.SiteConfig {
  const { originConfig: origin } = config;
  const policy = effectivePolicy(config.policyConfig, plan.entitlements);
  return create(edgeV1.SiteConfigSchema, {
    siteId: domain.id,
    ownerId: domain.ownerId,
    version,
    issuedAtMs: BigInt(nowMs),
    hosts: [...hosts],
    isActive: domain.isActive,
    origin: {
      host: origin.origin_host,
      port: origin.origin_port,
      useTls: origin.origin_use_tls,
      timeoutMs: origin.timeout_seconds * 1000,
      skipTlsVerification: !origin.verify_origin_certificate,
      hostHeader: origin.origin_host_header,
      http2: origin.origin_http2,
      weight: origin.origin_weight,
    },
    loadBalancing: loadBalancing(origin),
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
      cache: {
        defaultTtlSeconds: policy.cache_default_ttl_seconds,
        ignoredQueryParameters: policy.cache_ignored_query_parameters,
        staleWhileRevalidateSeconds: policy.cache_stale_while_revalidate_seconds,
        staleIfErrorSeconds: policy.cache_stale_if_error_seconds,
      },
      bots: {
        challenge: CHALLENGE[policy.bot_challenge],
        clearanceSeconds: policy.challenge_clearance_seconds,
        apiPathPrefixes: policy.api_path_prefixes,
      },
      ...(policy.upload_scanning !== 'off' && {
        uploadScan: {
          onScannerFailure:
            policy.upload_scanning === 'fail_closed'
              ? edgeV1.FailurePolicy.CLOSED
              : edgeV1.FailurePolicy.OPEN,
          overLimit: OVER_LIMIT[policy.upload_scan_over_limit],
        },
      }),
      pathRateLimits: policy.path_rate_limits.map((limit) => ({
        pathPrefix: limit.path_prefix,
        requests: limit.requests,
        windowSeconds: limit.window_seconds,
      })),
      customRules: customRuleMessages(policy.custom_rules),
      exclusions: exclusionMessages(policy.rule_exclusions, nowMs),
    },
    delivery: {
      hsts: origin.enable_hsts,
      http2: origin.enable_http2,
      websocket: origin.enable_websocket,
      compression: origin.enable_compression,
      passUnderscoreHeaders: origin.pass_underscore_headers,
      httpsRedirect: origin.redirect_to_https,
      websocketLimits: {
        maxMessageBytes: origin.websocket_max_message_kb * 1024,
        inspectText: origin.websocket_inspect_text,
      },
    },
    ...(tls !== null && {
      tls: { certificateChainPem: tls.chain_pem, sealedPrivateKey: new Uint8Array(tls.sealed_key) },
    }),
    entitlements: toMessage(plan.planSlug, plan.entitlements),
  });
}

function loadBalancing(origin: OriginConfig) {
  const { health_check: check } = origin;
  return {
    moreOrigins: origin.additional_origins.map(({ host, port, protocol, weight, backup }) => ({
      host,
      port,
      useTls: protocol === 'https',
      weight,
      backup,
    })),
    sticky: origin.sticky_sessions,
    ...(check.enabled && {
      healthCheck: {
        path: check.path,
        intervalMs: check.interval_seconds * 1000,
        timeoutMs: check.timeout_seconds * 1000,
        unhealthyAfter: check.unhealthy_after,
        healthyAfter: check.healthy_after,
        statusFrom: check.status_from,
        statusTo: check.status_to,
      },
    }),
  };
}

/** Two fields say one thing: protection that is on without a chosen level works at the middle one. */
function ddosLevel(policy: PolicyConfig): string {
  if (!policy.enable_ddos_protection) return 'none';
  return policy.ddos_protection_level === 'none' ? 'medium' : policy.ddos_protection_level;
}
