import { messageOf } from '../lib/problem.ts';
import { toast } from './toast.ts';

interface Words {
  success?: string;
  failure: string;
  /** Takes back what went well, while the message shows. */
  undo?: () => void;
  /** Told what it failed with; true if it says so itself, as a form does at its fields: then no message passes. */
  refused?: (error: unknown) => boolean;
}

/** Awaits a call and says how it went; true if it went well. */
export async function attempt(
  call: Promise<unknown>,
  { success, failure, undo, refused }: Words,
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
