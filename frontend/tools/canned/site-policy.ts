// What is set for a domain, and what was changed when.
import { defaultSitePolicy } from '@palisade/site-policy';
import type {
  CustomRule,
  CustomRuleCondition,
  PolicyConfig,
  RateLimitRule,
  RuleExclusion,
  SitePolicy,
  SitePolicyChange,
  SitePolicyVersion,
} from '../../src/shared/api/openapi.gen.ts';
import { ago, id } from './common.ts';

const defaults = defaultSitePolicy({
  origin_host: '203.0.113.21',
  origin_port: 443,
  origin_protocol: 'https',
});
export const sitePolicy: SitePolicy = {
  originConfig: defaults.originConfig,
  policyConfig: {
    ...defaults.policyConfig,
    mode: 'On',
    enable_rate_limiting: true,
    rate_limit_requests: 100,
    enable_ddos_protection: true,
    allowed_ips: ['203.0.113.0/24'],
    blocked_ips: ['198.51.100.7', '2001:db8:dead::/48'],
  },
  version: 9,
  updated_at: ago(60 * 26),
  published: true,
  rollout: null,
};
const many = (count: number) => Array.from({ length: count }, (_, at) => `198.51.100.${at + 10}`);
const version = (n: number, hours: number, changes: SitePolicyChange[]): SitePolicyVersion => ({
  version: n,
  created_at: ago(60 * hours),
  author_id: id(1),
  change_kind: 'saved',
  restored_version: null,
  is_current: n === 9,
  changes,
});

/** A policy with everything turned on, and lists as long as they get. */
export const fullConfig: SitePolicy = {
  ...sitePolicy,
  originConfig: {
    ...sitePolicy.originConfig,
    origin_host_header: 'intern.keramik-lindner.example',
    additional_origins: [
      {
        ...{ host: '203.0.113.22', port: 443, protocol: 'https', weight: 2, backup: false },
        places: ['north-america', 'BR'],
      },
      { host: 'reserve.keramik-lindner.example', port: 8443, protocol: 'https', weight: 1, backup: true },
    ],
    health_check: {
      enabled: true,
      path: '/gesund',
      interval_seconds: 30,
      timeout_seconds: 5,
      unhealthy_after: 3,
      healthy_after: 2,
      status_from: 200,
      status_to: 399,
    },
  },
  policyConfig: {
    ...sitePolicy.policyConfig,
    enable_bot_protection: true,
    bot_challenge: 'suspicious',
    api_path_prefixes: ['/api/', '/webhooks/payment-provider/notifications/'],
    enable_geo_blocking: true,
    blocked_countries: ['CN', 'RU', 'KP', 'IR', 'SY', 'CU', 'BY', 'MM', 'VE', 'AF'],
    enable_caching: true,
    cache_default_ttl_seconds: 600,
    cache_ignored_query_parameters: ['utm_source', 'utm_medium', 'utm_campaign', 'fbclid'],
    path_rate_limits: [
      { path_prefix: '/konto/anmelden', requests: 10, window_seconds: 60 },
      { path_prefix: '/suche', requests: 60, window_seconds: 60 },
    ],
    upload_scanning: 'fail_closed',
    upload_scan_over_limit: 'refuse',
    blocked_ips: [...many(34), '2001:db8:dead::/48'],
    allowed_ips: ['203.0.113.0/24'],
    block_ai_crawlers: true,
    own_pages: [
      {
        kind: 'maintenance',
        language: 'de',
        html: '<style>h1 { color: teal }</style>\n<h1>Die Werkstatt räumt auf</h1>\n<p>{{site}} ist gleich wieder da.</p>',
      },
    ],
    redirects: [
      { from: '/katalog.html', to: '/werkstatt/katalog', status: 301, keep_query: true },
      {
        from: '/kurse/archiv/*',
        to: 'https://archiv.keramik-lindner.example/kurse/*',
        status: 308,
        keep_query: false,
      },
    ],
    header_rules: [
      {
        target: 'response',
        operation: 'set',
        name: 'Permissions-Policy',
        value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      },
      { target: 'response', operation: 'remove', name: 'X-Powered-By', value: '' },
    ],
  },
};
/** By a rule set of the operator's, with packs and single rules. */
export const crsConfig: SitePolicy = {
  ...sitePolicy,
  policyConfig: {
    ...sitePolicy.policyConfig,
    rule_set: 'crs-4.7.0',
    paranoia_level: 2,
    inbound_anomaly_threshold: 10,
    rule_adjustments: [
      { rule_id: 942430, log_only: true, score: null },
      { rule_id: 920350, log_only: false, score: 2 },
    ],
    application_packs: [{ name: 'wordpress', path: '/magazin' }],
  },
};
/** The same site while it only logs. */
export const logOnlyConfig: SitePolicy = {
  ...sitePolicy,
  policyConfig: { ...sitePolicy.policyConfig, mode: 'DetectionOnly' },
};

