import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { newId, type SessionId, type UserId } from '../ids/ids.ts';
import { AccessGuard } from './access.guard.ts';
import { ACCESS_METADATA } from './access.ts';
import { IDENTITY_HEADER, type UserCaller } from './identity.ts';
import { SENSITIVE_ACTIONS, SENSITIVE_METADATA, type SensitiveAction } from './sensitive-actions.ts';

const caller = (overrides: Partial<UserCaller>): UserCaller => ({
  kind: 'user',
  userId: newId<UserId>(),
  sessionId: newId<SessionId>(),
  isAdmin: true,
  scopes: [],
  clientAddress: '192.0.2.1',
  ...overrides,
});

/** The guard's answer to a caller of a route with this action. */
async function refusal(action: SensitiveAction, overrides: Partial<UserCaller>): Promise<string | null> {
  const handler = () => undefined;
  Reflect.defineMetadata(ACCESS_METADATA, { level: 'user', scope: 'any' }, handler);
  Reflect.defineMetadata(SENSITIVE_METADATA, action, handler);
  const guard = new AccessGuard(
    new Reflector(),
    { verify: async () => caller(overrides) } as never,
    {
      note: () => undefined,
    } as never,
  );
  const context = {
    getType: () => 'http',
    getHandler: () => handler,
    getClass: () => class {},
    switchToHttp: () => ({
      getRequest: () => ({ headers: { [IDENTITY_HEADER]: 'token' }, routeOptions: {} }),
    }),
  } as unknown as ExecutionContext;
  return guard.canActivate(context).then(
    () => null,
    (error: { code: string }) => error.code,
  );
}

const actions = Object.entries(SENSITIVE_ACTIONS) as [SensitiveAction, string][];
const keyed = actions.filter(([, confirmedBy]) => confirmedBy === 'session_or_key');
const SOON = Date.now() + 60_000;

describe('a sensitive action', () => {
  it.each(actions.filter((one) => !keyed.includes(one)))(
    '%s is no API key’s, whatever its scopes',
    async (action) => {
      expect(await refusal(action, { scopes: ['any', 'admin', 'session'], reauthenticatedUntil: SOON })).toBe(
        'session_required',
      );
    },
  );

  it.each(keyed)('%s is also an API key’s that has the scope', async (action) => {
    expect(await refusal(action, { scopes: ['any'] })).toBeNull();
    expect(await refusal(action, { scopes: ['other'] })).toBe('scope_missing');
  });

  it.each(actions)('%s is open to a session that has just been confirmed', async (action) => {
    expect(await refusal(action, { reauthenticatedUntil: SOON })).toBeNull();
  });

  it.each(actions)('%s (confirmed by the %s) knows a session that has not', async (action, confirmedBy) => {
    const wanted = ['session', 'session_or_key'].includes(confirmedBy) ? 'reauthentication_required' : null;
    expect(await refusal(action, {})).toBe(wanted);
    expect(await refusal(action, { reauthenticatedUntil: Date.now() - 1 })).toBe(wanted);
  });
});
