// What an account with much of everything sees: 500 domains, a log without an end, traffic from every country. For tools that measure.
import type {
  Analytics,
  AnalyticsBreakdowns,
  DashboardNow,
  Domain,
} from '../../src/shared/api/openapi.gen.ts';
import { answer } from './answers.ts';
import { customer } from './people.ts';
import type { Reply } from './reply.ts';

const DOMAINS = 500;
/** As many bars as a chart has at most. */
const DAYS = 90;
const DAY_MS = 86_400_000;
/** As many as there are codes of countries, about. */
const COUNTRIES = 240;

const cannedBody = <Body>(path: string): Body => {
  const reply = answer('GET', path, customer);
  if (reply === undefined || reply === 'never') throw new Error(`nothing is canned for ${path}`);
  return reply.body as Body;
};
const idOf = (n: number) => `0195b000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const [shop] = cannedBody<[Domain]>('/api/domains');
export const domains: Domain[] = Array.from({ length: DOMAINS }, (_, n) => ({
  ...shop,
  id: n === 0 ? shop.id : idOf(n),
  domain_name: n === 0 ? shop.domain_name : `shop-${n}.example`,
}));

const quiet = cannedBody<DashboardNow>('/api/dashboard/now');
const now: DashboardNow = {
  ...quiet,
  sites: domains.map(({ id, domain_name }) => ({ ...quiet.sites[0]!, id, domain_name })),
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const countries = Array.from(
  { length: COUNTRIES },
  (_, n) => `${LETTERS[Math.floor(n / 26) % 26]}${LETTERS[n % 26]}`,
);
const days = Array.from({ length: DAYS }, (_, n) => new Date(Date.now() - (DAYS - n) * DAY_MS).toISOString());
const week = cannedBody<Analytics>('/api/dashboard/analytics');
const analytics: Analytics = {
  ...week,
  series: days.map((time, n) => ({ ...week.series[0]!, time, requests: 9_000 + 37 * n, blocked: 40 + n })),
  countries: countries.map((country, n) => ({
    ...week.countries[0]!,
    country,
    requests: 90_000 - 300 * n,
    blocked: 900 - 3 * n,
  })),
};
const parts = cannedBody<AnalyticsBreakdowns>('/api/dashboard/analytics/breakdowns');
const breakdowns: AnalyticsBreakdowns = {
  ...parts,
  failure_series: days.map((time, n) => ({ ...parts.failure_series[0]!, time, server_errors: n % 9 })),
};

const bodies: Readonly<Record<string, unknown>> = {
  '/api/domains': domains,
  '/api/dashboard/now': now,
  '/api/dashboard/analytics': analytics,
  '/api/dashboard/analytics/breakdowns': breakdowns,
};

/** The answer to a call where there is much; undefined: as for everybody. */
export function answerOfCrowd(method: string, path: string): Reply | undefined {
  const body = method === 'GET' ? bodies[path] : undefined;
  return body === undefined ? undefined : { status: 200, body };
}