const condition = (
  field: CustomRuleCondition['field'],
  operator: CustomRuleCondition['operator'],
  values: string[],
  over: Partial<CustomRuleCondition> = {},
): CustomRuleCondition => ({
  field,
  operator,
  values,
  name: '',
  negate: false,
  ...over,
});
const customRule = (
  n: number,
  name: string,
  action: CustomRule['action'],
  conditions: CustomRuleCondition[],
  over: Partial<CustomRule> = {},
): CustomRule => ({
  id: id(700 + n),
  name,
  enabled: true,
  action,
  skip: [],
  conditions,
  ...over,
});
const exclusion = (n: number, over: Partial<RuleExclusion>): RuleExclusion => ({
  id: id(800 + n),
  by: 'rule_id',
  value: '1001',
  target: '',
  path_prefix: '',
  note: '',
  expires_at: null,
  ...over,
});
const [shopOnly, payment, legacy] = [
  customRule(1, 'Werkstattverwaltung nur aus dem Ladengeschäft', 'block', [
    condition('path', 'starts_with', ['/wp-login', '/wp-admin']),
    condition('country', 'equals', ['DE'], { negate: true }),
  ]),
  customRule(
    2,
    'Zahlungsdienst',
    'skip',
    [
      condition('path', 'equals', ['/webhooks/payment-provider/notifications']),
      condition('ip', 'equals', ['203.0.113.0/24', '198.51.100.7', '2001:db8:4c1e::/48', '192.0.2.1']),
    ],
    { skip: ['bot_protection', 'rate_limiting'] },
  ),
  customRule(
    3,
    'Alte Programmschnittstelle beobachten',
    'log',
    [condition('header', 'exists', [], { name: 'X-Legacy-Api-Version' })],
    { enabled: false },
  ),
] as const;
const customRules = [shopOnly, payment, legacy];
const limit = (n: number, name: string, over: Partial<RateLimitRule>): RateLimitRule => ({
  id: `0195a000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`,
  name,
  enabled: true,
  conditions: [],
  key: [{ part: 'address', name: '' }],
  counts: 'requests',
  statuses: [],
  algorithm: 'sliding_window',
  amount: 100,
  window_seconds: 60,
  burst: 0,
  action: 'refuse',
  block_seconds: 0,
  delay_ms: 0,
  ...over,
});
export const limits = [
  limit(1, 'Anmeldungen einer Kundin', {
    conditions: [
      condition('path', 'starts_with', ['/konto/anmelden']),
      condition('method', 'equals', ['POST']),
    ],
    key: [
      { part: 'address', name: '' },
      { part: 'cookie', name: 'einstellungen_der_besucherin' },
    ],
    counts: 'failures',
    statuses: [401, 403],
    amount: 5,
    window_seconds: 600,
    action: 'block',
    block_seconds: 1_800,
  }),
  limit(2, 'Schnittstelle der Händler', {
    conditions: [condition('path', 'starts_with', ['/api'])],
    key: [{ part: 'api_key', name: '' }],
    algorithm: 'token_bucket',
    amount: 1_200,
    burst: 60,
    action: 'slow_down',
    delay_ms: 750,
  }),
  limit(3, 'Viele verschiedene Seiten', {
    counts: 'distinct_paths',
    amount: 300,
    action: 'challenge',
    enabled: false,
  }),
];
export const ruleStates = {
  some: { custom_rules: customRules },
  idle: {
    custom_rules: [
      customRule(8, 'Verwaltung der Werkstatt', 'block', [condition('path', 'starts_with', ['/werkstatt'])]),
      customRule(9, 'Sicherungen der Werkstatt', 'block', [
        condition('path', 'starts_with', ['/werkstatt/sicherungen/']),
      ]),
      ...customRules,
    ],
  },
  full: {
    custom_rules: [
      ...customRules,
      ...Array.from({ length: 22 }, (_, n) =>
        customRule(
          10 + n,
          `Regel ${n + 4}: Kursanmeldung ohne Formular`,
          n % 3 === 0 ? 'challenge' : 'block',
          [
            condition('path', 'matches', [`^/kurse/[a-z-]+/anmeldung/${n}$`]),
            condition('user_agent', 'contains', ['curl/', 'python-requests']),
          ],
        ),
      ),
    ],
  },
  exclusions: {
    rule_exclusions: [
      exclusion(1, {
        target: 'ARGS:comment',
        path_prefix: '/gaestebuch',
        note: 'Gäste zitieren einander mit Anführungszeichen',
        expires_at: ago(-60 * 24 * 12),
      }),
      exclusion(2, { by: 'tag', value: 'family/xss', path_prefix: '/werkstatt/kurse/redaktion/' }),
      exclusion(3, {
        value: '3002',
        target: 'REQUEST_COOKIES:einstellungen_der_besucherin_fuer_den_kurskalender',
        expires_at: ago(60 * 5),
      }),
      exclusion(4, { value: '2001' }),
    ],
  },
} satisfies Record<string, Partial<PolicyConfig>>;
export const configWith = (policy: Partial<PolicyConfig>): SitePolicy => ({
  ...sitePolicy,
  policyConfig: { ...sitePolicy.policyConfig, ...policy },
});
export const versions: SitePolicyVersion[] = [
  version(9, 26, [
    { field: 'policyConfig.rate_limit_requests', before: 60, after: 100 },
    ...[shopOnly, payment].map((after) => ({
      field: `policyConfig.custom_rules.${after.id}`,
      before: null,
      after,
    })),
    {
      field: `policyConfig.custom_rules.${legacy.id}`,
      before: { ...legacy, enabled: true },
      after: legacy,
    },
    ...ruleStates.exclusions.rule_exclusions.slice(0, 2).map((after) => ({
      field: `policyConfig.rule_exclusions.${after.id}`,
      before: null,
      after,
    })),
  ]),
  version(8, 27, [
    { field: 'policyConfig.mode', before: 'DetectionOnly', after: 'On' },
    { field: 'policyConfig.enable_managed_rules', before: false, after: true },
    { field: 'policyConfig.waf_sensitivity', before: 'high', after: 'medium' },
  ]),
  { ...version(7, 49, []), change_kind: 'rolled_back', restored_version: 5 },
  version(6, 50, [
    {
      field: 'policyConfig.blocked_ips',
      before: ['192.0.2.4'],
      after: [...many(12), '2001:db8:dead::/48'],
    },
    { field: 'policyConfig.blocked_countries', before: [], after: ['KP', 'AF'] },
    {
      field: 'policyConfig.path_rate_limits',
      before: [],
      after: [{ path_prefix: '/konto/anmelden', requests: 10, window_seconds: 60 }],
    },
  ]),
  version(5, 75, [
    { field: 'originConfig.origin_host', before: '203.0.113.20', after: '203.0.113.21' },
    { field: 'originConfig.origin_host_header', before: '', after: 'intern.keramik-lindner.example' },
    {
      field: 'originConfig.additional_origins',
      before: [],
      after: [
        { host: 'reserve.keramik-lindner.example', port: 443, protocol: 'https', weight: 1, backup: true },
      ],
    },
    {
      field: 'originConfig.health_check',
      before: { enabled: false, path: '/', interval_seconds: 30 },
      after: { enabled: true, path: '/gesund', interval_seconds: 10 },
    },
  ]),
  { ...version(1, 60 * 24 * 3, []), change_kind: 'created' },
];
