import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { User } from '../../shared/api/types.ts';
import { storage } from '../../shared/lib/storage.ts';
import { savedViewsKey, sessionKeys } from './session-keys.ts';

export interface SessionState {
  /**
   * `loading`: a token is stored but the user is not known yet. `signed_out`: nobody, by the user's own wish; the
   * guarded page that is being left then must not lead to /login.
   */
  status: 'loading' | 'authenticated' | 'anonymous' | 'signed_out';
  token: string | null;
  /** When the token is to be renewed, milliseconds since 1970 by this device's clock; `null`: not before it is refused. */
  renewAt: number | null;
  user: User | null;
  /** The account was deleted: the page stays for a moment, without stored data. */
  isClosed?: true;
}

/** An access token as the server hands it out. */
export interface GivenToken {
  token: string;
  renewAt: number | null;
}

/** The last tenth of a token's life is left for renewing it. */
const USED_SHARE = 0.9;

/** @param expiresIn seconds from now: devices' clocks are wrong, but not by much within a quarter of an hour */
export const givenToken = (token: string, expiresIn: number | null | undefined): GivenToken => ({
  token,
  renewAt: expiresIn ? Date.now() + expiresIn * 1000 * USED_SHARE : null,
});

/** Another tab may have stored this since. */
export function storedToken(): GivenToken | null {
  const token = storage.get(sessionKeys.token);
  if (!token) return null;
  const renewAt = Number(storage.get(sessionKeys.tokenRenewAt) ?? Number.NaN);
  return { token, renewAt: Number.isFinite(renewAt) ? renewAt : null };
}

export function storedUser(): User | null {
  const text = storage.get(sessionKeys.user);
  if (!text) return null;
  try {
    return JSON.parse(text) as User;
  } catch {
    return null;
  }
}

/** A saved token and user restore the session; a token alone waits for the server's answer. */
export function restoreSession(): SessionState {
  const given = storedToken();
  if (given === null) return anonymous;
  const user = storedUser();
  return { status: user ? 'authenticated' : 'loading', ...given, user };
}

const anonymous: SessionState = { status: 'anonymous', token: null, renewAt: null, user: null };

const slice = createSlice({
  name: 'session',
  initialState: restoreSession,
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<GivenToken & { user: User }>): SessionState => ({
      status: 'authenticated',
      ...payload,
    }),
    /** The same session goes on with another token. Not one that was left meanwhile. */
    tokenRenewed: (state, { payload }: PayloadAction<GivenToken>) => {
      if (state.token) Object.assign(state, payload);
    },
    /** There is no renewing it: it is used for as long as it holds. */
    renewalRefused: (state) => {
      state.renewAt = null;
    },
    userRefreshed: (state, { payload }: PayloadAction<User>) => {
      if (!state.token) return;
      state.user = payload;
      state.status = 'authenticated';
    },
    /** Answers that are still on their way must not put back what was forgotten. */
    accountClosed: (state) => {
      state.isClosed = true;
    },
    /** The user chose to leave. */
    signedOut: (): SessionState => ({ ...anonymous, status: 'signed_out' }),
    /** The server no longer knows the session. */
    sessionEnded: () => anonymous,
  },
});

export const {
  accountClosed,
  signedIn,
  tokenRenewed,
  renewalRefused,
  userRefreshed,
  signedOut,
  sessionEnded,
} = slice.actions;
export const sessionReducer = slice.reducer;

/** Writes what the slice holds to the browser's storage. */
export function persistSession(state: SessionState): void {
  const session = state.isClosed ? anonymous : state;
  if (state.isClosed && state.user) storage.remove(savedViewsKey(state.user.id));
  if (session.renewAt !== null) storage.set(sessionKeys.tokenRenewAt, String(session.renewAt));
  else storage.remove(sessionKeys.tokenRenewAt);
  if (session.token) storage.set(sessionKeys.token, session.token);
  else storage.remove(sessionKeys.token);
  if (session.user) storage.set(sessionKeys.user, JSON.stringify(session.user));
  else storage.remove(sessionKeys.user);
}
