import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { User } from '../../shared/api/types.ts';
import type { SessionState } from './session-slice.ts';
import { selectSupportView } from './support-view-slice.ts';

interface WithSession {
  session: SessionState;
}

/** The customer whose dashboard is shown instead of one's own. */
export const useSupportView = () => useSelector(selectSupportView);

/** In a support view the user is the customer, and the session stays the administrator's. */
export function useSession(): SessionState {
  const session = useSelector((state: WithSession) => state.session);
  const view = useSupportView();
  return useMemo(() => (view === null ? session : { ...session, user: view.user }), [session, view]);
}

/** The signed-in user; only for what stands behind the guard. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('useUser outside of a guarded route');
  return user;
}
