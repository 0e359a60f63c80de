import type { ClientAddress } from '../io/addresses/client-address.ts';

/** The list and the entry of it that hold a client. */
export interface ListMatch {
  readonly name: string;
  readonly entry: string;
}

/** Lists that policies refer to by their ids, as requests ask them. */
export interface ListedClients {
  /**
   * The first of these lists that holds the client; null: none does. Undefined: one of them is not there, or is another
   * owner's, and no other holds it.
   */
  lookUp(ids: readonly string[], ownerId: string, client: ClientAddress): ListMatch | null | undefined;
}
