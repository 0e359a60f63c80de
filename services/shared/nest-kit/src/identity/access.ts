import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { DomainError } from '../errors/domain-error.ts';
import type { Caller, UserCaller } from './identity.ts';

/** Every route says who may come in, with exactly one of these. A route that says nothing stops the service from starting. */
export type Access =
  | { level: 'public' }
  | { level: 'user'; scope: string }
  | { level: 'admin'; scope: string };

export const ACCESS_METADATA = 'palisade:access';

/** Anyone, also without a session. */
export const Public = () => SetMetadata<string, Access>(ACCESS_METADATA, { level: 'public' });
/** Signed-in users. API keys need `scope`, such as `domains:read`. */
export const Authenticated = (scope: string) =>
  SetMetadata<string, Access>(ACCESS_METADATA, { level: 'user', scope });
/** Signed-in administrators. */
export const AdminOnly = (scope = 'admin') =>
  SetMetadata<string, Access>(ACCESS_METADATA, { level: 'admin', scope });

export interface RequestWithCaller {
  caller?: Caller;
}

/** The signed-in user, in handlers that are `@Authenticated` or `@AdminOnly`. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext): UserCaller => {
  const caller = context.switchToHttp().getRequest<RequestWithCaller>().caller;
  if (caller?.kind !== 'user') {
    throw new DomainError('unauthenticated', 'not_authenticated', 'Not authenticated');
  }
  return caller;
});

/** Whoever asks, in `@Public` handlers. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const caller = context.switchToHttp().getRequest<RequestWithCaller>().caller;
  return caller ?? { kind: 'anonymous', tokenProblem: null, clientAddress: '' };
});
