// Overview, analytics and logs in their other states.
import type { Analytics, DashboardStats, LogEntry } from '../../src/shared/api/openapi.gen.ts';
import { ago } from './common.ts';
import { analytics, breakdowns, logs, stats } from './dashboard.ts';
import { failing, loading, type Replies, reply } from './reply.ts';

const wave = (n: number, of: number) => 1 + 0.5 * Math.sin((n / of) * 2 * Math.PI * 3) + 0.2 * Math.cos(n);
/** The analytics of another period: so many hours or days until now. */
const analyticsOf = (range: Analytics['range'], step: Analytics['step'], points: number): Analytics => ({
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

const nothing: DashboardStats = {
  stats: {
    total_requests: 0,
    blocked_threats: 0,
    block_rate: 0,
    allowed_requests: 0,
    uptime_percentage: null,
    uptime_since: null,
    avg_response_time: null,
  },
  weekly_traffic: stats.weekly_traffic.map(({ date }) => ({ date, total_requests: 0, blocked_requests: 0 })),
  threat_types: [],
  before: null,
  recent_logs: [],
};

const CALLS = [
  'GET /api/dashboard/now',
  'GET /api/dashboard/stats',
  'GET /api/dashboard/logs/recent',
  'GET /api/dashboard/analytics',
  'GET /api/dashboard/analytics/breakdowns',
] as const;
const noTraffic: Replies = {
  ...reply('GET /api/dashboard/stats', nothing),
  ...reply('GET /api/dashboard/logs/recent', { logs: [], next: null, searched_to: null }),
  ...reply('GET /api/dashboard/analytics', {
    ...analytics,
    totals: { requests: 0, allowed: 0, blocked: 0, block_rate: 0, response_bytes: 0 },
    before: null,
    latency: { p50: null, p90: null, p99: null },
    series: analytics.series.map((point) => ({ ...point, requests: 0, blocked: 0 })),
    countries: [],
    threat_types: [],
    paths: [],
    addresses: [],
  }),
  ...reply('GET /api/dashboard/analytics/breakdowns', {
    ...breakdowns,
    failures: { server_errors: 0, origin_requests: 0, origin_failures: 0 },
    failure_series: breakdowns.failure_series.map((point) => ({
      ...point,
      server_errors: 0,
      origin_requests: 0,
      origin_failures: 0,
    })),
    cache: { hit_rate: null, statuses: [] },
    ...{ rules: [], agents: [], bots: [], csp: [], methods: [], networks: [], paths: [] },
    latency: {
      origin: { p50: null, p90: null, p99: null },
      edge: { p50: null, p90: null, p99: null },
    },
  }),
};
const found = (entries: LogEntry[]) =>
  reply('GET /api/dashboard/logs/recent', { logs: entries, next: 'cursor', searched_to: ago(60 * 24 * 3) });

/** Answers of single screens, by the state that they show. */
export const states = {
  noTraffic,
  noDomains: { ...noTraffic, ...reply('GET /api/domains', []) },
  loading: loading(...CALLS),
  failed: failing(...CALLS),
  day: reply('GET /api/dashboard/analytics', analyticsOf('24h', 'hour', 24)),
  quarter: reply('GET /api/dashboard/analytics', analyticsOf('90d', 'day', 90)),
  stretch: reply('GET /api/dashboard/analytics', analyticsOf(null, 'hour', 72)),
  nothingFound: found([]),
  partlySearched: found(logs.slice(8, 10)),
} satisfies Record<string, Replies>;
