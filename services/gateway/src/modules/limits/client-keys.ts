import { createHash } from 'node:crypto';
import { clientNetwork } from '@palisade/nest-kit';
import type { FastifyRequest } from 'fastify';

const DEVICE_COOKIE = /(?:^|;\s*)palisade_device=([A-Za-z0-9_-]{43})(?:;|$)/;

export interface ClientKeys {
  /** An IPv4 address, or the /64 of an IPv6 address: what one visitor has. */
  network: string;
  /**
   * The device where one is known, else the network. Somebody who guesses from the same network must not lock out the
   * owner's device; made-up cookies gain nothing but the general limit and the auth service's own back-off.
   */
  device: string;
}

export function clientKeys(request: Pick<FastifyRequest, 'ip' | 'headers'>): ClientKeys {
  const network = clientNetwork(request.ip);
  const [, token] = DEVICE_COOKIE.exec(request.headers.cookie ?? '') ?? [];
  return {
    network,
    device:
      token === undefined ? network : createHash('sha256').update(token).digest('base64url').slice(0, 22),
  };
}
