// Canned API answers for the screenshots only; nothing of the product reads this.
const now = Date.parse('2026-03-10T12:00:00Z');
const ago = (minutes) => new Date(now - minutes * 60_000).toISOString();
const id = (n) => `0195${String(n).padStart(4, '0')}-7a3c-7b2e-9c41-5d0f2ab1c9e${n % 10}`;

const entitlements = (maxDomains, rate, features, rules, days, gigabytes) => ({
  max_domains: maxDomains,
  rate_limiting: rate !== 0,
  max_rate_limit_requests: rate,
  ddos_protection: features > 0,
  ip_management: features > 0,
  bot_protection: features > 1,
  geo_blocking: features > 1,
  edge_caching: features > 2,
  max_custom_rules: rules,
  log_retention_days: days,
  bandwidth_bytes: gigabytes === null ? null : gigabytes * 1e9,
});

export const plans = [
  {
    id: 1,
    slug: 'free',
    name: 'Free',
    description: 'For trying Palisade on one small site',
    price: 0,
    is_active: true,
    features: [
      '1 domain',
      'Managed WAF rules',
      'Free SSL certificates',
      'Community support',
      '❌ Rate limiting',
      '❌ Bot protection',
    ],
    entitlements: entitlements(1, 0, 0, 5, 7, 5),
  },
  {
    id: 2,
    slug: 'starter',
    name: 'Starter',
    description: 'For small sites that matter',
    price: 29,
    is_active: true,
    features: [
      'Up to 2 domains',
      'Rate limiting up to 100 req/min',
      'DDoS protection',
      'IP allow and block lists',
      'Email support within 24 hours',
      '14 days of logs',
      '❌ Bot protection',
      '❌ Geo-blocking',
    ],
    entitlements: entitlements(2, 100, 1, 25, 14, 10),
  },
  {
    id: 3,
    slug: 'business',
    name: 'Business',
    description: 'For shops and growing companies',
    price: 79,
    is_active: true,
    features: [
      'Up to 5 domains',
      'Rate limiting up to 500 req/min',
      'Bot protection with challenges',
      'Geo-blocking by country',
      'Priority support within 4 hours',
      '30 days of logs',
      '100 custom rules',
      '❌ Edge caching',
    ],
    entitlements: entitlements(5, 500, 2, 100, 30, 100),
  },
  {
    id: 4,
    slug: 'enterprise',
    name: 'Enterprise',
    description: 'For fleets of sites and strict duties',
    price: 199,
    is_active: true,
    features: [
      'Unlimited domains',
      'Unlimited rate limits',
      'Edge caching and global CDN',
      'AI bot protection',
      '24/7 phone support',
      '90 days of logs',
      'Dedicated account manager',
    ],
    entitlements: entitlements(null, null, 3, null, 90, null),
  },
];

const userOf = (plan, admin) => ({
  id: id(1),
  email: admin ? 'root@palisade.example' : 'maria@keramik-lindner.example',
  username: admin ? 'root' : 'maria',
  full_name: admin ? 'Robin Ott' : 'Maria Lindner',
  is_admin: admin,
  is_active: true,
  email_confirmed: true,
  mfa_enabled: false,
  mfa_setup_required: false,
  plan,
  plan_name: plans.find(({ slug }) => slug === plan).name,
  plan_status: 'active',
  entitlements: plans.find(({ slug }) => slug === plan).entitlements,
  trial_ends_at: null,
  paid_until: null,
  created_at: ago(60 * 24 * 90),
});
export const customer = userOf('starter', false);
export const admin = userOf('enterprise', true);

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

