import { RequestSlot, type SlotHolder } from './request-slot.ts';

export interface CheckedPassword {
  /**
   * That a breach has made it known, that nobody could tell now, that the body hides whether there is another one, or that the client
   * had as many looked up as it may.
   */
  readonly outcome: 'found' | 'unknown' | 'unreadable' | 'busy';
  readonly tellsOrigin: boolean;
}

/** What was found out about a sign-in's password. Nothing is kept of one that no list has. */
export const CHECKED_PASSWORD = new RequestSlot<CheckedPassword>('checked password');

const TOLD = ['Leaked-Password', 'true'] as const;
const NONE: readonly string[] = [];

/** What the origin is told, where the sign-in gets there. */
export function leakedPasswordFields(request: SlotHolder): readonly string[] {
  const checked = CHECKED_PASSWORD.read(request);
  return checked?.tellsOrigin === true && checked.outcome === 'found' ? TOLD : NONE;
}
