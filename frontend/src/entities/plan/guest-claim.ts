import { storage } from '../../shared/lib/storage.ts';

const KEY = 'order_claim';

/**
 * What makes a guest's paid order an account's, together with the same email address. It waits in the browser until an account
 * has taken the order over: the guest may reload, or come back tomorrow.
 */
export const guestClaim = {
  read: (): string | null => storage.get(KEY),
  keep: (token: string): void => storage.set(KEY, token),
  forget: (): void => storage.remove(KEY),
};
