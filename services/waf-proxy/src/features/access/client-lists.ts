import type { ClientListDocument } from '@palisade/edge-state';
import type { ClientAddress } from '../../io/addresses/client-address.ts';
import type { ListedClients, ListMatch } from '../../request/listed-clients.ts';
import type { Site } from '../../request/site.ts';

/** Lists as a worker's requests read them. A list is replaced between two requests, by one assignment. */
export class ClientLists implements ListedClients {
  private readonly byId = new Map<string, ClientListDocument>();

  /** Bytes of all sets together. */
  get bytes(): number {
    let bytes = 0;
    for (const { set } of this.byId.values()) bytes += set.bytes.length;
    return bytes;
  }

  /** Of each owner's; null: the operator's. */
  bytesByOwner(): Map<string | null, number> {
    const bytes = new Map<string | null, number>();
    for (const { header, set } of this.byId.values())
      bytes.set(header.ownerId, (bytes.get(header.ownerId) ?? 0) + set.bytes.length);
    return bytes;
  }

  /** The lists of an owner. */
  largestFirst(ownerId: string): ClientListDocument[] {
    return [...this.byId.values()]
      .filter(({ header }) => header.ownerId === ownerId)
      .sort((one, other) => other.set.bytes.length - one.set.bytes.length);
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
   * The first of these lists that holds the client; null: none does. One that is not there, or is somebody else's, holds
   * nobody.
   */
  holding(ids: readonly string[], { ownerId }: Site, client: ClientAddress): ListMatch | null {
    return this.lookUp(ids, ownerId, client) ?? null;
  }

  lookUp(ids: readonly string[], ownerId: string, client: ClientAddress): ListMatch | null | undefined {
    let answer: null | undefined = null;
    for (const id of ids) {
      const list = this.byId.get(id);
      if (list === undefined || (list.header.ownerId !== null && list.header.ownerId !== ownerId)) {
        answer = undefined;
        continue;
      }
      const place = list.set.find(client.family, client.bits);
      if (place >= 0) return { name: list.header.name, entry: list.set.entry(place) };
    }
    return answer;
  }
}
