// Domains and what stands around them.
import type {
  ApplicationPacks,
  BanList,
  Domain,
  ManagedRule,
  ManagedRules,
  OwnershipRequest,
} from '../../src/shared/api/openapi.gen.ts';
import { ago, id } from './common.ts';
import { forecast } from './forecast.ts';
import { certificates, dns } from './names.ts';
import type { Bodies } from './reply.ts';
import { rollouts, siteRuleRollouts } from './rollouts.ts';
import { sitePolicy, versions } from './site-policy.ts';

const proved = (name: string) => ({
  name: `_palisade-challenge.${name}`,
  value: 'palisade-domain-verification=9f2c7d1e4b0a6c358d17',
});
const domain = (
  n: number,
  name: string,
  verified: boolean,
  active: boolean,
  total: number,
  blocked: number,
): Domain => ({
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
  mode: 'On',
  certificate: active ? { status: 'active', not_after: ago(-60 * 24 * 52) } : null,
  dns: active ? 'all' : null,
  cname_target: 'edge.palisade.example',
  verification_subdomain: `waf-9f2c7d1e4b.${name}`,
  verification_token: '9f2c7d1e4b',
  verification_txt: proved(name),
  txt_reason: null,
  release_at: null,
  ownership_requests: [],
});
const domains = [
  domain(1, 'keramik-lindner.example', true, true, 184_213, 3_907),
  domain(2, 'toepferkurse.example', false, false, 0, 0),
];

const request = (
  n: number,
  kind: OwnershipRequest['kind'],
  role: OwnershipRequest['role'],
  name: string,
  held_name: string,
): OwnershipRequest => ({
  id: id(180 + n),
  kind,
  role,
  name,
  held_name,
  ends_at: ago(-60 * 24 * (n + 4)),
});
const owned = (n: number, verified: boolean, changes: Partial<Domain>): Domain => ({
  ...domain(n, `stelle-${n}.example`, verified, verified, 0, 0),
  ...changes,
});

