// What goes on this minute, in each of its states.
import type { DashboardNow, Domain, SiteNow } from '../../src/shared/api/openapi.gen.ts';
import { ago, id } from './common.ts';
import { stats } from './dashboard.ts';
import { states } from './dashboard-states.ts';
import { answers as domainAnswers } from './domains.ts';
import { type Replies, reply } from './reply.ts';

const [shop] = domainAnswers['GET /api/domains'] as [Domain];

const minutes = (
  blockedOf: (n: number) => number,
  fails: (n: number) => boolean = () => false,
): DashboardNow['minutes'] =>
  Array.from({ length: 60 }, (_, n) => {
    const blocked = blockedOf(n);
    const requests = Math.round(24 + 9 * Math.sin(n / 7) + 5 * Math.cos(n * 1.7)) + blocked;
    return { time: ago(59 - n), requests, blocked, failed: fails(n) ? requests - blocked : 0 };
  });
const summed = (of: DashboardNow['minutes']) => ({
  requests: of.reduce((sum, { requests }) => sum + requests, 0),
  blocked: of.reduce((sum, { blocked }) => sum + blocked, 0),
  failed: of.reduce((sum, { failed }) => sum + failed, 0),
});

const site = (over: Partial<SiteNow> = {}): SiteNow => ({
  id: shop.id,
  domain_name: shop.domain_name,
  day: { requests: 31_240, blocked: 604 },
  last_blocked_at: ago(3),
  attack: null,
  origin: { asked: 112, failed: 0, down_since: null },
  suspected: null,
  ...over,
});
const nowWith = (
  blockedOf: (n: number) => number,
  sites: SiteNow[],
  fails?: (n: number) => boolean,
): DashboardNow => {
  const shown = minutes(blockedOf, fails);
  return {
    as_of: ago(0),
    hour: summed(shown),
    usual: { requests: 1389, blocked: 28 },
    minutes: shown,
    sites,
  };
};
const calm = (n: number) => (n % 9 === 4 ? 2 : 0);

/** Two sites in good order: what is wrong beside a state would be read first. */
const inOrder: Domain[] = [
  shop,
  {
    ...shop,
    id: id(12),
    domain_name: 'toepferkurse.example',
    hosts: ['toepferkurse.example'],
    total_requests: 4120,
  },
];
const withDomains = (now: DashboardNow, domains = inOrder): Replies => ({
  ...reply('GET /api/domains', domains),
  ...reply('GET /api/dashboard/now', now),
});

export const peace = nowWith(calm, [site()]);
const attack: SiteNow['attack'] = {
  since: ago(22),
  blocked: 4201,
  threat_type: 'SQL Injection',
  networks: [
    { network: '198.51.100.0/24', asn_name: 'Example Transit', percentage: 61.2 },
    { network: '203.0.113.0/24', asn_name: 'Beispielnetz Nord', percentage: 20.4 },
    { network: '2001:db8:77::/48', asn_name: null, percentage: 11.3 },
  ],
};

/** The day's figures, which fit what the sentence above them says. */
const withDay = (day: Partial<typeof stats.stats>): Replies =>
  reply('GET /api/dashboard/stats', { ...stats, stats: { ...stats.stats, ...day } });

/** The five states that one should tell apart in five seconds. */
export const nowStates = {
  peace: withDomains(peace),
  attack: {
    ...withDomains(
      nowWith((n) => (n > 37 ? 190 + 40 * Math.round(Math.sin(n)) : calm(n)), [site({ attack })]),
    ),
    ...withDay({ total_requests: 188_414, blocked_threats: 8_108, block_rate: 4.3 }),
  },
  origin: {
    ...withDomains(
      nowWith(calm, [site({ origin: { asked: 54, failed: 54, down_since: ago(31) } })], (n) => n >= 28),
    ),
    ...withDay({ uptime_percentage: 99.31 }),
  },
  'false-positive': withDomains(
    nowWith(calm, [
      site({
        suspected: {
          path: '/werkstatt/artikel/speichern',
          threat_type: 'XSS Attack',
          requests: 4,
          addresses: 1,
        },
      }),
    ]),
  ),
  several: withDomains(nowWith(calm, [site()]), [
    { ...shop, certificate: { status: 'expired', not_after: ago(60 * 30) } },
    { ...shop, id: id(12), domain_name: 'toepferkurse.example', dns: 'none' },
    { ...shop, id: id(13), domain_name: 'winterpause.example', paused: true, is_active: false },
  ]),
  fresh: {
    ...states.noTraffic,
    ...withDomains(
      {
        ...nowWith(() => 0, []),
        hour: { requests: 0, blocked: 0, failed: 0 },
        usual: null,
        minutes: minutes(() => 0).map((minute) => ({ ...minute, requests: 0 })),
      },
      [{ ...shop, total_requests: 0, allowed_requests: 0, blocked_requests: 0, certificate: null }],
    ),
  },
} satisfies Record<string, Replies>;
