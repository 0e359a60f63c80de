import { CSPProvider } from '@base-ui/react/csp-provider';
import { useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { Notice } from '../shared/ui/notice.tsx';
import { ToastHost } from '../shared/ui/toast-host.tsx';
import { HeadOfPage } from './head-of-page.tsx';
import { Reauthentication } from './reauthentication.tsx';
import { SessionKeeper } from './session-keeper.tsx';

function onConnection(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function OfflineNotice() {
  const online = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  );
  if (online) return null;
  return (
    <Notice tone="warn" role="status" className="fixed inset-x-3 bottom-3 z-[90] mx-auto max-w-md shadow-3">
      You are offline. The data shown may be out of date. Your sites stay protected.
    </Notice>
  );
}

/** Around every page: what is there whatever the route. */
export function Root() {
  return (
    <CSPProvider disableStyleElements>
      <SessionKeeper />
      <HeadOfPage />
      <Outlet />
      <Reauthentication />
      <ToastHost />
      <OfflineNotice />
      <ScrollRestoration />
    </CSPProvider>
  );
}
