import type { ListKind } from '@palisade/site-policy';
import type { RequestContext } from './request-context.ts';
import type { Site } from './site.ts';

/** The list and the entry of it that hold a client. */
export interface ListMatch {
  readonly name: string;
  readonly entry: string;
  /** Absent: addresses. */
  readonly holds?: ListKind;
}

/** How rules would call a list, for the log. */
export const LIST_TARGETS: Readonly<Record<ListKind, string>> = {
  addresses: 'ADDRESS_LIST',
  asns: 'ASN_LIST',
  countries: 'COUNTRY_LIST',
  user_agents: 'USER_AGENT_LIST',
  fingerprints: 'JA4_LIST',
};

/** What a list has to know of the site that asks it. */
export type AskingSite = Pick<Site, 'siteId' | 'ownerId' | 'filledLists'>;

/** What of a request lists are asked about. */
export type ListedRequest = Pick<RequestContext, 'client' | 'country' | 'rawHeaders' | 'connection'>;

/** Lists that policies refer to by their ids, as requests ask them. */
export interface ListedClients {
  /**
   * The first of these lists that holds the client; null: none does. Undefined: one of them is not there, is another owner's
   * or holds something else than was asked for, and no other holds the client.
   *
   * @param holds null: each list is asked for what it holds
   */
  lookUp(
    ids: readonly string[],
    site: AskingSite,
    request: ListedRequest,
    holds?: ListKind | null,
  ): ListMatch | null | undefined;
  /** Undefined: it is not there. */
  nameOf(id: string): string | undefined;
}

/** A list, and one of its clients by the key that bans have. */
export interface Listing {
  readonly siteId: string;
  readonly listId: string;
  readonly client: string;
}

/** Puts clients on lists for a time. */
export interface ListingTaker {
  add(listing: Listing, nowMs: number, lastsMs: number, reason: string): void;
}
