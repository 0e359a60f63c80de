import type { ListKind } from '@palisade/site-policy';
import type { RequestContext } from './request-context.ts';
import type { Site } from './site.ts';

/** The list and the entry that contain a client. */
export interface ListMatch {
  readonly name: string;
  readonly entry: string;
  /** Absent: addresses. */
  readonly holds?: ListKind;
}

/** SecLang names of what lists hold, for the log. */
export const LIST_TARGETS: Readonly<Record<ListKind, string>> = {
  addresses: 'ADDRESS_LIST',
  asns: 'ASN_LIST',
  countries: 'COUNTRY_LIST',
  user_agents: 'USER_AGENT_LIST',
  fingerprints: 'JA4_LIST',
};

/** What a list needs to know of the site. */
export type AskingSite = Pick<Site, 'siteId' | 'ownerId' | 'filledLists'>;

/** The parts of a request that lists are compared with. */
export type ListedRequest = Pick<
  RequestContext,
  'client' | 'country' | 'rawHeaders' | 'connection' | 'isRelayed'
>;

/** Lists that policies refer to by id. */
export interface ListedClients {
  /**
   * The first of these lists that contains the client; null: none does. Undefined: one of them is missing, belongs to
   * another owner or is of another kind, and no other contains the client.
   *
   * @param holds the expected kind; null: any
   */
  lookUp(
    ids: readonly string[],
    site: AskingSite,
    request: ListedRequest,
    holds?: ListKind | null,
  ): ListMatch | null | undefined;
  /** Undefined: the list is missing. */
  nameOf(id: string): string | undefined;
}

/** A list and a client, by the key that bans use. */
export interface Listing {
  readonly siteId: string;
  readonly listId: string;
  readonly client: string;
}

/** Adds clients to lists for a time. */
export interface ListingTaker {
  add(listing: Listing, nowMs: number, lastsMs: number, reason: string): void;
}
