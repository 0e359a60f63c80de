import { useSelector } from 'react-redux';
import type { User } from '../../shared/api/types.ts';
import type { SessionState } from './session-slice.ts';

interface WithSession {
  session: SessionState;
}

export function useSession(): SessionState {
  return useSelector((state: WithSession) => state.session);
}

/** The signed-in user; only for what stands behind the guard. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('useUser outside of a guarded route');
  return user;
}
