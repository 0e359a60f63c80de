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

export const wafConfig = {
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
    custom_rules: [],
    rule_exclusions: [],
  },
  version: 9,
  updated_at: ago(60 * 26),
  published: true,
};

const request = (n, kind, role, name, held_name) => ({
  id: id(180 + n),
  kind,
  role,
  name,
  held_name,
  ends_at: ago(-60 * 24 * (n + 4)),
});
const proved = (name) => ({
  name: `_palisade-challenge.${name}`,
  value: 'palisade-domain-verification=9f2c7d1e4b0a6c358d17',
});
const owned = (n, verified, changes) => {
  const name = `stelle-${n}.example`;
  return {
    ...domain(n, name, verified, verified, 0, 0),
    verification_txt: proved(name),
    txt_reason: null,
    ...changes,
  };
};

/** Each thing that can be told or asked about who owns a domain. */
export const ownershipDomains = [
  owned(1, true, { release_at: ago(-60 * 24 * 9) }),
  owned(2, true, {
    ownership_requests: [request(2, 'contest', 'holder', 'stelle-2.example', 'stelle-2.example')],
  }),
  owned(3, true, {
    ownership_requests: [
      request(3, 'consent', 'holder', 'ein-langer-name.shop.stelle-3.example', 'stelle-3.example'),
    ],
  }),
  owned(4, false, {
    txt_reason: 'contest',
    ownership_requests: [request(4, 'contest', 'claimant', 'stelle-4.example', 'stelle-4.example')],
  }),
  owned(5, false, {
    ownership_requests: [request(5, 'consent', 'claimant', 'blog.stelle-5.example', 'stelle-5.example')],
  }),
  owned(6, false, { txt_reason: 'wildcard' }),
];

/** One of each status, and names as long as names get. */
export const manyDomains = [
  ...domains,
  {
    ...domain(
      3,
      'verwaltungsgemeinschaft-sonnenhofen-an-der-oberen-donau.example',
      true,
      true,
      12_804_331,
      91_022,
    ),
  },
  { ...domain(4, 'neu-verbunden.example', true, true, 0, 0) },
  { ...domain(5, 'wird-gerade-bereit.example', true, false, 0, 0) },
  { ...domain(6, 'winterpause.example', true, false, 48_120, 604), paused: true },
  ...['shop', 'blog', 'status', 'api', 'karriere', 'presse'].map((name, at) => ({
    ...domain(7 + at, `${name}.keramik-lindner.example`, true, true, 9_120 * (at + 1), 31 * (at + 2)),
    origin_host:
      at === 2
        ? 'ec2-203-0-113-29.eu-central-1.compute.very-long-provider-name.example'
        : `203.0.113.${40 + at}`,
  })),
];

const sample = (n, uri, address, country, status) => ({
  request_id: id(200 + n),
  timestamp: ago(7 * n + 2),
  remote_addr: address,
  geo_country: country,
  request_method: n % 2 ? 'POST' : 'GET',
  request_uri: uri,
  origin_status: status,
});
const cause = (rule_id, message, threat_type, counts, likelihood, where, samples) => ({
  rule_id,
  message,
  reason: rule_id === null ? 'rate_limit' : 'rule',
  threat_type,
  requests: counts[0],
  addresses: counts[1],
  answered: counts[2],
  path: where[0],
  target: where[1],
  likelihood,
  samples,
});
/** What a site in log-only mode would have refused. */
export const forecast = {
  range: '24h',
  from: ago(60 * 24),
  to: ago(0),
  requests: 51_203,
  would_block: { requests: 412, more: false, share: 0.8 },
  looked_at: 412,
  likely_false: 25,
  threat_types: [
    { threat_type: 'SQL Injection', requests: 244 },
    { threat_type: 'Path Traversal', requests: 131 },
    { threat_type: 'Security Rule', requests: 25 },
    { threat_type: 'Rate Limiting', requests: 12 },
  ],
  causes: [
    cause(
      1002,
      'SQL comment or terminator after a quote',
      'SQL Injection',
      [244, 2, 9],
      'attack',
      ['/search', 'ARGS:q'],
      [
        sample(
          1,
          '/search?q=1%27%20OR%201%3D1--&page=2&sort=price&filter=%5B%22ceramic%22%2C%22glaze%22%5D&session=8fa3c1d09be74e6f',
          '198.51.100.9',
          'RU',
          404,
        ),
        sample(2, '/search?q=%27%3B%20DROP%20TABLE%20orders', '198.51.100.9', 'RU', 404),
      ],
    ),
    cause(
      3001,
      'Path leads out of the document root',
      'Path Traversal',
      [131, 4, 0],
      'attack',
      ['/download', 'ARGS:file'],
      [sample(3, '/download?file=../../../../etc/passwd', '203.0.113.181', 'CN', 404)],
    ),
    cause(
      2007,
      'Markup in a form field',
      'Security Rule',
      [25, 19, 25],
      'ordinary',
      ['/guestbook/eintrag', 'ARGS:comment'],
      [
        sample(4, '/guestbook/eintrag', '192.0.2.14', 'DE', 302),
        sample(5, '/guestbook/eintrag', '192.0.2.77', 'AT', 302),
      ],
    ),
    cause(
      null,
      null,
      'Rate Limiting',
      [12, 1, 12],
      'unclear',
      ['/api/prices', ''],
      [sample(6, '/api/prices?since=2026-03-10', '203.0.113.30', 'DE', 200)],
    ),
  ],
};
/** A site whose owner may switch without a worry. */
export const cleanForecast = {
  ...forecast,
  would_block: { requests: 375, more: false, share: 0.73 },
  looked_at: 375,
  likely_false: 0,
  causes: forecast.causes.slice(0, 2),
};

