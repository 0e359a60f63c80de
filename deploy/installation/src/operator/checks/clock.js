import { ask } from '../base/database.ts';
import { failure, ok, setting, warning } from './finding.ts';
import { withRedis } from './redis.ts';

/** One-time codes tell half a minute apart, and tokens between services hold for one. */
const WARNED_MS = 2000;
const MAX_SKEW_MS = 15000;
/** An HTTP date has whole seconds. */
const HTTP_GRAIN_MS = 1000;
const TIMEOUT_MS = 4000;
/** This machine's clock against each server's that answers; who does not answer is told about elsewhere. */
export async function checkClock(installation) {
  const sources = [
    ['Redis', difference(() => redisTime(installation))],
    ...webSources(installation).map((url) => [
      new URL(url).host,
      difference(() => webTime(url), HTTP_GRAIN_MS),
    ]),
  ];
  const { postgresAdminUrl } = installation;
  if (postgresAdminUrl !== null) {
    sources.unshift(['PostgreSQL', difference(() => databaseTime(postgresAdminUrl))]);
  }
  const settled = await Promise.allSettled(sources.map(([, skew]) => skew));
  return settled.flatMap((outcome, at) =>
    outcome.status === 'fulfilled' ? [judge(sources[at][0], outcome.value)] : [],
  );
}
/** How far the other's clock is from ours beyond what the question took. */
async function difference(time, grain = 0) {
  const before = Date.now();
  const theirs = await time();
  const after = Date.now();
  if (theirs > after) return theirs - after;
  return theirs + grain < before ? theirs + grain - before : 0;
}
export function judge(name, skew) {
  const size = Math.abs(skew);
  const text = `${name}’s clock is ${(size / 1000).toFixed(1)} s ${skew < 0 ? 'behind' : 'ahead of'} this machine’s`;
  const todo = 'Let a time service (chrony, systemd-timesyncd) keep the clocks of all machines.';
  if (size > MAX_SKEW_MS) return failure('clock.wrong', text, todo);
  return size > WARNED_MS ? warning('clock.wrong', text, todo) : ok('clock.right', `${name}’s clock agrees`);
}
async function databaseTime(url) {
  const [row] = await ask(url, 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms');
  return Number(row?.ms);
}
async function redisTime(installation) {
  const [seconds, microseconds] = await withRedis(installation, (redis) => redis.time());
  return Number(seconds) * 1000 + Number(microseconds) / 1000;
}
/** PayPal's clock is an honest stranger's; the dashboard's is that of the machine before it. */
function webSources(installation) {
  const urls = ['PALISADE_PUBLIC_URL', 'PALISADE_PAYPAL_API_URL'].map((name) => setting(installation, name));
  return urls.filter((url) => url !== undefined && URL.canParse(url));
}
async function webTime(url) {
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
