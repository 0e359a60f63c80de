import type { RefusedCaller } from '../log-store/log-store.port.ts';

export interface Suspicion {
  siteNo: number;
  path: string;
  threat: number;
  requests: number;
  addresses: number;
}

/** A client with this many allowed requests uses the site; a site without one has no false positives to suspect. */
export const MIN_ALLOWED = 10;
/** One refusal may be a try; a person who needs the page tries again. */
const MIN_REFUSED = 2;
/** Scanners continue after their first refusals. */
const MAX_REFUSED_EACH = 20;

/** Uses the site, and is refused at this one place only. */
const isVisitor = ({ refused, blockedInAll, allowed }: RefusedCaller): boolean =>
  allowed >= MIN_ALLOWED && refused === blockedInAll && refused <= MAX_REFUSED_EACH && allowed >= 4 * refused;

/**
 * For each site, the place where rules most likely refuse legitimate visitors: at least half of the clients refused
 * there use the site otherwise. At most one per site: the one that stops most of their requests.
 */
export function suspicions(callers: readonly RefusedCaller[]): Map<number, Suspicion> {
  const places = new Map<string, { suspicion: Suspicion; others: number }>();
  for (const caller of callers) {
    const { siteNo, path, threat } = caller;
    const key = `${siteNo} ${threat} ${path}`;
    const place = places.get(key) ?? {
      suspicion: { siteNo, path, threat, requests: 0, addresses: 0 },
      others: 0,
    };
    places.set(key, place);
    if (!isVisitor(caller)) place.others++;
    else {
      place.suspicion.requests += caller.refused;
      place.suspicion.addresses++;
    }
  }
  const worst = new Map<number, Suspicion>();
  for (const { suspicion, others } of places.values()) {
    if (suspicion.requests < MIN_REFUSED || suspicion.addresses < others) continue;
    const known = worst.get(suspicion.siteNo);
    if (!known || known.requests < suspicion.requests) worst.set(suspicion.siteNo, suspicion);
  }
  return worst;
}
