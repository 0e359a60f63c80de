import { BAN_MS } from '../../limits/ban-table.ts';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { EdgeAction, type PhaseResult, type Verdict } from '../verdict.ts';

/** Phase 3: the site's rate limit. Who goes over it is banned for an hour, on all nodes. */
export function limit(context: RequestContext, edge: Edge): PhaseResult {
  const site = context.site!;
  if (site.rateLimit === 0 || context.allowListed) return null;
  const over = edge.limiter.over(site.siteId, context.client.key, site.rateLimit, context.receivedAtMs);
  if (over === false) return null;
  if (over === true) return refuse(context, edge);
  return over.then((isOver) => (isOver ? refuse(context, edge) : null));
}

function refuse(context: RequestContext, edge: Edge): Verdict | null {
  const site = context.site!;
  if (site.mode !== 'On') {
    context.wouldRefuse('rate_limit');
    return null;
  }
  edge.bans.ban(site.siteId, context.client.key, context.receivedAtMs);
  return {
    status: 429,
    action: EdgeAction.RATE_LIMIT,
    reason: 'rate_limit',
    headers: ['Retry-After', String(BAN_MS / 1_000)],
  };
}
