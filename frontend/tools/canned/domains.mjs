// Domains, their configuration, and what stands around it.
import { ago, id } from './common.mjs';

const domain = (n, name, verified, active, total, blocked) => ({
  id: id(10 + n),
  domain_name: name,
  hosts: [name, `www.${name}`],
  origin_host: `203.0.113.${20 + n}`,
  origin_port: n === 1 ? 443 : 8080,
  origin_protocol: n === 1 ? 'https' : 'http',
  dns_verified: verified,
  is_active: active,
  paused: false,
  created_at: ago(60 * 24 * 30 * n),
  total_requests: total,
  allowed_requests: total - blocked,
  blocked_requests: blocked,
  cname_target: 'edge.palisade.example',
  verification_subdomain: `waf-9f2c7d1e4b.${name}`,
  verification_token: '9f2c7d1e4b',
});
const domains = [
  domain(1, 'keramik-lindner.example', true, true, 184_213, 3_907),
  domain(2, 'toepferkurse.example', false, false, 0, 0),
];

const wafConfig = {
  originConfig: {
    origin_host: '203.0.113.21',
    origin_port: 443,
    origin_protocol: 'https',
    origin_use_tls: true,
    enable_hsts: false,
    enable_http2: true,
    enable_websocket: false,
    enable_compression: true,
    timeout_seconds: 30,
    pass_underscore_headers: false,
  },
  policyConfig: {
    mode: 'On',
    enable_managed_rules: true,
    enable_bot_protection: false,
    enable_rate_limiting: true,
    rate_limit_requests: 100,
    enable_ddos_protection: true,
    ddos_protection_level: 'medium',
    enable_geo_blocking: false,
    enable_caching: false,
    waf_sensitivity: 'medium',
    allowed_ips: ['203.0.113.0/24'],
    blocked_ips: ['198.51.100.7', '2001:db8:dead::/48'],
    blocked_countries: [],
    allowed_ips_skip_rules: false,
    on_engine_failure: 'open',
  },
  version: 7,
  updated_at: ago(60 * 26),
  published: true,
};

/** Method and path → body. */
export const answers = {
  'GET /domains': domains,
};

/** What stands under each domain: pattern of the path behind its id → body. */
export const underDomain = {
  'waf-config': wafConfig,
  'waf-config/versions': [
    {
      version: 7,
      created_at: ago(60 * 26),
      author_id: id(1),
      change_kind: 'saved',
      restored_version: null,
      is_current: true,
      changes: [{ field: 'policyConfig.rate_limit_requests', before: 60, after: 100 }],
    },
    {
      version: 6,
      created_at: ago(60 * 50),
      author_id: id(1),
      change_kind: 'saved',
      restored_version: null,
      is_current: false,
      changes: [{ field: 'policyConfig.blocked_ips', before: [], after: ['198.51.100.7'] }],
    },
  ],
  bans: {
    total: 2,
    bans: [
      {
        address: '203.0.113.77',
        created_at: ago(12),
        until: ago(-48),
        reason: 'rate_limit',
        note: '',
      },
      {
        address: '2001:db8:40::/64',
        created_at: ago(60 * 30),
        until: ago(-60 * 24 * 5),
        reason: 'manual',
        note: 'Tried the login form all night',
      },
    ],
  },
  certificates: {
    automatic_available: true,
    wildcard_record: null,
    certificates: [
      {
        source: 'automatic',
        status: 'active',
        in_use: true,
        names: ['toepferkurse.example', 'www.toepferkurse.example'],
        issuer: "Let's Encrypt E6",
        not_before: ago(60 * 24 * 20),
        not_after: ago(-60 * 24 * 70),
        renew_at: ago(-60 * 24 * 40),
        serial: '04a1',
        fingerprint_sha256: 'b3:1f:5c:09:aa:71:2e:44:90:cd:01:8e:6b:f2:37:55',
        last_error: null,
        next_attempt_at: null,
        uncovered_hosts: [],
      },
    ],
  },
  'cache/purges': {
    limit_per_minute: 10,
    purges: [
      { kind: 'prefix', values: ['/assets/'], requested_at: ago(90), requested_by: id(1) },
      { kind: 'all', values: [], requested_at: ago(60 * 30), requested_by: id(1) },
    ],
  },
  origins: { checked: false, origins: [] },
  dns: {
    cname_target: 'edge.palisade.example',
    records: [
      {
        purpose: 'ownership',
        type: 'CNAME',
        name: 'waf-9f2c7d1e4b.toepferkurse.example',
        value: 'edge.palisade.example',
        state: 'missing',
        found: [],
        message: 'No CNAME record at this name yet',
        checked_at: ago(0),
      },
      {
        purpose: 'traffic',
        type: 'CNAME',
        name: 'toepferkurse.example',
        value: 'edge.palisade.example',
        state: 'wrong',
        found: ['203.0.113.22'],
        message: 'Points at 203.0.113.22',
        checked_at: ago(0),
      },
    ],
  },
};
