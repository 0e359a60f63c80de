import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { MAX_USER_AGENT, type RequestWithCaller, readDeviceToken } from '@palisade/nest-kit';
import type { FastifyRequest } from 'fastify';
import { readRefreshCookie } from './refresh-cookie.ts';

/** The parts of a request's origin that matter to an account. */
export interface ClientInfo {
  address: string;
  userAgent: string;
  /** Value of the device cookie; empty without one. */
  deviceToken: string;
  /** Value of the refresh cookie; empty without one. */
  refreshToken: string;
  /**
   * Whether the client keeps cookies. Browsers do, and send an Origin header with every POST, which no script can
   * suppress; a program that keeps cookies sends one.
   */
  keepsCookies: boolean;
}

export const Client = createParamDecorator((_data: unknown, context: ExecutionContext): ClientInfo => {
  const { ip, headers, caller } = context.switchToHttp().getRequest<FastifyRequest & RequestWithCaller>();
  const deviceToken = readDeviceToken(headers.cookie);
  return {
    address: caller && caller.kind !== 'service' ? caller.clientAddress : ip,
    userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    deviceToken,
    refreshToken: readRefreshCookie(headers.cookie),
    keepsCookies: deviceToken !== '' || headers.origin !== undefined,
  };
});