const log = (n, minutes, over) => ({
  id: id(100 + n),
  request_id: id(100 + n),
  timestamp: ago(minutes),
  server_name: 'edge-fra-1',
  remote_addr: `198.51.100.${n * 7 + 3}`,
  geo_country: ['NL', 'US', 'CN', 'BR', 'DE', 'VN'][n % 6],
  geo_city: ['Amsterdam', 'Ashburn', 'Hangzhou', 'São Paulo', 'Berlin', 'Hanoi'][n % 6],
  domain_name: 'keramik-lindner.example',
  request_method: 'GET',
  request_uri: '/',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36',
  status: 'allowed',
  action: 'allow',
  modsec_rule_id: null,
  modsec_message: null,
  threat_type: null,
  severity: null,
  http_status: 200,
  inbound_score: 0,
  asn: null,
  asn_name: null,
  host: 'keramik-lindner.example',
  protocol: 'HTTP/2.0',
  referer: null,
  reason: '',
  origin_status: 200,
  duration_ms: 14,
  request_bytes: 812,
  response_bytes: 14_210,
  matches: [],
  ...over,
});
const sqli = {
  status: 'blocked',
  action: 'block',
  request_uri: '/shop/search?q=1%27%20OR%20%271%27=%271%27--%20&sort=price',
  modsec_rule_id: 1001,
  modsec_message: 'SQL injection: tautology in a condition',
  threat_type: 'SQL Injection',
  severity: 'CRITICAL',
  http_status: 403,
  inbound_score: 10,
  asn: 64500,
  asn_name: 'Example Transit',
  matches: [
    {
      rule_id: 1001,
      message: 'SQL injection: tautology in a condition',
      severity: 'CRITICAL',
      score: 5,
      tags: ['attack-sqli'],
      explanation:
        'The parameter q reads like a condition that is always true: it would change what a database query means.',
      targets: [
        {
          name: 'ARGS:q',
          value: "1' OR '1'='1'-- ",
          transformed: "1' or '1'='1'-- ",
          match_offset: 1,
          match_length: 12,
          transformations: ['urlDecodeUni', 'lowercase'],
          operator: '@rx',
        },
      ],
    },
    {
      rule_id: 1003,
      message: 'SQL injection: comment that ends a statement',
      severity: 'CRITICAL',
      score: 5,
      tags: ['attack-sqli'],
      explanation:
        'The parameter q reads like a condition that is always true: it would change what a database query means.',
      targets: [
        {
          name: 'ARGS:q',
          value: "1' OR '1'='1'-- ",
          transformed: "1' or '1'='1'-- ",
          match_offset: 13,
          match_length: 3,
          transformations: ['urlDecodeUni'],
          operator: '@contains',
        },
      ],
    },
  ],
};
export const logs = [
  log(0, 0, sqli),
  log(1, 1, { request_uri: '/product/raku-bowl' }),
  log(2, 3, {
    status: 'blocked',
    action: 'block',
    request_method: 'POST',
    request_uri: '/contact',
    modsec_rule_id: 2001,
    modsec_message: 'XSS: script element',
    threat_type: 'XSS Attack',
    severity: 'HIGH',
    http_status: 403,
  }),
  log(3, 9, { request_uri: '/assets/app.css' }),
  log(4, 22, {
    status: 'blocked',
    action: 'block',
    request_uri: '/../../etc/passwd',
    modsec_rule_id: 3001,
    modsec_message: 'Path traversal',
    threat_type: 'Path Traversal',
    severity: 'HIGH',
    http_status: 403,
  }),
  log(5, 47, {
    status: 'blocked',
    action: 'bot',
    request_uri: '/robots.txt',
    modsec_message: 'Bad bot',
    threat_type: 'Bad Bot',
    severity: 'MEDIUM',
    http_status: 403,
  }),
  log(6, 64, { request_uri: '/' }),
  log(7, 190, {
    status: 'blocked',
    action: 'rate_limit',
    request_uri: '/login',
    request_method: 'POST',
    modsec_message: 'Rate limit',
    threat_type: 'Rate Limiting',
    severity: 'MEDIUM',
    http_status: 429,
  }),
];

const stats = {
  stats: {
    total_requests: 184_213,
    blocked_threats: 3_907,
    block_rate: 2.1,
    allowed_requests: 180_306,
    uptime_percentage: 99.98,
    avg_response_time: 87,
  },
  weekly_traffic: [21_400, 24_950, 26_100, 29_870, 31_240, 27_300, 23_353].map((total, index) => ({
    date: `2026-03-${String(4 + index).padStart(2, '0')}`,
    total_requests: total,
    blocked_requests: Math.round(total * (0.015 + index * 0.003)),
  })),
  threat_types: [
    { threat_type: 'SQL Injection', percentage: 41 },
    { threat_type: 'XSS Attack', percentage: 27 },
    { threat_type: 'Bad Bot', percentage: 19 },
    { threat_type: 'Path Traversal', percentage: 9 },
    { threat_type: 'Rate Limiting', percentage: 4 },
  ],
  recent_logs: logs
    .filter(({ status }) => status === 'blocked')
    .map((entry) => ({
      id: entry.id,
      timestamp: entry.timestamp,
      attack_type: entry.threat_type,
      ip_address: entry.remote_addr,
      country: entry.geo_country,
      status: entry.status,
    })),
};

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

