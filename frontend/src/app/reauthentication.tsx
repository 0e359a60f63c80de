import { lazy, Suspense } from 'react';
import { useSelector } from 'react-redux';
import type { ReauthenticationState } from '../entities/session/reauthentication-slice.ts';

const ReauthenticationDialog = lazy(() => import('./reauthentication-dialog.tsx'));

/** The one dialog that asks for the password again, over whatever is open. Loaded when it is needed. */
export function Reauthentication() {
  const asked = useSelector(
    (state: { reauthentication: ReauthenticationState }) => state.reauthentication.asked,
  );
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog />
    </Suspense>
  );
}
