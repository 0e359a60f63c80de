import { readHeadSigns } from '../../bots/head-signs.ts';
import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { EdgeAction, type PhaseResult } from '../verdict.ts';
import { NO_ROOM } from './give-way.ts';

const OVERLOAD_SECONDS = 5;

/** Phase 2½: what keeps the worker and its sites upright. Costs two comparisons while all is well. */
export function withstand(context: RequestContext, edge: Edge): PhaseResult {
  const site = context.site!;
  if (edge.overload.part > 0 && shedForOthers(context, edge)) {
    edge.counters.shed += 1;
    return {
      status: 503,
      action: EdgeAction.REJECT,
      reason: 'overloaded',
      headers: ['Retry-After', String(OVERLOAD_SECONDS)],
    };
  }
  context.place = edge.pools.requests.enter(context);
  if (context.place === null) return NO_ROOM;
  if (site.ddosLevel === 'none') return null;
  edge.ddos.arrived(site, context.client.key);
  if (context.allowListed) return null;
  const { clients } = edge.ddos;
  if (!clients.over(site.siteId, context.client, site.ddosLevel, context.receivedAtMs)) return null;
  if (site.mode !== 'On') {
    context.wouldRefuse('ddos:client_rate');
    return null;
  }
  edge.counters.ddosRefused += 1;
  return {
    status: 429,
    action: EdgeAction.DDOS,
    reason: 'ddos:client_rate',
    headers: ['Retry-After', String(clients.retryAfter(context.receivedAtMs))],
  };
}

function shedForOthers(context: RequestContext, edge: Edge): boolean {
  return edge.overload.sheds(isPrivileged(context, edge), context, context.receivedAtMs);
}

/** Whom the owner named, and who has proved to be no machine: they are refused last. */
function isPrivileged(context: RequestContext, edge: Edge): boolean {
  return context.allowListed || edge.bots.isCleared(context, readHeadSigns(context.rawHeaders).cookie);
}
