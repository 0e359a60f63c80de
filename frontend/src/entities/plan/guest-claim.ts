import { storage } from '../../shared/lib/storage.ts';

const KEY = 'order_claim';

/**
 * What makes a guest's paid order an account's, together with the same email address. It waits in the browser until an account
 * has taken the order over: the guest may reload, or come back tomorrow. One that is another account's than the one that was tried
 * last stands with that account's id, and waits for others.
 */
export const guestClaim = {
  /** @param userId who is signed in, if somebody is */
  read(userId?: string): string | null {
    const [token = null, refused] = storage.get(KEY)?.split(' ') ?? [];
    return userId !== undefined && userId === refused ? null : token;
  },
  keep: (token: string): void => storage.set(KEY, token),
  setAside(token: string, userId: string): void {
    storage.set(KEY, `${token} ${userId}`);
  },
  forget: (): void => storage.remove(KEY),
};
