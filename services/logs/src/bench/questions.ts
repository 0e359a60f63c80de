import { DAY_MS } from '@palisade/basics';
import type { BenchService } from './bench-service.ts';

const REPEATS = 60;

export interface Timing {
  cold_ms: number;
  p50_ms: number;
  p99_ms: number;
}

/** Queries of the dashboard, analytics and searches, over all sites and over one. */
function questionsOf([site]: readonly string[], nowMs: number): Readonly<Record<string, string>> {
  const one = `domain=${site}`;
  const range = `from=${new Date(nowMs - 7 * DAY_MS).toISOString()}&to=${new Date(nowMs).toISOString()}`;
  const recent = '/dashboard/logs/recent?limit=100';
  return {
    stats: '/dashboard/stats',
    stats_one: `/dashboard/stats?${one}`,
    now: '/dashboard/now',
    now_one: `/dashboard/now?${one}`,
    analytics: `/dashboard/analytics?${range}`,
    analytics_one: `/dashboard/analytics?${range}&${one}`,
    breakdowns: `/dashboard/analytics/breakdowns?${range}`,
    breakdowns_one: `/dashboard/analytics/breakdowns?${range}&${one}`,
    forecast_one: `/dashboard/blocking-forecast?${one}`,
    recent,
    recent_blocked: `${recent}&status_filter=blocked`,
    recent_one: `${recent}&${one}`,
    search_country: `${recent}&country=JP`,
    search_address: `${recent}&address=198.51.7.77`,
    search_network: `${recent}&address=198.51.7.0/28`,
    search_path: `${recent}&path=/category/7/product-27`,
    search_path_prefix: `${recent}&path=/category/7/*`,
    search_rule: `${recent}&rule=2001`,
    search_status: `${recent}&http_status=5xx`,
    // A search without a match costs the most: a country is known to be absent, a method has to be searched for.
    search_no_country: `${recent}&country=AQ`,
    search_no_method: `${recent}&method=PURGE`,
  };
}

/** Each once cold, and then repeatedly: milliseconds over HTTP. */
export async function askAll({ surroundings, owner, sites }: BenchService): Promise<Record<string, Timing>> {
  const result: Record<string, Timing> = {};
  for (const [name, question] of Object.entries(questionsOf(sites, Date.now()))) {
    const ask = async (): Promise<number> => {
      const started = performance.now();
      const { status, body } = await surroundings.get(owner, question);
      if (status !== 200) throw new Error(`${question} answered ${status}: ${JSON.stringify(body)}`);
      return performance.now() - started;
    };
    const cold = await ask();
    const times: number[] = [];
    for (let i = 0; i < REPEATS; i++) times.push(await ask());
    times.sort((a, b) => a - b);
    result[name] = { cold_ms: round(cold), p50_ms: round(at(times, 0.5)), p99_ms: round(at(times, 0.99)) };
  }
  return result;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

export const round = (value: number): number => Math.round(value * 10) / 10;
