import { ask } from '../base/database.ts';
import type { Installation } from '../base/installation.ts';
import { type Finding, failure, ok, setting, warning } from './finding.ts';
import { withRedis } from './redis.ts';

/** One-time codes change every half minute, and tokens between services are valid for one minute. */
const WARNED_MS = 2_000;
const MAX_SKEW_MS = 15_000;
/** An HTTP date has whole seconds. */
const HTTP_GRAIN_MS = 1_000;
const TIMEOUT_MS = 4_000;

/** Compares this machine's clock with that of each server that responds; unavailable ones are reported elsewhere. */
export async function checkClock(installation: Installation): Promise<Finding[]> {
  const sources: [string, Promise<number>][] = [
    ['Redis', difference(() => redisTime(installation))],
    ...webSources(installation).map(
      (url) =>
        [new URL(url).host, difference(() => webTime(url), HTTP_GRAIN_MS)] as [string, Promise<number>],
    ),
  ];
  const { postgresAdminUrl } = installation;
  if (postgresAdminUrl !== null) {
    sources.unshift(['PostgreSQL', difference(() => databaseTime(postgresAdminUrl))]);
  }
  const settled = await Promise.allSettled(sources.map(([, skew]) => skew));
  return settled.flatMap((outcome, at) =>
    outcome.status === 'fulfilled' ? [judge(sources[at]![0], outcome.value)] : [],
  );
}

/** How far the other's clock is from ours beyond what the question took. */
async function difference(time: () => Promise<number>, grain = 0): Promise<number> {
  const before = Date.now();
  const theirs = await time();
  const after = Date.now();
  if (theirs > after) return theirs - after;
  return theirs + grain < before ? theirs + grain - before : 0;
}

export function judge(name: string, skew: number): Finding {
  const size = Math.abs(skew);
  const text = `${name}’s clock is ${(size / 1_000).toFixed(1)} s ${skew < 0 ? 'behind' : 'ahead of'} this machine’s`;
  const todo = 'Let a time service (chrony, systemd-timesyncd) keep the clocks of all machines.';
  if (size > MAX_SKEW_MS) return failure('clock.wrong', text, todo);
  return size > WARNED_MS ? warning('clock.wrong', text, todo) : ok('clock.right', `${name}’s clock agrees`);
}

async function databaseTime(url: string): Promise<number> {
  const [row] = await ask<{ ms: string }>(url, 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms');
  return Number(row?.ms);
}

async function redisTime(installation: Installation): Promise<number> {
  const [seconds, microseconds] = await withRedis(installation, (redis) => redis.time());
  return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
}

/** PayPal's clock is an honest stranger's; the dashboard's is that of the machine before it. */
function webSources(installation: Installation): string[] {
  const urls = ['PALISADE_PUBLIC_URL', 'PALISADE_PAYPAL_API_URL'].map((name) => setting(installation, name));
  return urls.filter((url): url is string => url !== undefined && URL.canParse(url));
}

async function webTime(url: string): Promise<number> {
  const response = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  const at = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(at)) throw new Error('no Date');
  return at;
}
