import { type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type { ApiBaseQuery } from '../../shared/api/base-api.ts';
import { toProblem } from '../../shared/lib/problem.ts';
import { callHeaders } from './call-headers.ts';
import {
  askForReauthentication,
  needsReauthentication,
  type ReauthenticatingDispatch,
} from './reauthentication-slice.ts';
import { supportViewEnded, supportViewOf } from './support-view-slice.ts';
import { withSession } from './with-session.ts';

const rawBaseQuery = fetchBaseQuery({
  // Absolute, because a relative address means nothing to fetch outside of a browser (tests). Paths carry their /api.
  // Where pages are rendered at build time there is neither a location nor anything to ask.
  baseUrl: globalThis.location?.origin ?? '',
});

/** Administrators' own calls, during a support view too. */
const OWN_CALLS: ReadonlySet<string> = new Set(['endUserSupportView', 'logout']);

const neverAborted = new AbortController().signal;

/** Calls made by pressing a button. Background queries must not open a dialog. */
const QUESTIONS_OF_USERS: ReadonlySet<string> = new Set(['setUpMfa']);

/**
 * Makes the API's calls in the user's name. Where the server wants the password first, the user is asked for it, and then
 * the same call goes out again.
 */
export const sessionBaseQuery: ApiBaseQuery = async (args, api, extra) => {
  const result = await ask(args, api, extra);
  if (!needsReauthentication(result.error)) return result;
  if (api.type === 'query' && !QUESTIONS_OF_USERS.has(api.endpoint)) return result;
  const confirmed = await (api.dispatch as ReauthenticatingDispatch)(askForReauthentication());
  return confirmed ? ask(args, api, extra) : result;
};

const ask: ApiBaseQuery = async (args, api, extra) => {
  // Emptying the cache aborts what is under way. Nobody waits for answers to questions then; but a change goes through,
  // above all the end of the session, which empties the cache itself.
  const signal = api.type === 'mutation' ? neverAborted : api.signal;
  return withSession<Awaited<ReturnType<typeof rawBaseQuery>>>(api, {
    send: async (token) => {
      const headers = callHeaders(api, token, { own: OWN_CALLS.has(api.endpoint) });
      const result = await rawBaseQuery(withHeaders(args, headers), { ...api, signal }, extra);
      const { status, detail, code } = toProblem(result.error);
      if (status === 401) console.warn('The API answered 401:', detail ?? 'no detail');
      if (code === 'support_view_over' && supportViewOf(api) !== null) api.dispatch(supportViewEnded());
      return result;
    },
    problemOf: ({ error }) => (error ? toProblem(error) : null),
    failed: (error) => ({ error }),
  });
};

function withHeaders(args: string | FetchArgs, headers: Record<string, string>): FetchArgs {
  const call = typeof args === 'string' ? { url: args } : args;
  return { ...call, headers: { ...(call.headers as Record<string, string>), ...headers } };
}
