import { useCallback, useState } from 'react';
import { useStore } from 'react-redux';
import { toProblem } from '../../shared/lib/problem.ts';
import { toast } from '../../shared/ui/toast.ts';
import { callHeaders } from './call-headers.ts';
import {
  askForReauthentication,
  needsReauthentication,
  type ReauthenticatingDispatch,
} from './reauthentication-slice.ts';
import type { SessionStore } from './renew-session.ts';
import { endsSession } from './session-problems.ts';
import { withSession } from './with-session.ts';

type Fetched = { blob: Blob; error: null } | { blob: null; error: object };

const askForFile = (store: SessionStore, path: string): Promise<Fetched> =>
  withSession<Fetched>(store, {
    send: async (token) => {
      const response = await fetch(new URL(path, window.location.origin), {
        headers: callHeaders(store, token),
      });
      if (response.ok) return { blob: await response.blob(), error: null };
      const data: unknown = await response.json().catch(() => null);
      return { blob: null, error: { status: response.status, data } };
    },
    problemOf: ({ error }) => (error === null ? null : toProblem(error)),
    failed: (error) => ({ blob: null, error }),
  });

/** Fetches a file in the user's name and hands it to the browser. Files do not belong in the store. */
export function useDownload() {
  const store = useStore();
  const [busy, setBusy] = useState(false);

  const download = useCallback(
    async (path: string, name: string, failure: string) => {
      setBusy(true);
      try {
        let file = await askForFile(store, path);
        // Once more where the user has given the password that the server wanted first.
        if (needsReauthentication(file.error)) {
          const confirmed = await (store.dispatch as ReauthenticatingDispatch)(askForReauthentication());
          if (confirmed) file = await askForFile(store, path);
        }
        if (file.error !== null) {
          const problem = toProblem(file.error);
          if (!endsSession(problem)) toast.error(problem.detail ?? failure);
          return;
        }
        const url = URL.createObjectURL(file.blob);
        const link = document.createElement('a');
        link.href = url;
        link.download = name;
        link.click();
        URL.revokeObjectURL(url);
      } catch {
        toast.error(failure);
      } finally {
        setBusy(false);
      }
    },
    [store],
  );

  return { download, busy };
}
