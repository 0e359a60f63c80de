/**
 * Who calls. `owner` has what the call is about; `stranger` is another customer; `deactivated` still holds the token
 * from before an administrator took the account's rights away.
 */
export const ACTORS = ['anonymous', 'deactivated', 'stranger', 'admin', 'owner'] as const;
export type Actor = (typeof ACTORS)[number];
