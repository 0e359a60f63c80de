import { toast } from '../ui/toast.ts';
import { messageOf } from './problem.ts';

interface Words {
  success?: string;
  failure: string;
  /** Takes back what went well, while the message shows. */
  undo?: () => void;
}

/** Awaits a call and says how it went; true if it went well. */
export async function attempt(call: Promise<unknown>, { success, failure, undo }: Words): Promise<boolean> {
  try {
    await call;
    if (success && undo) toast.undo(success, undo);
    else if (success) toast.success(success);
    return true;
  } catch (error) {
    toast.error(messageOf(error, failure));
    return false;
  }
}
