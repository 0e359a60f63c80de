import type { ClientAddress } from '../io/addresses/client-address.ts';
import type { Site } from './site.ts';

/** The list and the entry of it that hold a client. */
export interface ListMatch {
  readonly name: string;
  readonly entry: string;
}

/** What a list has to know of the site that asks it. */
export type AskingSite = Pick<Site, 'siteId' | 'ownerId' | 'filledLists'>;

/** Lists that policies refer to by their ids, as requests ask them. */
export interface ListedClients {
  /**
   * The first of these lists that holds the client; null: none does. Undefined: one of them is not there, or is another
   * owner's, and no other holds it.
   */
  lookUp(ids: readonly string[], site: AskingSite, client: ClientAddress): ListMatch | null | undefined;
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
