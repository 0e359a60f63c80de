import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { mfaSetupLink, paths } from '../entities/page/paths.ts';
import { useSession, useSupportView } from '../entities/session/use-session.ts';
import { PageSpinner } from '../shared/ui/spinner.tsx';
import { toast } from '../shared/ui/toast.ts';

/** True while a page that was reached signed in is being left by logging out. */
function useLeaving(): boolean {
  const { status } = useSession();
  const [arrivedSignedOut] = useState(status === 'signed_out');
  return status === 'signed_out' && !arrivedSignedOut;
}

/** Lets signed-in users pass; a spinner while the session loads, everyone else goes to /login. */
export function RequireSession() {
  const { status } = useSession();
  const leaving = useLeaving();
  const { pathname, search, hash } = useLocation();
  if (status === 'loading' || leaving) return <PageSpinner />;
  if (status !== 'authenticated')
    return <Navigate to={paths.login} replace state={{ wanted: pathname + search + hash }} />;
  return <Outlet />;
}

function Refusal({ message, to }: { message: string; to: string }): ReactNode {
  useEffect(() => {
    toast.error(message);
  }, [message]);
  return <Navigate to={to} replace />;
}

export function RequireAdmin() {
  const { status, user } = useSession();
  const view = useSupportView();
  const leaving = useLeaving();
  if (status === 'loading' || leaving) return <PageSpinner />;
  if (view !== null) return <Navigate to={paths.dashboard} replace />;
  if (!user) return <Refusal message="Please log in" to={paths.login} />;
  if (user.mfa_setup_required) return <Navigate to={mfaSetupLink} replace />;
  if (!user.is_admin) return <Refusal message="Admin access required!" to={paths.dashboard} />;
  return <Outlet />;
}
