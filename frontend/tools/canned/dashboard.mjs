// Overview, analytics and logs.
import { ago, id } from './common.mjs';

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
      tags: ['family/sql-injection', 'paranoia-level/1'],
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
      tags: ['family/sql-injection', 'paranoia-level/1'],
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
const LONG_PATH =
  '/werkstatt/kurse/drehen-an-der-toepferscheibe-fuer-fortgeschrittene/anmeldung/bestaetigung?kurs=2026-04-18&teilnehmerinnen=2&gutschein=FR%C3%9CHLING-2026&zurueck=%2Fkurse%2Fuebersicht%3Fseite%3D3';
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
    reason: 'rate_limit',
  }),
  log(8, 200, {
    status: 'blocked',
    action: 'geo',
    request_uri: LONG_PATH,
    remote_addr: '2001:db8:4c1e:22:7d0f:91ab:3c5e:19f0',
    domain_name: 'die-kleine-keramikwerkstatt-am-alten-hafen-von-wismar.example',
    threat_type: 'Security Rule',
    severity: 'MEDIUM',
    http_status: 403,
    asn: 64511,
    asn_name: 'Vereinigte Telekommunikationsgesellschaft Norddeutschland',
    reason: 'geo',
  }),
  log(9, 230, {
    status: 'blocked',
    action: 'ban',
    remote_addr: '203.0.113.77',
    request_uri: '/login',
    request_method: 'POST',
    threat_type: 'Rate Limiting',
    severity: 'MEDIUM',
    http_status: 429,
    reason: 'ban',
  }),
  log(10, 250, {
    action: 'log_only',
    request_uri: '/guestbook?comment=%3Cscript%3Ealert(1)%3C/script%3E',
    modsec_rule_id: 2001,
    modsec_message: 'XSS: script element',
    threat_type: 'XSS Attack',
    severity: 'SAFE',
    inbound_score: 5,
    matches: [
      {
        rule_id: 2001,
        message: 'XSS: script element',
        severity: 'CRITICAL',
        score: 5,
        tags: ['family/xss', 'paranoia-level/1'],
        explanation: 'The parameter comment carries a script element.',
        targets: [
          {
            name: 'ARGS:comment',
            value: '<script>alert(1)</script>',
            transformed: '<script>alert(1)</script>',
            match_offset: 0,
            match_length: 8,
            transformations: [],
            operator: '@rx',
          },
        ],
      },
    ],
  }),
  log(11, 300, {
    status: 'blocked',
    action: 'reject',
    request_method: 'PROPFIND',
    request_uri: '*',
    geo_country: null,
    geo_city: null,
    threat_type: 'Security Rule',
    severity: 'MEDIUM',
    http_status: 400,
  }),
  log(30, 310, {
    status: 'blocked',
    action: 'custom_rule',
    request_uri: '/wp-login.php',
    modsec_message: 'Werkstattverwaltung nur aus dem Ladengeschäft',
    threat_type: 'Security Rule',
    severity: 'MEDIUM',
    http_status: 403,
    reason: `custom:${id(701)}`,
  }),
  ...Array.from({ length: 18 }, (_, n) =>
    log(12 + n, 320 + n * 97, { request_uri: `/product/bowl-${n}`, ...(n % 5 === 0 && sqli) }),
  ),
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
    { threat_type: 'Path Traversal', percentage: 8 },
    { threat_type: 'Rate Limiting', percentage: 3.4 },
    { threat_type: 'Security Rule', percentage: 1.6 },
  ],
  before: { total_requests: 163_900, blocked_threats: 4_212, allowed_requests: 159_688 },
  recent_logs: logs
    .filter(({ status }) => status === 'blocked')
    .slice(0, 10)
    .map((entry) => ({
      id: entry.id,
      timestamp: entry.timestamp,
      attack_type: entry.threat_type,
      ip_address: entry.remote_addr,
      country: entry.geo_country,
      status: entry.status,
    })),
};

