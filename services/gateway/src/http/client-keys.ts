import { createHash } from 'node:crypto';
import { clientBlock, clientNetwork, readDeviceToken } from '@palisade/nest-kit';
import type { FastifyRequest } from 'fastify';

export interface ClientKeys {
  /** An IPv4 address, or the /64 of an IPv6 address: usually one client. */
  network: string;
  /** The /24 or /48 around it, within which a client may be able to change its address. */
  block: string;
  /** Hash of the device cookie, as auth stores it; `null` without one. Not trustworthy: anybody can invent a cookie. */
  device: string | null;
}

export function clientKeys(request: Pick<FastifyRequest, 'ip' | 'headers'>): ClientKeys {
  const token = readDeviceToken(request.headers.cookie);
  return {
    network: clientNetwork(request.ip),
    block: clientBlock(request.ip),
    device: token === '' ? null : createHash('sha256').update(token).digest('base64url'),
  };
}
