import type { FastifyRequest } from 'fastify';
import { isPrivate, peerOf } from './private-addresses.ts';

/** Metrics are for collectors within the installation, which connect directly, not through a proxy. */
export function mayReadMetrics(request: Pick<FastifyRequest, 'headers' | 'raw'>): boolean {
  const forwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
  return !forwarded && isPrivate(peerOf(request.raw));
}
