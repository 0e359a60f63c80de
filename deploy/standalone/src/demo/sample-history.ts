// The days before now as lines for the log service's import: what the live visitors would have done, had they been there.
import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { ordinaryDay } from './ordinary-day.ts';
import type { PlannedRequest } from './planned-request.ts';
import { Random } from './random.ts';
import { refusal } from './refusals.ts';
import { hostOf, SITE_NAMES, type SiteName, SWITCHED_ON } from './sites.ts';

export const HISTORY_DAYS = 30;
/** Of the plan that the demo's customer has. */
const RETENTION_DAYS = 90;

/** When the history begins: with a whole day. */
export const historyBegin = (nowMs: number): number => nowMs - (nowMs % DAY_MS) - (HISTORY_DAYS - 1) * DAY_MS;

/** Of the sites that are there. */
export type SiteIds = Readonly<Partial<Record<SiteName, string>>>;
/** By domain id, the hours in which there is traffic already. */
export type TakenHours = Readonly<Record<string, ReadonlySet<number>>>;

/** Sorted by the hour; nothing of hours that are taken, and nothing of the future. */
export function* historyLines(ids: SiteIds, taken: TakenHours, nowMs: number): Generator<object> {
  const sites = SITE_NAMES.flatMap((site) => {
    const id = ids[site];
    return id === undefined ? [] : [{ site, id, hours: taken[id] }];
  });
  for (let dayMs = historyBegin(nowMs); dayMs < nowMs; dayMs += DAY_MS) {
    if (!sites.some(({ hours }) => freeHours(hours, dayMs))) continue;
    const requests = sites
      .flatMap(({ site, hours }) =>
        ordinaryDay(site, dayMs).filter(({ atMs }) => !hours?.has(atMs - (atMs % HOUR_MS))),
      )
      .filter(({ atMs }) => atMs <= nowMs)
      .sort((a, b) => a.atMs - b.atMs);
    const random = new Random(`lines of ${dayMs}`);
    for (const request of requests) yield lineOf(request, ids[request.site]!, random);
  }
}

const freeHours = (hours: ReadonlySet<number> | undefined, dayMs: number): boolean =>
  Array.from({ length: 24 }, (_, hour) => dayMs + hour * HOUR_MS).some((hourMs) => !hours?.has(hourMs));

function lineOf(request: PlannedRequest, domainId: string, random: Random): object {
  const { atMs, site, method, target, userAgent, referer, place, address, body, outcome } = request;
  return {
    request_id: random.requestId(atMs),
    domain_id: domainId,
    timestamp: new Date(atMs).toISOString(),
    remote_addr: address,
    geo_country: place.country,
    geo_city: place.city,
    asn: place.asn,
    asn_name: place.asnName,
    scheme: 'http',
    host: hostOf(site),
    request_method: method,
    request_uri: target,
    user_agent: userAgent,
    referer,
    request_bytes: 380 + target.length + (body?.text.length ?? 0),
    retention_days: RETENTION_DAYS,
    ...(outcome.kind === 'served'
      ? {
          http_status: outcome.status,
          origin_status: outcome.status,
          response_bytes: outcome.status === 304 ? 0 : outcome.bytes,
          duration_ms: outcome.ms,
          action: 'allow',
          ...(SWITCHED_ON[site]?.enable_caching && cached(method, outcome.status, random)),
        }
      : {
          http_status: 403,
          response_bytes: 2_900,
          duration_ms: 1.2,
          ...(outcome.kind === 'refused'
            ? refusal(outcome.refusal)
            : { action: 'bot', reason: outcome.reason }),
        }),
  };
}

/** Most of what people read comes out of the cache; what is saved never does. */
function cached(method: string, status: number, random: Random): object {
  if (method !== 'GET' || status >= 400) return { cache_status: 'bypass' };
  if (!random.chance(0.8)) return { cache_status: random.chance(0.6) ? 'miss' : 'revalidated' };
  return { cache_status: 'hit', origin_status: 0, duration_ms: 1.1 };
}
