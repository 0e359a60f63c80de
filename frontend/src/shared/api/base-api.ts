import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react';
import { toProblem } from '../lib/problem.ts';
import { type SessionState, sessionEnded } from '../session/session-slice.ts';

/** A 401 whose detail holds one of these ends the session; any other 401 is an answer like the rest. */
const SESSION_ENDING_DETAILS = ['Invalid token', 'expired', 'Old token format', 'login again'] as const;

export function endsSession(status: number | string, detail: string | undefined): boolean {
  return status === 401 && SESSION_ENDING_DETAILS.some((text) => detail?.includes(text));
}

const rawBaseQuery = fetchBaseQuery({
  // Absolute, because a relative address means nothing to fetch outside of a browser (tests). Paths carry their /api.
  // Where pages are rendered at build time there is neither a location nor anything to ask.
  baseUrl: globalThis.location?.origin ?? '',
  prepareHeaders: (headers, { getState }) => {
    const { token } = (getState() as { session: SessionState }).session;
    if (token) headers.set('authorization', `Bearer ${token}`);
    return headers;
  },
});

const neverAborted = new AbortController().signal;

const baseQuery: BaseQueryFn<string | FetchArgs, unknown, FetchBaseQueryError> = async (args, api, extra) => {
  const before = (api.getState() as { session: SessionState }).session.token;
  // Emptying the cache aborts what is under way. Nobody waits for answers to questions then; but a change goes through,
  // above all the end of the session, which empties the cache itself.
  const signal = api.type === 'mutation' ? neverAborted : api.signal;
  const result = await rawBaseQuery(args, { ...api, signal }, extra);
  if (result.error) {
    const { status, detail } = toProblem(result.error);
    const after = (api.getState() as { session: SessionState }).session.token;
    // A late answer to an old token must not end the session that followed it.
    if (before !== null && before === after && endsSession(status, detail)) api.dispatch(sessionEnded());
    else if (status === 401) console.warn('The API answered 401:', detail ?? 'no detail');
  }
  return result;
};

export const TAGS = [
  'Me',
  'Plans',
  'Domains',
  'Dns',
  'WafConfig',
  'Bans',
  'Certificates',
  'Stats',
  'Logs',
  'Mfa',
  'Notifications',
  'Sessions',
  'ApiKeys',
  'Orders',
  'AdminOrders',
  'EdgeControls',
  'CachePurges',
  'AdminUsers',
  'AdminStats',
  'AdminPlans',
  'Smtp',
  'Subscribers',
  'Campaigns',
  'Mails',
  'Suppressions',
] as const;

/** The one API of the product. Endpoints are injected beside it, one file per service. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: TAGS,
  endpoints: () => ({}),
});
