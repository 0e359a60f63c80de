import { plainPath } from '@palisade/waf-engine';
import { BAN_MS } from '../../limits/ban-table.ts';
import { type Limit, WINDOW_MS } from '../../limits/rate-limiter.ts';
import type { CompiledSite } from '../../site-config/compiled-site.ts';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../verdict.ts';
import { isReserved } from './reserved-paths.ts';

/** Phase 3: the site's rate limit and those of its paths. Who goes over one is banned for an hour, on all nodes. */
export function limit(context: RequestContext, edge: Edge): PhaseResult {
  const site = context.site!;
  if (site.rateLimit === 0 && site.pathRateLimits.length === 0) return null;
  if (context.allowListed || context.skips.rateLimiting) return null;
  // A challenge is half a dozen requests that the visitor has not asked for; it has bounds of its own.
  if (isReserved(context)) return null;
  const over =
    site.rateLimit === 0
      ? false
      : edge.limiter.over(siteLimit(site), context.client.key, context.receivedAtMs);
  if (over === true) return refuse(context, edge, 'rate_limit');
  const byPath = site.pathRateLimits.length === 0 ? null : limitPaths(context, edge);
  if (over === false) return byPath;
  return over.then((isOver) => (isOver ? refuse(context, edge, 'rate_limit') : byPath));
}

function limitPaths(context: RequestContext, edge: Edge): PhaseResult {
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
  context: RequestContext,
  edge: Edge,
  reason: 'rate_limit' | 'path_rate_limit',
): Verdict | null {
  const site = context.site!;
  if (site.mode !== 'On') {
    context.wouldRefuse(reason);
    return null;
  }
  edge.bans.ban(site.siteId, context.client.key, context.receivedAtMs, reason);
  return {
    status: 429,
    action: EdgeAction.RATE_LIMIT,
    reason,
    headers: ['Retry-After', String(BAN_MS / 1_000)],
  };
}

const siteLimits = new WeakMap<CompiledSite, Limit>();

/** Made once per site document, not per request. */
function siteLimit(site: CompiledSite): Limit {
  let known = siteLimits.get(site);
  if (known === undefined) {
    known = { scope: site.siteId, requests: site.rateLimit, windowMs: WINDOW_MS };
    siteLimits.set(site, known);
  }
  return known;
}
