import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { useGetMeQuery } from '../shared/api/auth-api.ts';
import { toProblem } from '../shared/lib/problem.ts';
import { sessionEnded, userRefreshed } from '../shared/session/session-slice.ts';
import { useSession } from '../shared/session/use-session.ts';

/** Keeps the stored user in step with the server while someone is signed in. Renders nothing. */
export function SessionKeeper() {
  const { token, status } = useSession();
  const dispatch = useDispatch();
  const { data, error } = useGetMeQuery(undefined, { skip: token === null });

  useEffect(() => {
    if (data) dispatch(userRefreshed(data));
  }, [data, dispatch]);

  useEffect(() => {
    if (!error) return;
    console.warn('The user could not be refreshed:', toProblem(error).detail ?? 'no answer');
    // A token without a known user is of no use once the server has refused it.
    if (status === 'loading') dispatch(sessionEnded());
  }, [error, status, dispatch]);

  return null;
}
