import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { MAX_USER_AGENT, type RequestWithCaller, readDeviceToken } from '@palisade/nest-kit';
import type { FastifyRequest } from 'fastify';

/** Where a request comes from, as far as that matters to an account. */
export interface ClientFacts {
  address: string;
  userAgent: string;
  /** What the device cookie holds; empty without one. */
  deviceToken: string;
}

export const Client = createParamDecorator((_data: unknown, context: ExecutionContext): ClientFacts => {
  const request = context.switchToHttp().getRequest<FastifyRequest & RequestWithCaller>();
  const caller = request.caller;
  return {
    address: caller && caller.kind !== 'service' ? caller.clientAddress : request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    deviceToken: readDeviceToken(request.headers.cookie),
  };
});
