import { messageOf } from '../../../shared/lib/problem.ts';
import { toast, UNDO_MS } from '../../../shared/ui/toast.ts';
import { useUndoable } from '../../../shared/ui/use-undoable.ts';

/** Removes after a delay, during which the message offers "Undo". */
export function useRemoval(
  perform: (id: string) => Promise<unknown>,
  { success, failure }: { success: string; failure: string },
) {
  return useUndoable({
    waitMs: UNDO_MS,
    perform,
    onDone: () => toast.success(success),
    onFailure: (error) => toast.error(messageOf(error, failure)),
  });
}