/** Method and path → body. */
export const answers = {
  'GET /dashboard/stats': stats,
  'GET /dashboard/logs/recent': { logs, next: null, searched_to: null },
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
    before: { requests: 163_900, blocked: 4_212, response_bytes: 44_100_000_000 },
    latency: { p50: 41, p90: 120, p99: 380 },
    status_classes: [],
    paths: [
      ['/', 61_200],
      ['/shop/search', 38_410],
      ['/assets/app.css', 21_090],
      ['/product/raku-bowl', 12_800],
      ['/checkout/confirmation/of-a-rather-long-address', 4_020],
      ['(other)', 3_801],
    ].map(([path, requests]) => ({ path, requests, blocked: 40 })),
    addresses: [
      ['203.0.113.9', 8_420, 0],
      ['198.51.100.7', 3_107, 2_998],
      ['2001:db8:4c1e:22:7d0f:91ab:3c5e:19f0', 1_904, 12],
      ['192.0.2.44', 877, 877],
    ].map(([address, requests, blocked]) => ({ address, requests, blocked })),
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
      ['BR', 1_240, 0.7],
      ['SG', 610, 0.3],
      ['IN', 480, 0.3],
      ['ZA', 91, 0.1],
      ['AU', 44, 0.1],
    ].map(([country, requests, percentage], at) => ({
      country,
      requests,
      percentage,
      blocked: Math.round((requests * ((at * 7) % 11)) / 40),
    })),
    threat_types: stats.threat_types.map(({ threat_type, percentage }) => ({
      threat_type,
      percentage,
      count: Math.round(percentage * 39),
    })),
  },
};

const analytics = answers['GET /dashboard/analytics'];
const wave = (n, of) => 1 + 0.5 * Math.sin((n / of) * 2 * Math.PI * 3) + 0.2 * Math.cos(n);
/** The analytics of another period: so many hours or days until now. */
const analyticsOf = (range, step, points) => ({
  ...analytics,
  range,
  step,
  series: Array.from({ length: points }, (_, n) => {
    const requests = Math.round(18_000 * wave(n, points));
    return {
      time: ago((points - 1 - n) * (step === 'hour' ? 60 : 60 * 24)),
      requests,
      blocked: Math.round(requests * 0.03),
      response_bytes: 0,
    };
  }),
});

const nothing = {
  stats: {
    total_requests: 0,
    blocked_threats: 0,
    block_rate: 0,
    allowed_requests: 0,
    uptime_percentage: null,
    avg_response_time: null,
  },
  weekly_traffic: stats.weekly_traffic.map(({ date }) => ({ date, total_requests: 0, blocked_requests: 0 })),
  threat_types: [],
  before: null,
  recent_logs: [],
};

/** Answers of single screens, by the state that they show. */
export const states = {
  noTraffic: {
    'GET /dashboard/stats': { status: 200, body: nothing },
    'GET /dashboard/logs/recent': { status: 200, body: { logs: [], next: null, searched_to: null } },
    'GET /dashboard/analytics': {
      status: 200,
      body: {
        ...analytics,
        totals: { requests: 0, allowed: 0, blocked: 0, block_rate: 0, response_bytes: 0 },
        before: null,
        latency: { p50: null, p90: null, p99: null },
        series: analytics.series.map((point) => ({ ...point, requests: 0, blocked: 0 })),
        countries: [],
        threat_types: [],
        paths: [],
        addresses: [],
      },
    },
  },
  get noDomains() {
    return { ...this.noTraffic, 'GET /domains': { status: 200, body: [] } };
  },
  loading: {
    'GET /dashboard/stats': 'never',
    'GET /dashboard/logs/recent': 'never',
    'GET /dashboard/analytics': 'never',
  },
  failed: {
    'GET /dashboard/stats': { status: 500, body: {} },
    'GET /dashboard/logs/recent': { status: 500, body: {} },
    'GET /dashboard/analytics': { status: 500, body: {} },
  },
  day: { 'GET /dashboard/analytics': { status: 200, body: analyticsOf('24h', 'hour', 24) } },
  quarter: { 'GET /dashboard/analytics': { status: 200, body: analyticsOf('90d', 'day', 90) } },
  stretch: { 'GET /dashboard/analytics': { status: 200, body: analyticsOf(null, 'hour', 72) } },
  nothingFound: {
    'GET /dashboard/logs/recent': {
      status: 200,
      body: { logs: [], next: 'cursor', searched_to: ago(60 * 24 * 3) },
    },
  },
  partlySearched: {
    'GET /dashboard/logs/recent': {
      status: 200,
      body: { logs: logs.slice(8, 10), next: 'cursor', searched_to: ago(60 * 24 * 3) },
    },
  },
};
