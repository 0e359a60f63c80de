import type { FastifyRequest } from 'fastify';
import type { RequestCredentials } from './authenticator.service.ts';

const MAX_USER_AGENT_LENGTH = 512;

/** @param device hash of the device cookie; `null` without one */
export const credentialsOf = (request: FastifyRequest, device: string | null): RequestCredentials => ({
  authorization: request.headers.authorization,
  device,
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
});
