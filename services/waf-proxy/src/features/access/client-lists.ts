import type { ClientListDocument } from '@palisade/edge-state';
import type { ListKind } from '@palisade/site-policy';
import type { ClientAddress } from '../../io/addresses/client-address.ts';
import type { AskingSite, ListedClients, ListedRequest, ListMatch } from '../../request/listed-clients.ts';
import { placeInList } from './place-in-list.ts';
import type { TimedListings } from './timed-listings.ts';

/** The lists of a worker. A list is replaced by one assignment, between two requests. */
export class ClientLists implements ListedClients {
  private readonly byId = new Map<string, ClientListDocument>();
  private readonly listings: Pick<TimedListings, 'has'> | null;

  /** @param listings clients that rules added to lists; null: none */
  constructor(listings: Pick<TimedListings, 'has'> | null = null) {
    this.listings = listings;
  }

  /** Memory of all lists, in bytes. */
  get bytes(): number {
    let bytes = 0;
    for (const { set } of this.byId.values()) bytes += set.memoryBytes;
    return bytes;
  }

  /** Bytes by owner; null: the operator's lists. */
  bytesByOwner(): Map<string | null, number> {
    const bytes = new Map<string | null, number>();
    for (const { header, set } of this.byId.values())
      bytes.set(header.ownerId, (bytes.get(header.ownerId) ?? 0) + set.memoryBytes);
    return bytes;
  }

  /** The lists of an owner. */
  largestFirst(ownerId: string): ClientListDocument[] {
    return [...this.byId.values()]
      .filter(({ header }) => header.ownerId === ownerId)
      .sort((one, other) => other.set.memoryBytes - one.set.memoryBytes);
  }

  get(id: string): ClientListDocument | undefined {
    return this.byId.get(id);
  }

  put(list: ClientListDocument): void {
    this.byId.set(list.header.id, list);
  }

  remove(id: string): void {
    this.byId.delete(id);
  }

  /**
   * The first of these lists that contains the client; null: none. Lists of other owners contain nobody; a missing list
   * contains only those clients that the site's own rules added.
   */
  holding(ids: readonly string[], site: AskingSite, request: ListedRequest): ListMatch | null {
    return this.lookUp(ids, site, request) ?? null;
  }

  nameOf(id: string): string | undefined {
    return this.byId.get(id)?.header.name;
  }

  lookUp(
    ids: readonly string[],
    site: AskingSite,
    request: ListedRequest,
    holds: ListKind | null = null,
  ): ListMatch | null | undefined {
    const { client } = request;
    let answer: null | undefined = null;
    for (const id of ids) {
      const list = this.byId.get(id);
      const isTheirs = list !== undefined && ![null, site.ownerId].includes(list.header.ownerId);
      // Clients that the site's own rules added are known even if the list is missing.
      if (!isTheirs && this.wasPutOn(id, site, client))
        return { name: list?.header.name ?? id, entry: client.key };
      if (list === undefined || isTheirs || (holds !== null && list.set.kind !== holds)) {
        answer = undefined;
        continue;
      }
      const place = placeInList(list.set, request);
      if (place < 0) continue;
      const match = { name: list.header.name, entry: list.set.entry(place) };
      return list.set.kind === 'addresses' ? match : { ...match, holds: list.set.kind };
    }
    return answer;
  }

  private wasPutOn(listId: string, { siteId, filledLists }: AskingSite, { key }: ClientAddress): boolean {
    if (this.listings === null || !filledLists.has(listId)) return false;
    return this.listings.has({ siteId, listId, client: key }, Date.now());
  }
}
