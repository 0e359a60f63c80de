import { messageOf } from '../lib/problem.ts';
import { toast } from './toast.ts';

interface AttemptMessages {
  success?: string;
  failure: string;
  /** Reverts the call; offered as long as the success message shows. */
  undo?: () => void;
  /** Shows the error itself, as forms do at their fields; false: a message is shown. */
  refused?: (error: unknown) => boolean;
}

/**
 * Awaits a call and shows a message with its result.
 * @returns whether it succeeded
 */
export async function attempt(
  call: Promise<unknown>,
  { success, failure, undo, refused }: AttemptMessages,
): Promise<boolean> {
  try {
    await call;
    if (success && undo) toast.undo(success, undo);
    else if (success) toast.success(success);
    return true;
  } catch (error) {
    if (!refused?.(error)) toast.error(messageOf(error, failure));
    return false;
  }
}
