import { toast } from '../ui/toast.ts';
import { messageOf } from './problem.ts';

/** Awaits a call and says how it went; true if it went well. */
export async function attempt(
  call: Promise<unknown>,
  { success, failure }: { success?: string; failure: string },
): Promise<boolean> {
  try {
    await call;
    if (success) toast.success(success);
    return true;
  } catch (error) {
    toast.error(messageOf(error, failure));
    return false;
  }
}
