import { RequestSlot, type SlotHolder } from './request-slot.ts';

export interface CheckedPassword {
  /**
   * `found` in a breach; `unknown`: the lookup failed; `unreadable`: the body may hide another password; `busy`: the
   * client has used up its lookups.
   */
  readonly outcome: 'found' | 'unknown' | 'unreadable' | 'busy';
  readonly tellsOrigin: boolean;
}

/** Result of checking a sign-in's password. Nothing is kept of a password that no list has. */
export const CHECKED_PASSWORD = new RequestSlot<CheckedPassword>('checked password');

const TOLD = ['Leaked-Password', 'true'] as const;
const NONE: readonly string[] = [];

/** Headers that tell the origin about a leaked password. */
export function leakedPasswordFields(request: SlotHolder): readonly string[] {
  const checked = CHECKED_PASSWORD.read(request);
  return checked?.tellsOrigin === true && checked.outcome === 'found' ? TOLD : NONE;
}
