import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { adminUserLink, paths } from '../entities/page/paths.ts';
import { reauthenticationReducer } from '../entities/session/reauthentication-slice.ts';
import { sessionBaseQuery } from '../entities/session/session-base-query.ts';
import {
  persistSession,
  type SessionState,
  sessionEnded,
  sessionReducer,
  tokenRenewed,
} from '../entities/session/session-slice.ts';
import {
  persistSupportView,
  type SupportViewState,
  supportViewReducer,
} from '../entities/session/support-view-slice.ts';
import { type ApiTransport, baseApi } from '../shared/api/base-api.ts';

/** How the store leads the browser away when the server ends a session. */
export type Navigate = (to: string, options?: { replace?: boolean }) => void;

export function createStore(navigate: Navigate) {
  const listeners = createListenerMiddleware<{ session: SessionState; supportView: SupportViewState }>();

  listeners.startListening({
    predicate: (_action, after, before) => after.session !== before.session,
    effect: (_action, { getState }) => persistSession(getState().session),
  });
  // Nor may anything of a customer's whose dashboard was seen, or of the administrator's own within.
  listeners.startListening({
    predicate: (_action, after, before) => after.supportView?.id !== before.supportView?.id,
    effect: (_action, { dispatch, getState, getOriginalState }) => {
      const [after, before] = [getState(), getOriginalState()];
      persistSupportView(after.supportView);
      dispatch(baseApi.util.resetApiState());
      if (before.supportView !== null && after.session.token !== null)
        navigate(adminUserLink(before.supportView.user.id), { replace: true });
    },
  });
  listeners.startListening({
    actionCreator: sessionEnded,
    effect: () => navigate(paths.login, { replace: true }),
  });
  // Nothing of one user's data may outlive the session: the next one starts with an empty cache.
  listeners.startListening({
    // A renewed token is of the same session.
    predicate: (action, after, before) =>
      after.session.token !== before.session.token && !tokenRenewed.match(action),
    effect: (_action, { dispatch }) => {
      dispatch(baseApi.util.resetApiState());
    },
  });

  // Another tab has signed somebody else in: what is open here was the first one's, and so is what was typed.
  listeners.startListening({
    predicate: (_action, after, before) =>
      before.session.user !== null &&
      after.session.user !== null &&
      after.session.user.id !== before.session.user.id,
    effect: () => navigate(paths.dashboard, { replace: true }),
  });

  const store = configureStore({
    reducer: {
      session: sessionReducer,
      supportView: supportViewReducer,
      reauthentication: reauthenticationReducer,
      [baseApi.reducerPath]: baseApi.reducer,
    },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { send: sessionBaseQuery } satisfies ApiTransport } })
        .prepend(listeners.middleware)
        .concat(baseApi.middleware),
  });
  setupListeners(store.dispatch);
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
