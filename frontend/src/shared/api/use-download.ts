import { useCallback, useState } from 'react';
import { useDispatch } from 'react-redux';
import { toProblem } from '../lib/problem.ts';
import { sessionEnded } from '../session/session-slice.ts';
import { useSession } from '../session/use-session.ts';
import { toast } from '../ui/toast.ts';
import { endsSession } from './base-api.ts';

/** Fetches a file in the user's name and hands it to the browser. Files do not belong in the store. */
export function useDownload() {
  const { token } = useSession();
  const dispatch = useDispatch();
  const [busy, setBusy] = useState(false);

  const download = useCallback(
    async (path: string, name: string, failure: string) => {
      setBusy(true);
      try {
        const response = await fetch(new URL(path, window.location.origin), {
          headers: token ? { authorization: `Bearer ${token}` } : {},
        });
        if (!response.ok) {
          const data: unknown = await response.json().catch(() => null);
          const { detail } = toProblem({ status: response.status, data });
          if (endsSession(response.status, detail)) dispatch(sessionEnded());
          else toast.error(detail ?? failure);
          return;
        }
        const url = URL.createObjectURL(await response.blob());
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
    [token, dispatch],
  );

  return { download, busy };
}