/** Method and path → body. */
const family = (tag, name) => ({ tag: `family/${tag}`, name });
const managed = (n, tag, message, targets = ['ARGS', 'ARGS_NAMES', 'REQUEST_COOKIES']) => ({
  id: n,
  message,
  family: `family/${tag}`,
  paranoia_level: 1,
  severity: 'CRITICAL',
  targets,
});
const managedRules = {
  own_rules: false,
  families: [
    family('path-traversal', 'Path traversal'),
    family('sql-injection', 'SQL injection'),
    family('xss', 'Cross-site scripting'),
  ],
  rules: [
    managed(1001, 'sql-injection', 'SQL injection: input parses as part of a statement'),
    managed(1002, 'sql-injection', 'SQL injection: statement keywords in input'),
    managed(2001, 'xss', 'XSS: markup that runs script'),
    managed(3001, 'path-traversal', 'Path traversal: dot segments', ['REQUEST_URI', 'ARGS']),
    managed(3002, 'path-traversal', 'Path traversal: files of the operating system'),
  ],
};

export const answers = {
  'GET /managed-rules': managedRules,
  'GET /domains': domains,
  'GET /dashboard/blocking-forecast': forecast,
};

const many = (count) => Array.from({ length: count }, (_, at) => `198.51.100.${at + 10}`);
const version = (n, hours, changes) => ({
  version: n,
  created_at: ago(60 * hours),
  author_id: id(1),
  change_kind: 'saved',
  restored_version: null,
  is_current: n === 9,
  changes,
});

