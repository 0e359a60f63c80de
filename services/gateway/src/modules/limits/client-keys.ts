import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
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
  const network = networkOf(request.ip);
  const [, token] = DEVICE_COOKIE.exec(request.headers.cookie ?? '') ?? [];
  return {
    network,
    device:
      token === undefined ? network : createHash('sha256').update(token).digest('base64url').slice(0, 22),
  };
}

function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [front = '', back] = (address.split('%')[0] ?? '').split('::');
  const groups = front === '' ? [] : front.split(':');
  const known = back === undefined || back === '' ? 0 : back.split(':').length;
  const zeros = back === undefined ? 0 : Math.max(0, 8 - groups.length - known);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...(back ? back.split(':') : [])];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::`;
}
