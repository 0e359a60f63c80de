import { useEffect } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { useGetMeQuery } from '../entities/session/auth-api.ts';
import { adoptStored, sessionOf } from '../entities/session/renew-session.ts';
import { sessionKeys } from '../entities/session/session-keys.ts';
import { sessionEnded, userRefreshed } from '../entities/session/session-slice.ts';
import { useSession, useSupportView } from '../entities/session/use-session.ts';
import { toProblem } from '../shared/lib/problem.ts';

/** How long to wait for a server that is away while nothing can be shown without its answer. */
const AGAIN_MS = 3_000;

/** Keeps the stored user in step with the server while someone is signed in. Renders nothing. */
export function SessionKeeper() {
  const { token, status } = useSession();
  const view = useSupportView();
  const dispatch = useDispatch();
  const store = useStore();
  const { data, error } = useGetMeQuery(undefined, {
    // The browser must not remember a customer who is only being viewed.
    skip: token === null || view !== null,
    pollingInterval: status === 'loading' ? AGAIN_MS : 0,
  });

  useEffect(() => {
    if (data) dispatch(userRefreshed(data));
  }, [data, dispatch]);

  useEffect(() => {
    if (!error) return;
    const problem = toProblem(error);
    console.warn('The user could not be refreshed:', problem.detail ?? 'no answer');
    // A token without a known user is of no use once the server has refused it; one that is away has refused nothing.
    if (status === 'loading' && problem.status === 401) dispatch(sessionEnded());
  }, [error, status, dispatch]);

  useEffect(() => {
    // Tabs share what one of them has been given, so that not each has to ask.
    const adopt = ({ key, newValue }: StorageEvent) => {
      const { token, user } = sessionOf(store);
      if (key === sessionKeys.token && newValue !== null && token !== null)
        adoptStored(store, user?.id ?? null, token);
    };
    window.addEventListener('storage', adopt);
    return () => window.removeEventListener('storage', adopt);
  }, [store]);

  return null;
}
