import { storage, storageKeys } from '../../shared/lib/storage.ts';

export const SHOW_AFTER_MS = 5000;
export const WELCOME_MS = 3000;
export const ALREADY_SUBSCRIBED_CLOSE_MS = 2000;
const DISMISS_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether the pop-up may show: not subscribed here, and not closed within the last seven days. */
export function mayShow(now: number): boolean {
  if (storage.get(storageKeys.newsletterSubscribed) === 'true') return false;
  const until = Number(storage.get(storageKeys.newsletterDismissedUntil) ?? 0);
  return !(until > now);
}

export function rememberDismissed(now: number): void {
  storage.set(storageKeys.newsletterDismissedUntil, String(now + DISMISS_MS));
}

export function rememberSubscribed(): void {
  storage.set(storageKeys.newsletterSubscribed, 'true');
}
