import { messageOf } from '../lib/problem.ts';
import { toast } from './toast.ts';

interface Words {
  success?: string;
  failure: string;
  /** Takes back what went well, while the message shows. */
  undo?: () => void;
  /** Told what it failed with, besides the message: a form shows it at its fields. */
  refused?: (error: unknown) => void;
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
    refused?.(error);
    toast.error(messageOf(error, failure));
    return false;
  }
}
