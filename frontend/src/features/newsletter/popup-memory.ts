import { storage } from '../../shared/lib/storage.ts';

const DISMISSED_UNTIL = 'newsletter_dismissed_until';
const SUBSCRIBED = 'newsletter_subscribed';

export const SHOW_AFTER_MS = 5000;
export const WELCOME_MS = 3000;
export const ALREADY_SUBSCRIBED_CLOSE_MS = 2000;
const DISMISS_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether the pop-up may show: not subscribed here, and not closed within the last seven days. */
export function mayShow(now: number): boolean {
  if (storage.get(SUBSCRIBED) === 'true') return false;
  const until = Number(storage.get(DISMISSED_UNTIL) ?? 0);
  return !(until > now);
}

export function rememberDismissed(now: number): void {
  storage.set(DISMISSED_UNTIL, String(now + DISMISS_MS));
}

export function rememberSubscribed(): void {
  storage.set(SUBSCRIBED, 'true');
}
