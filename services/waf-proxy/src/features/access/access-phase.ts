import type { AddressList } from '../../io/addresses/address-list.ts';
import type { GeoLookup } from '../../io/addresses/geo.ts';
import type { ListMatch } from '../../request/listed-clients.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { RequestSlot } from '../../request/request-slot.ts';
import type { Site } from '../../request/site.ts';
import { EdgeAction, type PhaseResult } from '../../request/verdict.ts';
import type { BanTable } from './ban-table.ts';
import type { ClientLists } from './client-lists.ts';

export interface AccessPart {
  readonly allowed: AddressList;
  readonly blocked: AddressList;
  /** Ids of lists stored apart from the site. */
  readonly allowedLists: readonly string[];
  readonly blockedLists: readonly string[];
}

export interface AccessServices {
  geo: GeoLookup;
  bans: Pick<BanTable, 'bannedUntil'>;
  clientLists: Pick<ClientLists, 'holding'>;
}

/** For the log: the list and the entry that decided. */
export const LIST_RECORD = new RequestSlot<ListMatch>('the list that decided');
export const keepListRecord = (context: RequestContext, match: ListMatch): void =>
  LIST_RECORD.keep(context, match);

/** Checks allow lists, block lists and bans, in log-only mode too. */
export function checkAccess(context: RequestContext<Site & AccessPart>, edge: AccessServices): PhaseResult {
  const site = context.site!;
  const { client } = context;
  context.country = edge.geo.find(client);
  if (site.allowed.has(client) || edge.clientLists.holding(site.allowedLists, site, context) !== null) {
    context.allowListed = true;
    return null;
  }
  if (site.blocked.has(client)) {
    return { status: 403, action: EdgeAction.IP_LIST, reason: 'blocked_address' };
  }
  const match = edge.clientLists.holding(site.blockedLists, site, context);
  if (match !== null) {
    keepListRecord(context, match);
    return { status: 403, action: EdgeAction.IP_LIST, reason: `blocked_list:${match.name}` };
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
