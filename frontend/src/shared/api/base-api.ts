import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
} from '@reduxjs/toolkit/query/react';

export type ApiBaseQuery = BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError>;

/** How calls reach the server, in whose name and what follows a refusal: the store's creator gives it to its thunks. */
export interface ApiTransport {
  send: ApiBaseQuery;
}

const baseQuery: ApiBaseQuery = (args, api, options) => (api.extra as ApiTransport).send(args, api, options);

/** The product's API. Its endpoints are generated; modules add the cache tags of theirs. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [],
  endpoints: () => ({}),
});
