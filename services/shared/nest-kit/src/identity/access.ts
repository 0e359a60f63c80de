import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import { DomainError } from '../errors/domain-error.ts';
import type { Caller, UserCaller } from './identity.ts';

/** Every route says who may come in, with exactly one of these. A route that says nothing stops the service from starting. */
export type Access =
  | { level: 'public' }
  | { level: 'user'; scope: string }
  | { level: 'admin'; scope: string };

export const ACCESS_METADATA = 'palisade:access';

/** Extension of the API description with a route's access: tools check it. */
export const ACCESS_EXTENSION = 'x-palisade-access';

const declare = (access: Access) =>
  applyDecorators(
    SetMetadata<string, Access>(ACCESS_METADATA, access),
    ApiExtension(ACCESS_EXTENSION, access),
    ...(access.level === 'public' ? [] : [ApiBearerAuth()]),
  );

/** Anyone, also without a session. */
export const Public = () => declare({ level: 'public' });
/** Signed-in users. API keys need `scope`, such as `domains:read`. */
export const Authenticated = (scope: string) => declare({ level: 'user', scope });
/** Signed-in administrators. */
export const AdminOnly = (scope = 'admin') => declare({ level: 'admin', scope });

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

/** The caller's identity, in `@Public` handlers. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const caller = context.switchToHttp().getRequest<RequestWithCaller>().caller;
  return caller ?? { kind: 'anonymous', tokenProblem: null, clientAddress: '' };
});
