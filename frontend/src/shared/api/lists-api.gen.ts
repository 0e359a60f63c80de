import { baseApi as api } from './base-api.ts';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOperatorClientLists: build.query<
      ListOperatorClientListsApiResponse,
      ListOperatorClientListsApiArg
    >({
      query: () => ({ url: `/api/admin/edge/lists` }),
    }),
    createOperatorClientList: build.mutation<
      CreateOperatorClientListApiResponse,
      CreateOperatorClientListApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/edge/lists`,
        method: "POST",
        body: queryArg.clientListCreate,
      }),
    }),
    deleteOperatorClientList: build.mutation<
      DeleteOperatorClientListApiResponse,
      DeleteOperatorClientListApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/edge/lists/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    updateOperatorClientList: build.mutation<
      UpdateOperatorClientListApiResponse,
      UpdateOperatorClientListApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/edge/lists/${queryArg.id}`,
        method: "PUT",
        body: queryArg.clientListUpdate,
      }),
    }),
    refreshOperatorClientList: build.mutation<
      RefreshOperatorClientListApiResponse,
      RefreshOperatorClientListApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/edge/lists/${queryArg.id}/refresh`,
        method: "POST",
      }),
    }),
    getOperatorClientListText: build.query<
      GetOperatorClientListTextApiResponse,
      GetOperatorClientListTextApiArg
    >({
      query: (queryArg) => ({
        url: `/api/admin/edge/lists/${queryArg.id}/text`,
      }),
    }),
    listClientLists: build.query<
      ListClientListsApiResponse,
      ListClientListsApiArg
    >({
      query: () => ({ url: `/api/lists` }),
    }),
    createClientList: build.mutation<
      CreateClientListApiResponse,
      CreateClientListApiArg
    >({
      query: (queryArg) => ({
        url: `/api/lists`,
        method: "POST",
        body: queryArg.clientListCreate,
      }),
    }),
    deleteClientList: build.mutation<
      DeleteClientListApiResponse,
      DeleteClientListApiArg
    >({
      query: (queryArg) => ({
        url: `/api/lists/${queryArg.id}`,
        method: "DELETE",
      }),
    }),
    updateClientList: build.mutation<
      UpdateClientListApiResponse,
      UpdateClientListApiArg
    >({
      query: (queryArg) => ({
        url: `/api/lists/${queryArg.id}`,
        method: "PUT",
        body: queryArg.clientListUpdate,
      }),
    }),
    listClientListEntries: build.query<
      ListClientListEntriesApiResponse,
      ListClientListEntriesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/lists/${queryArg.id}/entries`,
        params: {
          offset: queryArg.offset,
          limit: queryArg.limit,
          address: queryArg.address,
          value: queryArg.value,
        },
      }),
    }),
    refreshClientList: build.mutation<
      RefreshClientListApiResponse,
      RefreshClientListApiArg
    >({
      query: (queryArg) => ({
        url: `/api/lists/${queryArg.id}/refresh`,
        method: "POST",
      }),
    }),
    getClientListText: build.query<
      GetClientListTextApiResponse,
      GetClientListTextApiArg
    >({
      query: (queryArg) => ({ url: `/api/lists/${queryArg.id}/text` }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedListsApi };
export type ListOperatorClientListsApiResponse = /** status 200  */ ClientLists;
export type ListOperatorClientListsApiArg = void;
export type CreateOperatorClientListApiResponse = /** status 201  */ ClientList;
export type CreateOperatorClientListApiArg = {
  clientListCreate: ClientListCreate;
};
export type DeleteOperatorClientListApiResponse = unknown;
export type DeleteOperatorClientListApiArg = {
  id: string;
};
export type UpdateOperatorClientListApiResponse = /** status 200  */ ClientList;
export type UpdateOperatorClientListApiArg = {
  id: string;
  clientListUpdate: ClientListUpdate;
};
export type RefreshOperatorClientListApiResponse =
  /** status 200  */ ClientList;
export type RefreshOperatorClientListApiArg = {
  id: string;
};
export type GetOperatorClientListTextApiResponse =
  /** status 200  */ ClientListText;
export type GetOperatorClientListTextApiArg = {
  id: string;
};
export type ListClientListsApiResponse = /** status 200  */ ClientLists;
export type ListClientListsApiArg = void;
export type CreateClientListApiResponse = /** status 201  */ ClientList;
export type CreateClientListApiArg = {
  clientListCreate: ClientListCreate;
};
export type DeleteClientListApiResponse = unknown;
export type DeleteClientListApiArg = {
  id: string;
};
export type UpdateClientListApiResponse = /** status 200  */ ClientList;
export type UpdateClientListApiArg = {
  id: string;
  clientListUpdate: ClientListUpdate;
};
export type ListClientListEntriesApiResponse =
  /** status 200  */ ClientListEntries;
export type ListClientListEntriesApiArg = {
  id: string;
  offset?: number;
  limit?: number;
  /** Only the entry that holds this address, if there is one. */
  address?: string;
  /** The same of a list that holds something else: a number, a code, a user agent or a fingerprint. */
  value?: string;
};
export type RefreshClientListApiResponse = /** status 200  */ ClientList;
export type RefreshClientListApiArg = {
  id: string;
};
export type GetClientListTextApiResponse = /** status 200  */ ClientListText;
export type GetClientListTextApiArg = {
  id: string;
};
export type ClientList = {
  changed_at: string;
  checked_at: string | null;
  created_at: string;
  entries: number;
  failing_since: string | null;
  holds: "addresses" | "asns" | "countries" | "user_agents" | "fingerprints";
  id: string;
  interval_minutes: number | null;
  is_offered: boolean;
  last_error: string | null;
  last_failed_at: string | null;
  last_status: number | null;
  name: string;
  next_check_at: string | null;
  note: string;
  published: boolean;
  refused: number;
  refused_lines: {
    line: number;
    text: string;
    why?: string;
  }[];
  size_bytes: number;
  source: "hand" | "url" | "crowdsec";
  url: string | null;
  used_by: {
    id: string;
    name: string;
  }[];
  version: number;
};
export type ClientLists = {
  lists: ClientList[];
  max_entries: number;
  max_lists: number;
};
export type Problem = {
  code: string;
  detail: string;
  errors?: {
    message: string;
    path: string;
  }[];
  request_id: string;
  status: number;
  title: string;
  type: string;
};
export type ClientListCreate =
  | {
      /** What its entries are; it stays so. `user_agents` may begin and end in a star. addresses, asns, countries can be allowed, all blocked and challenged. */
      holds?:
        "addresses" | "asns" | "countries" | "user_agents" | "fingerprints";
      name: string;
      note?: string;
      source: "hand";
      text?: string;
    }
  | {
      /** What its entries are; it stays so. `user_agents` may begin and end in a star. addresses, asns, countries can be allowed, all blocked and challenged. */
      holds?:
        "addresses" | "asns" | "countries" | "user_agents" | "fingerprints";
      interval_minutes?: number;
      name: string;
      note?: string;
      source: "url";
      url: string;
    }
  | {
      /** Of a bouncer. Kept encrypted, and shown to nobody. */
      api_key: string;
      interval_minutes?: number;
      name: string;
      note?: string;
      source: "crowdsec";
      /** Of CrowdSec’s local API, such as https://crowdsec.example:8080 */
      url: string;
    };
export type ClientListUpdate = {
  /** Of a bouncer. Entered again where the address changes. */
  api_key?: string;
  /** As it is: another is refused. */
  holds?: "addresses" | "asns" | "countries" | "user_agents" | "fingerprints";
  interval_minutes?: number;
  name?: string;
  note?: string;
  text?: string;
  url?: string;
  /** The version whose text was changed; with `text`, at another one it is 409. */
  version?: number;
};
export type ClientListText = {
  text: string;
  version: number;
};
export type ClientListEntries = {
  entries: string[];
  total: number;
};
