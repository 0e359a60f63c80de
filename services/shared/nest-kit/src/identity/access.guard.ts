import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error.ts';
import { ACCESS_METADATA, type Access, type RequestWithCaller } from './access.ts';
import { AccessRefusals } from './access-refusals.ts';
import { type Caller, IDENTITY_HEADER, type TokenProblem, type UserCaller } from './identity.ts';
import { InternalTokenError, InternalTokenVerifier } from './internal-tokens.ts';
import {
  type ConfirmedBy,
  refuseApiKeys,
  requireReauthentication,
  SENSITIVE_ACTIONS,
  SENSITIVE_METADATA,
  type SensitiveAction,
} from './sensitive-actions.ts';

/** The texts that the client reacts to: on each of them it forgets its token and goes to the login page. */
export const TOKEN_PROBLEM_DETAIL: Readonly<Record<TokenProblem, string>> = {
  invalid: 'Invalid token',
  expired: 'Your session has expired. Please login again.',
  session_ended: 'Your session has ended. Please login again.',
  other_device: 'This session belongs to another device. Please login again.',
};

/** Why a caller with such a token is not let in. */
export const tokenRefused = (problem: TokenProblem): DomainError =>
  new DomainError('unauthenticated', `token_${problem}`, TOKEN_PROBLEM_DETAIL[problem]);

/** Lets a request in if its verified identity is allowed what the route declares. Nothing declared: nobody. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: InternalTokenVerifier,
    private readonly refusals: AccessRefusals,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') {
      return true; // gRPC and events have guards of their own.
    }
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS_METADATA, [
      context.getHandler(),
      context.getClass(),
    ]);
    const request = context.switchToHttp().getRequest<FastifyRequest & RequestWithCaller>();
    try {
      request.caller = await this.identify(request);
      if (access?.level === 'public') return true;
      const caller = admit(request.caller, access);
      const action = this.reflector.get<SensitiveAction | undefined>(
        SENSITIVE_METADATA,
        context.getHandler(),
      );
      if (action !== undefined) admitToSensitive(caller, action);
      return true;
    } catch (error) {
      this.note(request, error);
      throw error;
    }
  }

  private note(request: FastifyRequest & RequestWithCaller, error: unknown): void {
    if (!(error instanceof DomainError)) return;
    this.refusals.note({
      code: error.code,
      route: `${request.method} ${request.routeOptions.url ?? ''}`,
      caller: request.caller ?? null,
      peer: request.ip,
      ...(error.cause instanceof InternalTokenError && { reason: error.cause.message }),
    });
  }

  private async identify(request: FastifyRequest): Promise<Caller> {
    const token = request.headers[IDENTITY_HEADER];
    if (typeof token !== 'string') {
      return { kind: 'anonymous', tokenProblem: null, clientAddress: request.ip };
    }
    try {
      return await this.tokens.verify(token);
    } catch (error) {
      if (error instanceof InternalTokenError) {
        throw new DomainError('unauthenticated', 'internal_token_invalid', 'Not authenticated', {
          cause: error,
        });
      }
      throw error;
    }
  }
}

/**
 * Enforces the declared `access` of a route; without a declaration nobody has access.
 * @throws DomainError unauthenticated, forbidden
 */
export function admit(caller: Caller, access: Access | undefined): UserCaller {
  if (caller.kind === 'anonymous') {
    const problem = caller.tokenProblem;
    throw problem === null
      ? new DomainError('unauthenticated', 'not_authenticated', 'Not authenticated')
      : tokenRefused(problem);
  }
  if (caller.kind !== 'user' || access === undefined || access.level === 'public') {
    throw new DomainError('forbidden', 'forbidden', 'Not allowed');
  }
  if (access.level === 'admin' && !caller.isAdmin) {
    throw new DomainError('forbidden', 'admin_required', 'Admin access required');
  }
  if (caller.scopes.length > 0 && !caller.scopes.includes(access.scope)) {
    throw new DomainError('forbidden', 'scope_missing', `This API key lacks the scope ${access.scope}`);
  }
  return caller;
}

function admitToSensitive(caller: UserCaller, action: SensitiveAction): void {
  const confirmedBy: ConfirmedBy = SENSITIVE_ACTIONS[action];
  const isKey = caller.scopes.length > 0;
  if (confirmedBy === 'session_or_key' && isKey) return;
  refuseApiKeys(caller);
  if (confirmedBy === 'session' || confirmedBy === 'session_or_key') requireReauthentication(caller);
}
