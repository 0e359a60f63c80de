import { plainPath } from '@palisade/waf-engine';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../../request/verdict.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RateLimitsPart } from './site-limits.ts';

export interface RateLimitsServices {
  limiter: RateLimiter;
  bans: {
    /** @returns when the ban ends, in ms since the epoch */
    ban(siteId: string, address: string, nowMs: number, reason: string): number;
  };
}

type LimitedRequest = RequestContext<Site & RateLimitsPart>;

/** The site's rate limit and those of its paths. Who goes over one is banned for an hour, on all nodes. */
export function limitRate(context: LimitedRequest, edge: RateLimitsServices): PhaseResult {
  const { rateLimit, pathRateLimits } = context.site!;
  if (rateLimit === null && pathRateLimits.length === 0) return null;
  if (context.allowListed || context.skips.rateLimiting) return null;
  // A challenge is half a dozen requests that the client has not asked for; it has bounds of its own.
  if (context.isReserved) return null;
  const over =
    rateLimit === null ? false : edge.limiter.over(rateLimit, context.client.key, context.receivedAtMs);
  if (over === true) return refuse(context, edge, 'rate_limit');
  const byPath = pathRateLimits.length === 0 ? null : limitPaths(context, edge);
  if (over === false) return byPath;
  return over.then((isOver) => (isOver ? refuse(context, edge, 'rate_limit') : byPath));
}

function limitPaths(context: LimitedRequest, edge: RateLimitsServices): PhaseResult {
  const path = plainPath(context.head.target);
  const asked: Promise<boolean>[] = [];
  for (const pathLimit of context.site!.pathRateLimits) {
    if (!path.startsWith(pathLimit.pathPrefix)) continue;
    const over = edge.limiter.over(pathLimit, context.client.key, context.receivedAtMs);
    if (over === true) return refuse(context, edge, 'path_rate_limit');
    if (over !== false) asked.push(over);
  }
  if (asked.length === 0) return null;
  return Promise.all(asked).then((answers) =>
    answers.includes(true) ? refuse(context, edge, 'path_rate_limit') : null,
  );
}

function refuse(
  context: LimitedRequest,
  edge: RateLimitsServices,
  reason: 'rate_limit' | 'path_rate_limit',
): Verdict | null {
  const site = context.site!;
  if (site.mode !== 'On') {
    context.wouldRefuse(reason);
    return null;
  }
  const until = edge.bans.ban(site.siteId, context.client.key, context.receivedAtMs, reason);
  return {
    status: 429,
    action: EdgeAction.RATE_LIMIT,
    reason,
    headers: ['Retry-After', String((until - context.receivedAtMs) / 1_000)],
  };
}
