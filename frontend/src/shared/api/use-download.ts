import { useCallback, useState } from 'react';
import { useDispatch } from 'react-redux';
import { type Problem, toProblem } from '../lib/problem.ts';
import {
  askForReauthentication,
  needsReauthentication,
  type ReauthenticatingDispatch,
} from '../session/reauthentication-slice.ts';
import { sessionEnded } from '../session/session-slice.ts';
import { useSession } from '../session/use-session.ts';
import { toast } from '../ui/toast.ts';
import { endsSession } from './base-api.ts';

/** Once more where the user has given the password that the server wanted first. */
async function fetchFile(
  path: string,
  token: string | null,
  confirm: () => Promise<boolean>,
): Promise<{ response: Response; problem: Problem | null }> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(new URL(path, window.location.origin), { headers });
  if (response.ok) return { response, problem: null };
  const error = { status: response.status, data: await response.json().catch(() => null) };
  if (needsReauthentication(error) && (await confirm())) return fetchFile(path, token, confirm);
  return { response, problem: toProblem(error) };
}

/** Fetches a file in the user's name and hands it to the browser. Files do not belong in the store. */
export function useDownload() {
  const { token } = useSession();
  const dispatch = useDispatch<ReauthenticatingDispatch>();
  const [busy, setBusy] = useState(false);

  const download = useCallback(
    async (path: string, name: string, failure: string) => {
      setBusy(true);
      try {
        const { response, problem } = await fetchFile(path, token, () => dispatch(askForReauthentication()));
        if (problem !== null) {
          const { detail } = problem;
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
