// Overview, analytics and logs.
import type {
  Analytics,
  AnalyticsBreakdowns,
  DashboardStats,
  DemoVerdict,
  LogEntry,
} from '../../src/shared/api/openapi.gen.ts';
import { ago, id } from './common.ts';
import type { Bodies } from './reply.ts';

const COUNTRIES = ['NL', 'US', 'CN', 'BR', 'DE', 'VN'];
const CITIES = ['Amsterdam', 'Ashburn', 'Hangzhou', 'São Paulo', 'Berlin', 'Hanoi'];
const log = (n: number, minutes: number, over: Partial<LogEntry>): LogEntry => ({
  id: id(100 + n),
  request_id: id(100 + n),
  timestamp: ago(minutes),
  server_name: 'edge-fra-1',
  remote_addr: `198.51.100.${n * 7 + 3}`,
  geo_country: COUNTRIES[n % 6] ?? null,
  geo_city: CITIES[n % 6] ?? null,
  domain_name: 'keramik-lindner.example',
  request_method: 'GET',
  request_uri: '/',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36',
  status: 'allowed',
  action: 'allow',
  modsec_rule_id: null,
  deciding_rule_id: null,
  modsec_message: null,
  threat_type: null,
  severity: 'SAFE',
  http_status: 200,
  inbound_score: 0,
  cache_status: null,
  scheme: 'https',
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
const sqli: Partial<LogEntry> = {
  status: 'blocked',
  action: 'block',
  request_uri: '/shop/search?q=1%27%20OR%20%271%27=%271%27--%20&sort=price',
  modsec_rule_id: 1001,
  modsec_message: 'SQL injection: tautology in a condition',
  threat_type: 'SQL Injection',
  severity: 'CRITICAL',
  http_status: 403,
  inbound_score: 10,
  cache_status: null,
  scheme: 'https',
  asn: 64500,
  asn_name: 'Example Transit',
  matches: [
    {
      rule_id: 1001,
      message: 'SQL injection: tautology in a condition',
      phase: 2,
      data: '',
      severity: 'CRITICAL',
      score: 5,
      tags: ['family/sql-injection', 'paranoia-level/1'],
      explanation:
        'The parameter q reads like a condition that is always true: it would change what a database query means.',
      targets: [
        {
          name: 'ARGS:q',
          value: "*' OR '1'='1'***",
          transformed: "*' or '1'='1'***",
          value_offset: 0,
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
      phase: 2,
      data: '',
      severity: 'CRITICAL',
      score: 5,
      tags: ['family/sql-injection', 'paranoia-level/1'],
      explanation:
        'The parameter q reads like a condition that is always true: it would change what a database query means.',
      targets: [
        {
          name: 'ARGS:q',
          value: '*************-- ',
          transformed: '*************-- ',
          value_offset: 0,
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
export const logs: LogEntry[] = [
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
  log(6, 64, {
    request_uri: '/checkout',
    request_method: 'POST',
    http_status: 504,
    origin_status: null,
    threat_type: 'Server Error',
    severity: 'ERROR',
  }),
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
    cache_status: null,
    scheme: 'https',
    matches: [
      {
        rule_id: 2001,
        message: 'XSS: script element',
        phase: 2,
        data: '',
        severity: 'CRITICAL',
        score: 5,
        tags: ['family/xss', 'paranoia-level/1'],
        explanation: 'The parameter comment carries a script element.',
        targets: [
          {
            name: 'ARGS:comment',
            value: '<script>*****************',
            transformed: '<script>*****************',
            value_offset: 0,
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

export const stats: DashboardStats = {
  stats: {
    total_requests: 184_213,
    blocked_threats: 3_907,
    block_rate: 2.1,
    allowed_requests: 180_306,
    uptime_percentage: 99.98,
    uptime_since: '2026-03-07T09:12:00.000Z',
    avg_response_time: 87,
  },
  weekly_traffic: [21_400, 24_950, 26_100, 29_870, 31_240, 27_300, 23_353].map((total, index) => ({
    date: `2026-03-${String(4 + index).padStart(2, '0')}`,
    total_requests: total,
    blocked_requests: Math.round(total * (0.015 + index * 0.003)),
  })),
  threat_types: [
    { threat_type: 'SQL Injection', percentage: 41, count: 1602 },
    { threat_type: 'XSS Attack', percentage: 27, count: 1055 },
    { threat_type: 'Bad Bot', percentage: 19, count: 742 },
    { threat_type: 'Path Traversal', percentage: 8, count: 313 },
    { threat_type: 'Rate Limiting', percentage: 3.4, count: 133 },
    { threat_type: 'Security Rule', percentage: 1.6, count: 63 },
  ],
  before: { total_requests: 163_900, blocked_threats: 4_212, allowed_requests: 159_688 },
  recent_logs: logs
    .filter(({ status }) => status === 'blocked')
    .slice(0, 10)
    .map((entry) => ({
      id: entry.id,
      timestamp: entry.timestamp,
      attack_type: entry.threat_type ?? '',
      ip_address: entry.remote_addr,
      country: entry.geo_country,
      domain_name: entry.domain_name,
      status: entry.status,
    })),
};

const PATHS: [string, number][] = [
  ['/', 61_200],
  ['/shop/search', 38_410],
  ['/assets/app.css', 21_090],
  ['/product/raku-bowl', 12_800],
  ['/checkout/confirmation/of-a-rather-long-address', 4_020],
  ['(other)', 3_801],
];
const ADDRESSES: [string, number, number][] = [
  ['203.0.113.9', 8_420, 0],
  ['198.51.100.7', 3_107, 2_998],
  ['2001:db8:4c1e:22:7d0f:91ab:3c5e:19f0', 1_904, 12],
  ['192.0.2.44', 877, 877],
];
const REQUESTS_FROM: [string, number, number][] = [
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
];
export const analytics: Analytics = {
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
  paths: PATHS.map(([path, requests]) => ({ path, requests, blocked: 40 })),
  addresses: ADDRESSES.map(([address, requests, blocked]) => ({ address, requests, blocked })),
  series: stats.weekly_traffic.map(({ date, total_requests, blocked_requests }) => ({
    time: date,
    requests: total_requests,
    blocked: blocked_requests,
    response_bytes: 0,
  })),
  countries: REQUESTS_FROM.map(([country, requests, percentage], at) => ({
    country,
    requests,
    percentage,
    blocked: Math.round((requests * ((at * 7) % 11)) / 40),
  })),
  threat_types: stats.threat_types,
};

const counts = (value: string, requests: number, blocked = 0, response_bytes = requests * 20_000) => ({
  value,
  requests,
  blocked,
  response_bytes,
});

export const breakdowns: AnalyticsBreakdowns = {
  step: 'day',
  from: analytics.from,
  to: analytics.to,
  failures: { server_errors: 212, origin_requests: 71_020, origin_failures: 64 },
  failure_series: analytics.series.map(({ time }, i) => ({
    time,
    server_errors: [12, 8, 120, 31, 14, 9, 18][i % 7] ?? 0,
    origin_requests: 10_000,
    origin_failures: [0, 0, 61, 3, 0, 0, 0][i % 7] ?? 0,
  })),
  cache: {
    hit_rate: 61.4,
    statuses: [
      counts('hit', 98_214),
      counts('miss', 61_730),
      counts('', 18_200, 3_907),
      counts('bypass', 4_900),
      counts('stale', 1_169),
    ],
  },
  rules: [
    {
      rule: 1001,
      name: 'SQL injection: input parses as part of a statement',
      requests: 1_702,
      blocked: 1_690,
    },
    { rule: 3001, name: 'Path traversal: way out of the folder', requests: 822, blocked: 801 },
    { rule: 2001, name: 'Cross-site scripting: markup that runs', requests: 640, blocked: 640 },
  ],
  agents: [
    counts('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36', 120_400),
    counts('curl/8.5.0', 9_020, 31),
    counts('sqlmap/1.8#stable (https://sqlmap.org)', 1_650, 1_650),
    counts('(other)', 2_400, 12),
    counts('', 310, 4),
  ],
  bots: [counts('bot:library:curl', 9_020, 31), counts('bot:scanner:sqlmap', 1_650, 1_650)],
  methods: [counts('GET', 171_900, 2_100), counts('POST', 11_800, 1_807), counts('PROPFIND', 513)],
  networks: [
    { network: 64_500, name: 'Example Broadband', requests: 101_000, blocked: 12 },
    { network: 64_501, name: 'Example Hosting with a name that goes on', requests: 31_400, blocked: 3_600 },
    { network: 0, name: '', requests: 4_100, blocked: 0 },
  ],
  paths: [
    counts('/assets/katalog-2026.pdf', 2_100, 0, 21_000_000_000),
    counts('/shop/search', 42_000, 1_700, 9_300_000_000),
    counts('/', 61_000, 210, 4_100_000_000),
  ],
  latency: {
    origin: { p50: 84.2, p90: 310, p99: 1_240 },
    edge: { p50: 2.1, p90: 5.4, p99: 18 },
  },
};

const demoVerdict: DemoVerdict = {
  request_id: '019ab1f2-7a3c-7b2e-9c41-3f2a90c1d7e5',
  request: "GET /?q='%20OR%201%3D1--",
  http_status: 403,
  logged: {
    status: 'blocked',
    action: 'block',
    threat_type: 'SQL Injection',
    score: 5,
    rules: [
      {
        rule_id: 1001,
        message: 'SQL injection: input parses as part of a statement',
        severity: 'CRITICAL',
        score: 5,
        explanation:
          "Rule 1001 (SQL injection: input parses as part of a statement) fired on the parameter “q”, which contains “' OR 1=1--” after urlDecodeUni, removeNulls.",
      },
    ],
  },
};

/** Method and path → body. */
export const answers = {
  'GET /api/demo-attack': { host: 'shop.example', max_payload_length: 400 },
  'POST /api/demo-attack': demoVerdict,
  'GET /api/live-figures': {
    figures: { since: ago(60 * 24 * 30), sites: 140, requests: 41_000_000, blocked: 620_000 },
  },
  'GET /api/dashboard/stats': stats,
  'GET /api/dashboard/logs/recent': { logs, next: null, searched_to: null },
  'GET /api/dashboard/analytics': analytics,
  'GET /api/dashboard/analytics/breakdowns': breakdowns,
} satisfies Bodies;
