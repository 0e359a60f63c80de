import type { Edge } from '../edge.ts';
import type { RequestContext } from '../request-context.ts';
import { EdgeAction, type PhaseResult } from '../verdict.ts';

/** Phase 2: allow list, block list, bans, countries. Explicit lists and bans hold in log-only mode too. */
export function access(context: RequestContext, edge: Edge): PhaseResult {
  const site = context.site!;
  const { client } = context;
  context.country = edge.geo.find(client);
  if (site.allowed.has(client)) {
    context.allowListed = true;
    return null;
  }
  if (site.blocked.has(client)) {
    return { status: 403, action: EdgeAction.IP_LIST, reason: 'blocked_address' };
  }
  const bannedUntil = edge.bans.bannedUntil(site.siteId, client.key, context.receivedAtMs);
  if (bannedUntil > 0) {
    const seconds = Math.ceil((bannedUntil - context.receivedAtMs) / 1_000);
    return {
      status: 429,
      action: EdgeAction.BAN,
      reason: 'banned',
      headers: ['Retry-After', String(seconds)],
    };
  }
  if (site.blockedCountries.size > 0 && site.blockedCountries.has(context.country.code)) {
    if (site.mode === 'On') return { status: 403, action: EdgeAction.GEO, reason: 'blocked_country' };
    context.wouldRefuse('blocked_country');
  }
  return null;
}
