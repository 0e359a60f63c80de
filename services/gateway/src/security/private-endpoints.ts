import { BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

/** Metrics are for collectors within the installation, which come directly and not through a proxy. */
export function mayReadMetrics(
  request: Pick<FastifyRequest, 'headers'> & { raw: FastifyRequest['raw'] },
): boolean {
  const address = (request.raw.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const forwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
  return !forwarded && PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
