import type { ClientListDocument } from '@palisade/edge-state';
import type { ListKind } from '@palisade/site-policy';
import type { ClientAddress } from '../../io/addresses/client-address.ts';
import type { AskingSite, ListedClients, ListedRequest, ListMatch } from '../../request/listed-clients.ts';
import { placeInList } from './place-in-list.ts';
import type { TimedListings } from './timed-listings.ts';

/** Lists as a worker's requests read them. A list is replaced between two requests, by one assignment. */
export class ClientLists implements ListedClients {
  private readonly byId = new Map<string, ClientListDocument>();
  private readonly listings: Pick<TimedListings, 'has'> | null;

  /** @param listings clients whom rules have put on lists; null: there are none */
  constructor(listings: Pick<TimedListings, 'has'> | null = null) {
    this.listings = listings;
  }

  /** Memory of all sets together. */
  get bytes(): number {
    let bytes = 0;
    for (const { set } of this.byId.values()) bytes += set.memoryBytes;
    return bytes;
  }

  /** Of each owner's; null: the operator's. */
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
   * The first of these lists that holds the client; null: none does. One that is somebody else's holds nobody; one that is not
   * there, those alone whom the site's own rules have put on it.
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
      // Whom the site's own rules have put there is known without the list.
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
