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

/** Router navigation, injected so that the store does not import the router: used when a session or support view ends. */
export type Navigate = (to: string, options?: { replace?: boolean }) => void;

export function createStore(navigate: Navigate) {
  const listeners = createListenerMiddleware<{ session: SessionState; supportView: SupportViewState }>();

  listeners.startListening({
    predicate: (_action, after, before) => after.session !== before.session,
    effect: (_action, { getState }) => persistSession(getState().session),
  });
  // A support view begins and ends with an empty cache: no customer data outlives it, and no data of the administrator shows in it.
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
    // A renewed token belongs to the same session.
    predicate: (action, after, before) =>
      after.session.token !== before.session.token && !tokenRenewed.match(action),
    effect: (_action, { dispatch }) => {
      dispatch(baseApi.util.resetApiState());
    },
  });

  // Another tab has signed in as another user: this page, and what was typed in it, belong to the previous one.
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
