import type { Domain, WafConfig } from '../../../shared/api/types.ts';

/** What holds before anything was saved. */
export function defaultWafConfig(domain: Domain): Pick<WafConfig, 'originConfig' | 'policyConfig'> {
  return {
    originConfig: {
      origin_host: domain.origin_host,
      origin_port: domain.origin_port,
      origin_protocol: domain.origin_protocol,
      origin_use_tls: domain.origin_protocol === 'https',
      enable_hsts: false,
      enable_http2: true,
      enable_websocket: false,
      enable_compression: true,
      timeout_seconds: 30,
      pass_underscore_headers: false,
    },
    policyConfig: {
      mode: 'On',
      allowed_ips_skip_rules: false,
      on_engine_failure: 'open',
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
    },
  };
}
