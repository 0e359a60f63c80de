/** Keys of a session in the browser's storage. */
export const sessionKeys = {
  token: 'token',
  /** When the token is to be renewed: milliseconds since 1970, by this device's clock. */
  tokenRenewAt: 'token_renew_at',
  user: 'user',
  /** The address that 'Remember me' fills in next time; never a secret. */
  rememberedEmail: 'remembered_email',
} as const;

/** Views of the log that an account has under names: they name its sites and its visitors' addresses. */
export const savedViewsKey = (userId: string): string => `log_saved_views:${userId}`;
