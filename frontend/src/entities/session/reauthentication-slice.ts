import {
  addListener,
  createSlice,
  isAnyOf,
  type ThunkAction,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { toProblem } from '../../shared/lib/problem.ts';
import { sessionEnded, signedIn, signedOut } from './session-slice.ts';

export interface ReauthenticationState {
  /** Something waits for the user to give the password again. */
  asked: boolean;
}

const slice = createSlice({
  name: 'reauthentication',
  initialState: { asked: false } satisfies ReauthenticationState as ReauthenticationState,
  reducers: {
    reauthenticationAsked: (state) => {
      state.asked = true;
    },
    reauthenticated: (state) => {
      state.asked = false;
    },
    reauthenticationDeclined: (state) => {
      state.asked = false;
    },
  },
  extraReducers: (builder) =>
    builder.addMatcher(isAnyOf(sessionEnded, signedIn, signedOut), (state) => {
      state.asked = false;
    }),
});

export const { reauthenticationAsked, reauthenticated, reauthenticationDeclined } = slice.actions;
export const reauthenticationReducer = slice.reducer;

const answered = isAnyOf(reauthenticated, reauthenticationDeclined, sessionEnded, signedIn, signedOut);

export type ReauthenticatingDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;

/** Whether an answer says that the password has to be given again first. */
export const needsReauthentication = (error: unknown): boolean =>
  toProblem(error).code === 'reauthentication_required';

/**
 * Asks the user for the password, in one dialog for all waiting calls, and resolves to whether it was given. Waiting
 * forms keep their values: their calls continue, or fail.
 */
export const askForReauthentication =
  (): ThunkAction<Promise<boolean>, unknown, unknown, UnknownAction> =>
  (dispatch: ReauthenticatingDispatch) =>
    new Promise((resolve) => {
      dispatch(
        addListener({
          matcher: answered,
          effect: (action, { unsubscribe }) => {
            unsubscribe();
            resolve(reauthenticated.match(action));
          },
        }),
      );
      dispatch(reauthenticationAsked());
    });
