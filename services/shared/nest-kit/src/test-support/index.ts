import type { UserCaller } from '../identity/identity.ts';
import { newId, type SessionId, type UserId } from '../ids/ids.ts';

/** For tests: a user who has just signed in with their password in a browser. */
export function newUserCaller(overrides: Partial<UserCaller> = {}): UserCaller {
  return {
    kind: 'user',
    userId: newId<UserId>(),
    sessionId: newId<SessionId>(),
    isAdmin: false,
    scopes: [],
    reauthenticatedUntil: Date.now() + 600_000,
    clientAddress: '192.0.2.1',
    ...overrides,
  };
}
