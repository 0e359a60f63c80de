import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import type { RenewedToken } from '../../shared/api/openapi.gen.ts';
import { oneAtATime } from '../../shared/lib/one-at-a-time.ts';
import { toProblem } from '../../shared/lib/problem.ts';
import {
  givenToken,
  renewalRefused,
  type SessionState,
  signedIn,
  storedToken,
  storedUser,
  tokenRenewed,
} from './session-slice.ts';

/** The part of the store that knows the session. */
export interface SessionStore {
  getState: () => unknown;
  dispatch: (action: { type: string }) => unknown;
}

export const sessionOf = ({ getState }: Pick<SessionStore, 'getState'>): SessionState =>
  (getState() as { session: SessionState }).session;

export type Renewal =
  | { kind: 'renewed'; token: string }
  /** The session is over. */
  | { kind: 'refused' }
  /** Somebody else has signed in in this browser; the page is theirs now. */
  | { kind: 'taken_over' }
  /** Nobody could say. */
  | { kind: 'failed'; error: FetchBaseQueryError };

/**
 * Gets a token to go on with in place of one that is used up: that of another request or tab where there is one by now,
 * and otherwise a new one from the server. One renewal is under way at a time in all tabs.
 * @param mayAsk false: another tab's token would do, the server would only refuse
 */
export function renewSession(store: SessionStore, used: string, mayAsk = true): Promise<Renewal> {
  const key = `${mayAsk} ${used}`;
  const known = underWay.get(key);
  if (known !== undefined) return known;
  const renewal = oneAtATime('palisade-renewal', () => renewNow(store, used, mayAsk)).finally(() =>
    underWay.delete(key),
  );
  underWay.set(key, renewal);
  return renewal;
}

/** What calls of this tab wait for: a failure is one for all of them, and not each one's turn to wait for it. */
const underWay = new Map<string, Promise<Renewal>>();

async function renewNow(store: SessionStore, used: string, mayAsk: boolean): Promise<Renewal> {
  const known = newerToken(store, used);
  if (known !== null) return known;
  if (!mayAsk) return { kind: 'refused' };
  const { data, error } = await askForToken();
  if (error !== undefined) return refusal(store, error);
  const { access_token, expires_in, user_id } = data;
  const { user } = sessionOf(store);
  if (user !== null && user.id !== user_id) return { kind: 'refused' };
  const given = givenToken(access_token, expires_in);
  store.dispatch(tokenRenewed(given));
  return { kind: 'renewed', token: given.token };
}

/** One that came while this request was waiting, or that another tab has put into the browser's storage. */
function newerToken(store: SessionStore, used: string): Renewal | null {
  const { token, user } = sessionOf(store);
  // After a sign-out a renewal only serves calls that are still to be sent.
  if (token === null) return null;
  if (token !== used) return { kind: 'renewed', token };
  return adoptStored(store, user?.id ?? null, used);
}

/** Takes over the token that another tab has stored. */
export function adoptStored(store: SessionStore, userId: string | null, used: string | null): Renewal | null {
  const stored = storedToken();
  if (stored === null || stored.token === used) return null;
  const owner = storedUser();
  if (owner !== null && userId !== null && owner.id !== userId) {
    store.dispatch(signedIn({ ...stored, user: owner }));
    return { kind: 'taken_over' };
  }
  store.dispatch(tokenRenewed(stored));
  return { kind: 'renewed', token: stored.token };
}

function refusal(store: SessionStore, error: FetchBaseQueryError): Renewal {
  const { status } = toProblem(error);
  // Only what the server says of this session: one that is busy or away has said nothing.
  if (status !== 400 && status !== 401 && status !== 403) return { kind: 'failed', error };
  store.dispatch(renewalRefused());
  return { kind: 'refused' };
}

/** Other tabs wait for a renewal, so it has a timeout for a lost network. */
const MAX_RENEWAL_MS = 10_000;

type Asked = { data: RenewedToken; error?: undefined } | { data?: undefined; error: FetchBaseQueryError };

/** The cookies say which session; no header does. */
async function askForToken(): Promise<Asked> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), MAX_RENEWAL_MS);
  try {
    const response = await fetch(
      new Request(new URL('/api/auth/renew', window.location.origin), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
        signal: giveUp.signal,
      }),
    );
    const data: unknown = await response.json();
    return response.ok ? { data: data as RenewedToken } : { error: { status: response.status, data } };
  } catch (error) {
    return { error: { status: 'FETCH_ERROR', error: String(error) } };
  } finally {
    clearTimeout(timer);
  }
}