const orders = [
  {
    id: id(60),
    order_number: 'PAL-2026-000184',
    plan_id: 2,
    billing_period: 'monthly',
    created_at: ago(60 * 24 * 12),
    amount: 29,
    status: 'completed',
    payment_method: 'paypal',
  },
  {
    id: id(61),
    order_number: 'PAL-2026-000131',
    plan_id: 2,
    billing_period: 'monthly',
    created_at: ago(60 * 24 * 42),
    amount: 29,
    status: 'completed',
    payment_method: 'paypal',
  },
  {
    id: id(62),
    order_number: 'PAL-2026-000102',
    plan_id: 3,
    billing_period: 'monthly',
    created_at: ago(60 * 24 * 60),
    amount: 79,
    status: 'cancelled',
    payment_method: 'paypal',
  },
];

const adminUsers = [
  ['maria', 'Maria Lindner', 'starter', 2],
  ['jonas', 'Jonas Berg', 'business', 4],
  ['aiko', 'Aiko Tanaka', 'free', 1],
  ['root', 'Robin Ott', 'enterprise', 11],
].map(([username, full_name, plan, count], index) => ({
  ...userOf(plan, username === 'root'),
  id: id(30 + index),
  username,
  full_name,
  email: `${username}@sites.example`,
  is_active: index !== 2,
  created_at: ago(60 * 24 * (20 + index * 17)),
  domain_count: count,
  domains: [
    {
      id: id(40 + index),
      domain_name: `${username}.example`,
      is_active: true,
      total_requests: 4000 * (index + 1),
      blocked_requests: 120 * (index + 1),
    },
  ],
  total_requests: 41_000 * (index + 1),
  blocked_requests: 1_200 * (index + 1),
}));

const smtp = [
  {
    id: 1,
    name: 'Postmark',
    host: 'smtp.postmark.example',
    port: 587,
    username: 'palisade',
    use_tls: true,
    use_ssl: false,
    from_email: 'hello@palisade.example',
    from_name: 'Palisade',
    is_default: true,
    is_active: true,
    sent_count: 12_480,
  },
  {
    id: 2,
    name: 'Backup relay',
    host: 'relay.example.net',
    port: 465,
    username: 'relay',
    use_tls: false,
    use_ssl: true,
    from_email: 'hello@palisade.example',
    from_name: null,
    is_default: true,
    is_active: true,
    sent_count: 431,
  },
];

const campaigns = [
  {
    id: 1,
    name: 'March release notes',
    subject: 'What is new in Palisade',
    body_html: '<h1>Hello</h1>',
    body_text: 'Hello',
    target_audience: 'newsletter',
    custom_emails: '',
    smtp_config_id: null,
    emails_per_second: 5,
    status: 'sending',
    emails_sent: 612,
    emails_failed: 3,
    total_recipients: 1840,
    created_at: ago(60 * 5),
  },
  {
    id: 2,
    name: 'Welcome series',
    subject: 'Your first site',
    body_html: '<p>Hi</p>',
    body_text: '',
    target_audience: 'plans',
    custom_emails: '',
    smtp_config_id: 1,
    emails_per_second: 10,
    status: 'draft',
    emails_sent: 0,
    emails_failed: 0,
    total_recipients: 0,
    created_at: ago(60 * 48),
  },
];

const empty = (body) => ({ status: 200, body });

