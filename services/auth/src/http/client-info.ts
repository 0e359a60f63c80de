import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { MAX_USER_AGENT, type RequestWithCaller, readDeviceToken } from '@palisade/nest-kit';
import type { FastifyRequest } from 'fastify';
import { readRefreshCookie } from './refresh-cookie.ts';

/** Where a request comes from, as far as that matters to an account. */
export interface ClientInfo {
  address: string;
  userAgent: string;
  /** What the device cookie holds; empty without one. */
  deviceToken: string;
  /** What the refresh cookie holds; empty without one. */
  refreshToken: string;
  /**
   * Whether it keeps the cookies that it is given. Browsers do, and say an origin with everything that they send by
   * POST, which no script can keep them from; programs that keep cookies show one.
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
