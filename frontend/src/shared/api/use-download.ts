import { useCallback, useState } from 'react';
import { toProblem } from '../lib/problem.ts';
import { useSession } from '../session/use-session.ts';
import { toast } from '../ui/toast.ts';

/** Fetches a file in the user's name and hands it to the browser. Files do not belong in the store. */
export function useDownload() {
  const { token } = useSession();
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
          toast.error(toProblem({ status: response.status, data }).detail ?? failure);
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
    [token],
  );

  return { download, busy };
}
