import { createHash } from 'node:crypto';
import { clientBlock, clientNetwork, readDeviceToken } from '@palisade/nest-kit';
import type { FastifyRequest } from 'fastify';

export interface ClientKeys {
  /** An IPv4 address, or the /64 of an IPv6 address: what one client has. */
  network: string;
  /** The /24 or /48 around it: what one client may choose addresses from. */
  block: string;
  /** The hash of the device cookie, as the auth service keeps it; `null` without one. Anybody can make one up. */
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