/** Each thing that can be told or asked about who owns a domain. */
export const ownershipDomains: Domain[] = [
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
export const manyDomains: Domain[] = [
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

const family = (tag: string, name: string) => ({ tag: `family/${tag}`, name });
const managed = (
  n: number,
  tag: string,
  message: string,
  targets = ['ARGS', 'ARGS_NAMES', 'REQUEST_COOKIES'],
): ManagedRule => ({
  id: n,
  message,
  family: `family/${tag}`,
  paranoia_level: 1,
  severity: 'CRITICAL',
  targets,
});
const managedRules: ManagedRules = {
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

const packs: ApplicationPacks = {
  packs: [
    {
      name: 'wordpress',
      title: 'WordPress',
      description:
        'The block editor, the classic editor, widgets and the customizer save pages as HTML. Script rules no longer judge the fields that hold such a page; all other rules do, and all other fields.',
      exclusions: [
        {
          what: 'Pages, posts, blocks and templates that the block editor saves',
          paths: ['/wp-json/wp/v2/'],
          targets: ['ARGS:json.content', 'ARGS:json.content.raw', 'ARGS:json.excerpt'],
          families: ['xss'],
        },
        {
          what: 'Pages and posts that the classic editor saves',
          paths: ['/wp-admin/post.php'],
          targets: ['ARGS:content', 'ARGS:excerpt'],
          families: ['xss'],
        },
      ],
      patches: [
        { ruleId: 30101, what: 'wp-file-manager lets anybody upload programs' },
        { ruleId: 30105, what: 'a program among the uploads' },
      ],
    },
    {
      name: 'nextcloud',
      title: 'Nextcloud',
      description:
        'Files come and go by WebDAV, as they are: programs, pages and dumps are files like others. What the files hold is not judged; paths, headers, names and everything else is.',
      exclusions: [
        {
          what: 'Contents of files that are stored whole or in pieces',
          paths: ['/remote.php/dav/files/', '/remote.php/dav/uploads/', '/remote.php/webdav/'],
          targets: ['ARGS:request_body'],
          families: ['sql-injection', 'xss', 'php-code', 'path-traversal', 'command-execution'],
        },
      ],
      patches: [{ ruleId: 30401, what: 'a test page of a library shows the environment' }],
    },
    {
      name: 'graphql',
      title: 'GraphQL',
      description:
        'No rule is switched off: queries and their variables pass the managed rules as they are. Introspection, queries more than 15 levels deep and more than 20 of them at once are refused.',
      exclusions: [],
      patches: [{ ruleId: 30901, what: 'the schema is asked for' }],
    },
  ],
};

const BAN_REASONS = ['rate_limit', 'ddos', 'manual'];
/** Several pages of bans. */
export const manyBans: BanList = {
  total: 128,
  listings: 0,
  bans: Array.from({ length: 50 }, (_, at) => ({
    address: at % 9 === 0 ? `2001:db8:40:${at}::/64` : `198.51.100.${at + 1}`,
    created_at: ago(at * 3),
    until: ago(at * 3 - 60),
    reason: BAN_REASONS[at % BAN_REASONS.length] ?? 'manual',
    note:
      at % 3 === 2
        ? 'Asked for the login page again and again, from several networks of one hosting company'
        : '',
  })),
};

/** Method and path → body. */
export const answers = {
  'GET /api/managed-rules': managedRules,
  'GET /api/managed-rules/releases': {
    releases: [],
    nodes: 2,
    lacking: { leaked_passwords: 0, upload_scanner: 0 },
  },
  'GET /api/managed-rules/packs': packs,
  'GET /api/domains': domains,
  'GET /api/dashboard/blocking-forecast': forecast,
  'GET /api/domains/{id}/waf-config': sitePolicy,
  'GET /api/domains/{id}/waf-config/versions': versions,
  'GET /api/domains/{id}/drafts': [],
  'GET /api/domains/{id}/rollouts': rollouts,
  'GET /api/domains/{id}/rule-rollouts': siteRuleRollouts,
  'GET /api/domains/{id}/bans': {
    total: 2,
    listings: 0,
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
  'GET /api/domains/{id}/certificates': certificates,
  'GET /api/domains/{id}/cache/purges': {
    limit_per_minute: 10,
    purges: [
      { kind: 'prefix', values: ['/assets/'], requested_at: ago(90), requested_by: id(1) },
      { kind: 'all', values: [], requested_at: ago(60 * 30), requested_by: id(1) },
    ],
  },
  'GET /api/edge-addresses': {
    ipv4: ['198.51.100.10', '198.51.100.11'],
    ipv6: ['2001:db8:e::/64'],
    complete: true,
  },
  'GET /api/domains/{id}/origin-certificates': {
    in_use: 'automatic',
    authority: {
      certificate_pem: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
      fingerprint_sha256: '6f3c'.repeat(16),
      not_after: ago(-60 * 24 * 7_300),
    },
    next_authority: null,
    certificates: [
      {
        source: 'automatic',
        subject: 'Palisade keramik-lindner.example',
        issuer: 'Palisade Origin CA 01a2b3c4',
        serial: '01A2',
        fingerprint_sha256: '9b1e'.repeat(16),
        not_before: ago(60 * 24 * 10),
        not_after: ago(-60 * 24 * 80),
        renew_at: ago(-60 * 24 * 50),
      },
    ],
  },
  'GET /api/domains/{id}/origin-lock': { state: 'open', checked_at: ago(0) },
  'GET /api/domains/{id}/origins': { checked: false, origins: [] },
  'GET /api/domains/{id}/dns': dns,
  'POST /api/domains/{id}/exclusion-prices': {
    attacks: 2_004,
    refused: 1_897,
    prices: [
      {
        lets_through: 128,
        by_class: [
          { attack_class: 'SQL injection', lets_through: 119 },
          { attack_class: 'Other interpreters', lets_through: 9 },
        ],
        examples: ["x' union select pin from cards--", "1' and (select count(*) from pg_stat_activity)>0--"],
      },
    ],
  },
} satisfies Bodies;