/** Answers by method and path; `null` where nothing is canned. */
export function answer(method, path, who) {
  const table = {
    'GET /auth/me': who,
    'GET /plans': plans,
    'GET /domains': domains,
    'GET /dashboard/stats': stats,
    'GET /dashboard/logs/recent': { logs, next: null },
    'GET /orders/my-orders': { orders },
    'GET /settings/mfa/status': {
      enabled: false,
      enabled_at: null,
      has_secret: false,
      has_backup_codes: false,
    },
    'GET /settings/mfa/configs': { configs: [] },
    'GET /settings/notifications': {
      email_alerts: true,
      attack_notifications: true,
      weekly_reports: true,
      marketing_emails: false,
    },
    'GET /dashboard/analytics': {
      range: '7d',
      step: 'day',
      from: ago(60 * 24 * 7),
      to: ago(0),
      totals: {
        requests: 184_213,
        allowed: 180_306,
        blocked: 3_907,
        block_rate: 2.1,
        response_bytes: 48_900_000_000,
      },
      latency: { p50: 41, p90: 120, p99: 380 },
      status_classes: [],
      paths: [],
      addresses: [],
      series: stats.weekly_traffic.map(({ date, total_requests, blocked_requests }) => ({
        time: date,
        requests: total_requests,
        blocked: blocked_requests,
        response_bytes: 0,
      })),
      countries: [
        ['DE', 91_000, 49.4],
        ['NL', 33_400, 18.1],
        ['US', 21_050, 11.4],
        ['PL', 9_800, 5.3],
        ['CN', 4_020, 2.2],
        ['VN', 1_900, 1],
      ].map(([country, requests, percentage]) => ({ country, requests, percentage, blocked: 100 })),
      threat_types: stats.threat_types.map(({ threat_type, percentage }) => ({
        threat_type,
        percentage,
        count: Math.round(percentage * 39),
      })),
    },
    'GET /plans/mine': {
      plan: plans[1],
      status: 'active',
      billing_period: 'monthly',
      paid_until: ago(-60 * 24 * 18),
      trial_ends_at: null,
      trial_available: false,
      bandwidth: { used_bytes: 6_400_000_000, included_bytes: 10_000_000_000 },
    },
    'GET /admin/audit': {
      next: null,
      entries: [
        {
          id: id(95),
          at: ago(12),
          action: 'user.updated',
          actor_id: id(1),
          actor_email: 'root@palisade.example',
          target_type: 'user',
          target_id: id(30),
          ip_address: '198.51.100.4',
          request_id: id(96),
          details: {},
        },
      ],
    },
    'GET /invoices': [
      {
        id: id(90),
        number: 'INV-2026-0184',
        order_number: 'PAL-2026-000184',
        kind: 'invoice',
        description: 'Starter, monthly',
        amount: 29,
        currency: 'USD',
        issued_at: ago(60 * 24 * 12),
      },
    ],
    'GET /auth/sessions': [
      {
        id: id(70),
        created_at: ago(60 * 30),
        last_seen_at: ago(1),
        expires_at: ago(-60 * 24),
        ip_address: '198.51.100.4',
        user_agent: 'Firefox on Linux',
        current: true,
      },
      {
        id: id(71),
        created_at: ago(60 * 90),
        last_seen_at: ago(60 * 7),
        expires_at: ago(-60 * 24),
        ip_address: '203.0.113.9',
        user_agent: 'Safari on iPhone',
        current: false,
      },
    ],
    'GET /api-keys': [
      {
        id: id(80),
        name: 'Nightly report',
        hint: 'plsd_a81f',
        scopes: ['domains:read', 'logs:read'],
        created_at: ago(60 * 24 * 9),
        last_used_at: ago(600),
        expires_at: ago(-60 * 24 * 60),
      },
    ],
    'GET /paypal/config': {
      enabled: true,
      client_id: 'demo',
      script_url: '/theme.js',
      currency: 'USD',
      is_stand_in: true,
    },
    'GET /admin/users': adminUsers,
    'GET /admin/plans': plans,
    'GET /admin/smtp': smtp,
    'GET /admin/campaigns': campaigns,
    'GET /admin/stats': {
      total_users: 1284,
      total_domains: 2310,
      total_subscribers: 1840,
      mrr: 31_460,
      arr: 377_520,
      plan_distribution: { free: 602, starter: 431, business: 212, enterprise: 39 },
    },
    'GET /admin/subscribers': ['Ana Souza', 'Ben Okafor', 'Chloé Martin'].map((name, index) => ({
      id: index + 1,
      first_name: name.split(' ')[0],
      last_name: name.split(' ')[1],
      email: `${name.split(' ')[0].toLowerCase()}@mail.example`,
      created_at: ago(60 * 24 * (index + 2)),
    })),
    'GET /admin/templates/list': [
      { id: 'welcome', name: 'Welcome', description: 'First steps after sign-up', category: 'onboarding' },
    ],
  };
  const key = `${method} ${path.replace(/\/$/, '')}`;
  if (key in table) return empty(table[key]);
  if (/^GET \/domains\/[^/]+\/waf-config$/.test(key)) return empty(wafConfig);
  if (/^GET \/domains\/[^/]+\/waf-config\/versions$/.test(key)) {
    return empty([
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
    ]);
  }
  if (/^GET \/domains\/[^/]+\/bans$/.test(key)) {
    return empty({
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
    });
  }
  if (/^GET \/domains\/[^/]+\/certificates$/.test(key)) {
    return empty({
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
    });
  }
  if (/^GET \/domains\/[^/]+\/origins$/.test(key)) return empty({ checked: false, origins: [] });
  if (/^GET \/domains\/[^/]+\/dns$/.test(key)) {
    return empty({
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
    });
  }
  return null;
}