/** A policy with everything turned on, and lists as long as they get. */
export const fullConfig = {
  ...wafConfig,
  originConfig: {
    ...wafConfig.originConfig,
    origin_host_header: 'intern.keramik-lindner.example',
    additional_origins: [
      { host: '203.0.113.22', port: 443, protocol: 'https', weight: 2, backup: false },
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
    ...wafConfig.policyConfig,
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
  },
};
/** The same site while it only logs. */
export const logOnlyConfig = {
  ...wafConfig,
  policyConfig: { ...wafConfig.policyConfig, mode: 'DetectionOnly' },
};

const condition = (field, operator, values, over = {}) => ({
  field,
  operator,
  values,
  name: '',
  negate: false,
  ...over,
});
const customRule = (n, name, action, conditions, over = {}) => ({
  id: id(700 + n),
  name,
  enabled: true,
  action,
  skip: [],
  conditions,
  ...over,
});
const exclusion = (n, over) => ({
  id: id(800 + n),
  by: 'rule_id',
  value: '1001',
  target: '',
  path_prefix: '',
  note: '',
  expires_at: null,
  ...over,
});
const customRules = [
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
];
export const ruleStates = {
  some: { custom_rules: customRules },
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
  exceptions: {
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
};
export const configWith = (policy) => ({
  ...wafConfig,
  policyConfig: { ...wafConfig.policyConfig, ...policy },
});
const certificate = (over) => ({
  source: 'automatic',
  status: 'active',
  in_use: true,
  names: ['keramik-lindner.example', 'www.keramik-lindner.example'],
  issuer: "Let's Encrypt E6",
  not_before: ago(60 * 24 * 20),
  not_after: ago(-60 * 24 * 70),
  renew_at: ago(-60 * 24 * 40),
  serial: '04a1',
  fingerprint_sha256:
    'b3:1f:5c:09:aa:71:2e:44:90:cd:01:8e:6b:f2:37:55:c0:11:9d:3e:5a:7f:20:84:bb:06:e1:4c:73:a9:d8:62',
  last_error: null,
  next_attempt_at: null,
  uncovered_hosts: [],
  ...over,
});
const nothingYet = {
  issuer: null,
  not_before: null,
  not_after: null,
  renew_at: null,
  serial: null,
  fingerprint_sha256: null,
};
/** The answers of `certificates` that differ in kind. */
export const certificateStates = {
  none: { automatic_available: true, wildcard_record: null, certificates: [] },
  pending: {
    automatic_available: true,
    wildcard_record: null,
    certificates: [certificate({ status: 'pending', in_use: false, ...nothingYet })],
  },
  failed: {
    automatic_available: true,
    wildcard_record: {
      type: 'CNAME',
      name: '_acme-challenge.keramik-lindner.example',
      value: '9f2c7d1e4b.acme.palisade.example',
    },
    certificates: [
      certificate({
        status: 'failed',
        in_use: false,
        ...nothingYet,
        last_error: {
          code: 'challenge_unreachable',
          message:
            'The certificate authority could not reach http://www.keramik-lindner.example/.well-known/acme-challenge/: the name points to 203.0.113.22, which answers 404.',
        },
        next_attempt_at: ago(-45),
      }),
    ],
  },
  uploaded: {
    automatic_available: true,
    wildcard_record: null,
    certificates: [
      certificate({
        source: 'uploaded',
        names: ['*.keramik-lindner.example'],
        issuer: 'DigiCert Global G3 TLS ECC SHA384 2020 CA1',
        renew_at: null,
        uncovered_hosts: ['keramik-lindner.example'],
      }),
      certificate({ in_use: false, status: 'renewing' }),
    ],
  },
};

const dnsRecord = (purpose, name, state, found, message) => ({
  purpose,
  type: 'CNAME',
  name,
  value: 'edge.palisade.example',
  state,
  found,
  message,
  checked_at: ago(0),
});
const proofName = 'waf-9f2c7d1e4b.toepferkurse.example';
const proof = (state, found, message) => ({
  cname_target: 'edge.palisade.example',
  records: [dnsRecord('ownership', proofName, state, found, message)],
});
/** The answers of `dns` that differ in kind. */
export const dnsStates = {
  wrong: proof('wrong', ['edge.palisade.example.toepferkurse.example'], 'It points elsewhere.'),
  proxied: proof('wrong', ['104.21.48.3', '172.67.182.9'], 'It has addresses but no CNAME record.'),
  unreachable: proof(
    'unreachable',
    [],
    `The DNS servers for ${proofName} did not answer. Please try again in a few minutes.`,
  ),
  done: {
    cname_target: 'edge.palisade.example',
    records: ['keramik-lindner.example', 'www.keramik-lindner.example'].map((name) =>
      dnsRecord('traffic', name, 'ok', ['edge.palisade.example'], `${name} points to edge.palisade.example.`),
    ),
  },
};

/** Several pages of bans. */
export const manyBans = {
  total: 128,
  bans: Array.from({ length: 50 }, (_, at) => ({
    address: at % 9 === 0 ? `2001:db8:40:${at}::/64` : `198.51.100.${at + 1}`,
    created_at: ago(at * 3),
    until: ago(at * 3 - 60),
    reason: ['rate_limit', 'ddos', 'manual'][at % 3],
    note:
      at % 3 === 2
        ? 'Asked for the login page again and again, from several networks of one hosting company'
        : '',
  })),
};

/** What stands under each domain: pattern of the path behind its id → body. */
export const underDomain = {
  'waf-config': wafConfig,
  'waf-config/versions': [
    version(9, 26, [
      { field: 'policyConfig.rate_limit_requests', before: 60, after: 100 },
      ...customRules.slice(0, 2).map((after) => ({
        field: `policyConfig.custom_rules.${after.id}`,
        before: null,
        after,
      })),
      {
        field: `policyConfig.custom_rules.${customRules[2].id}`,
        before: { ...customRules[2], enabled: true },
        after: customRules[2],
      },
      ...ruleStates.exceptions.rule_exclusions.slice(0, 2).map((after) => ({
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
    certificates: [certificate({})],
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
      dnsRecord(
        'ownership',
        proofName,
        'missing',
        [],
        `No CNAME record found for ${proofName}. Create it with the value edge.palisade.example; changes of DNS usually take 5-10 minutes to be seen.`,
      ),
      dnsRecord(
        'traffic',
        'toepferkurse.example',
        'wrong',
        ['203.0.113.22'],
        'toepferkurse.example points to 203.0.113.22.',
      ),
      dnsRecord(
        'traffic',
        'www.toepferkurse.example',
        'missing',
        [],
        'www.toepferkurse.example points nowhere yet.',
      ),
    ],
  },
};
