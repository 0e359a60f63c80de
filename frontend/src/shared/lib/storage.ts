/** Local storage that may be forbidden or full: reading then gives null and writing is dropped. */
export const storage = {
  get(key: string): string | null {
    try {
      return window.localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      window.localStorage.setItem(key, value);
    } catch {
      // The page works on without the memory.
    }
  },
  remove(key: string): void {
    try {
      window.localStorage.removeItem(key);
    } catch {
      // As above.
    }
  },
};

/** Every key that the product keeps in the browser. */
export const storageKeys = {
  token: 'token',
  /** When the token is to be renewed: milliseconds since 1970, by this device's clock. */
  tokenRenewAt: 'token_renew_at',
  user: 'user',
  /** The address that 'Remember me' fills in next time; never a secret. */
  rememberedEmail: 'remembered_email',
  theme: 'theme',
  timeZone: 'time_zone',
  notifications: 'notification_preferences',
  newsletterDismissedUntil: 'newsletter_dismissed_until',
  newsletterSubscribed: 'newsletter_subscribed',
} as const;
