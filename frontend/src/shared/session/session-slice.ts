import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { User } from '../api/types.ts';
import { storage, storageKeys } from '../lib/storage.ts';

export interface SessionState {
  /**
   * `loading`: a token is stored but the user is not known yet. `signed_out`: nobody, by the user's own wish; the
   * guarded page that is being left then must not lead to /login.
   */
  status: 'loading' | 'authenticated' | 'anonymous' | 'signed_out';
  token: string | null;
  user: User | null;
}

function storedUser(): User | null {
  const text = storage.get(storageKeys.user);
  if (!text) return null;
  try {
    return JSON.parse(text) as User;
  } catch {
    return null;
  }
}

/** A saved token and user restore the session; a token alone waits for the server's answer. */
export function restoreSession(): SessionState {
  const token = storage.get(storageKeys.token);
  if (!token) return { status: 'anonymous', token: null, user: null };
  const user = storedUser();
  return { status: user ? 'authenticated' : 'loading', token, user };
}

const anonymous: SessionState = { status: 'anonymous', token: null, user: null };

const slice = createSlice({
  name: 'session',
  initialState: restoreSession,
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<{ token: string; user: User }>): SessionState => ({
      status: 'authenticated',
      token: payload.token,
      user: payload.user,
    }),
    userRefreshed: (state, { payload }: PayloadAction<User>) => {
      if (!state.token) return;
      state.user = payload;
      state.status = 'authenticated';
    },
    /** The user chose to leave. */
    signedOut: (): SessionState => ({ ...anonymous, status: 'signed_out' }),
    /** The server no longer knows the session. */
    sessionEnded: () => anonymous,
  },
});

export const { signedIn, userRefreshed, signedOut, sessionEnded } = slice.actions;
export const sessionReducer = slice.reducer;
export const sessionSliceName = slice.name;

/** Writes what the slice holds to the browser's storage. */
export function persistSession(session: SessionState): void {
  if (session.token) storage.set(storageKeys.token, session.token);
  else storage.remove(storageKeys.token);
  if (session.user) storage.set(storageKeys.user, JSON.stringify(session.user));
  else storage.remove(storageKeys.user);
}
