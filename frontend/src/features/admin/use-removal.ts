import { useUndoable } from '../../shared/hooks/use-undoable.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { toast } from '../../shared/ui/toast.ts';

/** It has been confirmed already: the time to think better of it is as long as its message stays. */
const WAIT_MS = 4000;

/** What an administrator removes can be taken back while its message shows; then it goes. */
export function useRemoval(
  perform: (id: string) => Promise<unknown>,
  { success, failure }: { success: string; failure: string },
) {
  return useUndoable({
    waitMs: WAIT_MS,
    perform,
    onDone: () => toast.success(success),
    onFailure: (error) => toast.error(messageOf(error, failure)),
  });
}
