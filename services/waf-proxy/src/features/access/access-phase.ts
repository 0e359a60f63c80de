import type { AddressList } from '../../io/addresses/address-list.ts';
import type { GeoLookup } from '../../io/addresses/geo.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult } from '../../request/verdict.ts';
import type { BanTable } from './ban-table.ts';

export interface AccessPart {
  readonly allowed: AddressList;
  readonly blocked: AddressList;
}

export interface AccessServices {
  geo: GeoLookup;
  bans: BanTable;
}

/** Allow list, block list, bans. They hold in log-only mode too. */
export function checkAccess(context: RequestContext<Site & AccessPart>, edge: AccessServices): PhaseResult {
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
  if (bannedUntil === 0) return null;
  const seconds = Math.ceil((bannedUntil - context.receivedAtMs) / 1_000);
  return {
    status: 429,
    action: EdgeAction.BAN,
    reason: 'banned',
    headers: ['Retry-After', String(seconds)],
  };
}
