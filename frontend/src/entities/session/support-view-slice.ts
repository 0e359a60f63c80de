import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { User } from '../../shared/api/types.ts';
import { tabStorage } from '../../shared/lib/storage.ts';
import { sessionEnded, signedIn, signedOut } from './session-slice.ts';

/** A customer's dashboard that an administrator sees, in this tab. */
export interface SupportView {
  id: string;
  /** As the customer sees themselves. */
  user: User;
  endsAt: string;
}
export type SupportViewState = SupportView | null;

const KEY = 'support_view';
const none = (): SupportViewState => null;

function restore(): SupportViewState {
  try {
    return JSON.parse(tabStorage.get(KEY) ?? 'null') as SupportViewState;
  } catch {
    return null;
  }
}

const slice = createSlice({
  name: 'supportView',
  initialState: restore,
  reducers: {
    supportViewOpened: (_state, { payload }: PayloadAction<SupportView>): SupportViewState => payload,
    supportViewEnded: none,
  },
  extraReducers: (builder) =>
    builder.addCase(signedIn, none).addCase(signedOut, none).addCase(sessionEnded, none),
});

export const { supportViewOpened, supportViewEnded } = slice.actions;
export const supportViewReducer = slice.reducer;

export function persistSupportView(state: SupportViewState): void {
  if (state === null) tabStorage.remove(KEY);
  else tabStorage.set(KEY, JSON.stringify(state));
}

interface WithSupportView {
  supportView?: SupportViewState;
}
export const supportViewOf = ({ getState }: { getState: () => unknown }): SupportViewState =>
  (getState() as WithSupportView).supportView ?? null;
export const selectSupportView = (state: WithSupportView): SupportViewState => state.supportView ?? null;
