import type { Metrics } from '@palisade/nest-kit';
import type { FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { isPrivate, peerOf } from './private-addresses.ts';

/** Maximum addresses reported; only those within private networks. */
const MAX_NAMED = 10;

/**
 * Finds neighbours that send forwarding headers but are not trusted, so that all of their users count as one address.
 * This is how a proxy looks that is missing in PALISADE_TRUSTED_PROXIES, or whose address changed with its network.
 */
export class UnbelievedProxies {
  private readonly counter: Counter<'address'>;
  private readonly named = new Set<string>();

  constructor({ registry }: Metrics) {
    this.counter = new Counter({
      name: 'palisade_unbelieved_proxy_requests_total',
      help: 'Requests with X-Forwarded-For from a private address that is no trusted proxy',
      labelNames: ['address'],
      registers: [registry],
    });
  }

  note(request: Pick<FastifyRequest, 'headers' | 'ip' | 'raw'>): void {
    if (!('x-forwarded-for' in request.headers)) return;
    const address = peerOf(request.raw);
    // For a trusted proxy, `request.ip` is the address that it names.
    if (request.ip.replace(/^::ffff:/i, '') !== address || !isPrivate(address)) return;
    if (this.named.size < MAX_NAMED) this.named.add(address);
    this.counter.inc({ address: this.named.has(address) ? address : 'others' });
  }
}
