import type { ClientList, ClientListCreate, ClientListUpdate } from '../../shared/api/types.ts';

/** What can be done to lists: the same for owners and for the operator, by calls of their own. */
export interface ListCalls {
  create: (list: ClientListCreate) => Promise<ClientList>;
  update: (id: string, change: ClientListUpdate) => Promise<ClientList>;
  remove: (id: string) => Promise<unknown>;
  refresh: (id: string) => Promise<ClientList>;
}
